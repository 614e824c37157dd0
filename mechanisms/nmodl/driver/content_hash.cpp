#include "mechanisms/nmodl/driver/content_hash.hpp"

#include <bit>
#include <cstdio>
#include <cstring>

namespace ranvier::nmodl {

namespace {

// Fractional parts of the golden ratio and of the square root of 2; odd, so that multiplication loses no bits.
constexpr std::uint64_t odd_a = 0x9e3779b97f4a7c15u, odd_b = 0x6a09e667f3bcc909u;

}  // namespace

// Each step is a one-to-one mapping of both sums, and each sum uses the whole word.
void ContentHash::word(std::uint64_t value) {
    a_ = std::rotl((a_ ^ value) * odd_a, 29);
    b_ = std::rotl((b_ + value) * odd_b, 31) ^ (a_ >> 32);
}

void ContentHash::add(std::string_view text) {
    word(text.size());
    std::uint64_t value = 0;
    for (; text.size() >= sizeof value; text.remove_prefix(sizeof value)) {
        std::memcpy(&value, text.data(), sizeof value);
        word(value);
    }
    if (text.empty()) return;
    value = 0;
    std::memcpy(&value, text.data(), text.size());
    word(value);
}

std::string ContentHash::digits() const {
    // Mixes again, because the last words have not affected all bits yet.
    ContentHash mixed = *this;
    for (std::uint64_t round = 0; round < 4; ++round) {
        mixed.word(round);
        mixed.a_ ^= mixed.b_ >> 32;
    }
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(mixed.a_),
                  static_cast<unsigned long long>(mixed.b_));
    return text;
}

}  // namespace ranvier::nmodl
