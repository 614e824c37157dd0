#pragma once

#include <fmt/format.h>

#include <string>

namespace ranvier::program {

/// "1 spike", "2 spikes"; nouns whose plural ends in s.
template <class Number>
std::string counted(Number count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace ranvier::program
