# cmake -D INPUT=FILE -D OUTPUT=FILE.cpp -D FUNCTION=NAME -P Embed.cmake: the bytes of a file as an array behind a function of
# models/ModelBitcode.h.
file(READ ${INPUT} Bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" Bytes "${Bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT} "#include \"models/ModelBitcode.h\"\n\nnamespace {\nalignas(8) const unsigned char Bytes[] = {\n${Bytes}\n};\n}\n\n"
  "llvm::StringRef vernier::${FUNCTION}() { return {reinterpret_cast<const char *>(Bytes), sizeof(Bytes)}; }\n")
