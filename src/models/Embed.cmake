# cmake -D INPUT=FILE -D OUTPUT=FILE.cpp -P Embed.cmake: the bytes of a file as the array behind models/ModelBitcode.h.
file(READ ${INPUT} Bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" Bytes "${Bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT} "#include \"models/ModelBitcode.h\"\n\nnamespace {\nalignas(8) const unsigned char Bytes[] = {\n${Bytes}\n};\n}\n\n"
  "llvm::StringRef vernier::modelBitcode() { return {reinterpret_cast<const char *>(Bytes), sizeof(Bytes)}; }\n")
