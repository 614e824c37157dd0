#include "mechanisms/nmodl/driver/content_hash.hpp"

#include <cstdio>

namespace ranvier::nmodl {

void ContentHash::byte(unsigned char value) {
    a_ = (a_ ^ value) * 0x100000001b3u;
    b_ = (b_ ^ value ^ (a_ >> 32)) * 0x100000001b3u;
}

void ContentHash::add(std::string_view text) {
    for (std::uint64_t length = text.size(), k = 0; k < 8; ++k) byte(static_cast<unsigned char>(length >> (8 * k)));
    for (const char c : text) byte(static_cast<unsigned char>(c));
}

std::string ContentHash::digits() const {
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(a_),
                  static_cast<unsigned long long>(b_));
    return text;
}

}  // namespace ranvier::nmodl
