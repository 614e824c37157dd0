#include "engine/checksum/fletcher32.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ranvier {
namespace {

/// Word by word, by definition.
std::uint32_t plain_fletcher32(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t first = 0, second = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        first += 256u * bytes[i] + bytes[i + 1];
        second += first;
        // Sums that are not 0 stay so: an end-around carry.
        while (first > 65535) first = (first & 65535) + (first >> 16);
        while (second > 65535) second = (second & 65535) + (second >> 16);
    }
    return static_cast<std::uint32_t>(second << 16 | first);
}

std::uint32_t ours(const std::vector<std::uint8_t>& bytes) {
    return fletcher32(std::as_bytes(std::span(bytes)));
}

TEST(Fletcher32, IsItsDefinition) {
    std::mt19937 random(3);
    for (const std::size_t size : {0, 2, 4, 30, 32, 34, 1000, 8192, 8194, 131072, 1000002}) {
        std::vector<std::uint8_t> bytes(size);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        EXPECT_EQ(ours(bytes), plain_fletcher32(bytes)) << size;
    }
}

TEST(Fletcher32, TellsNothingFromFullWords) {
    for (const std::size_t size : {2, 64, 131072}) {
        const std::vector<std::uint8_t> nothing(size, 0), full(size, 255);
        EXPECT_EQ(ours(nothing), 0u);
        EXPECT_EQ(ours(full), plain_fletcher32(full));
    }
}

}  // namespace
}  // namespace ranvier
