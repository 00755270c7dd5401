# cmake -DINPUT=file -DOUTPUT=file.inc -P Embed.cmake: the bytes of a file as a comma-separated list for a C++ array.
file(READ ${INPUT} Bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT} "${Bytes}\n")
