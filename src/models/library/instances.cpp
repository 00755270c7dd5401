// Members of std::string that are not inline: programs take them from the C++ library (`extern template`). Here they
// are bitcode of the same headers, so that they can be followed.
#include <string>

template class std::__cxx11::basic_string<char>;
