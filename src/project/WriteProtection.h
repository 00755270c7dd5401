#pragma once

#include <string>
#include <vector>

namespace vernier {

/// From now on this thread, and whatever it starts, can write below the given directories only, run programs of the
/// system and of $PATH only (Landlock), and make the system calls of compilers only (compilerFilter), as far as this
/// kernel has it. There is no way back: a thread is made for it.
void protectFromThisThread(const std::vector<std::string> &Writable, const std::string &Program);

} // namespace vernier
