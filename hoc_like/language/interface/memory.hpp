#pragma once

#include <string>
#include <string_view>

namespace ranvier::hoc {

/// What all processes of this machine, or of this control group, can still take [bytes]; infinite if the system does not say.
double free_memory();

/// Empty if so much more fits into what is free and into the limit of this process, else an error text: "a[1000000000] would
/// take 8 GB of memory, and 3.1 GB are left". To be asked before memory is taken in pieces or filled: the system would kill
/// this process, or others, before the last piece.
std::string lack_of_memory(double bytes, std::string_view what);

}  // namespace ranvier::hoc
