#include "engine/state/sealed_bytes.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "engine/checksum/crc32.hpp"

namespace ranvier::engine {

namespace {

static_assert(std::endian::native == std::endian::little, "states are written in the byte order of memory");

constexpr std::size_t head_bytes = 8 + sizeof(std::uint32_t) + sizeof(std::uint64_t);

}  // namespace

Bytes sealed(std::string_view word, std::uint32_t number, std::span<const std::byte> content) {
    ByteWriter out;
    out.raw(word.data(), word.size());
    out.put(number);
    out.put(static_cast<std::uint64_t>(content.size()));
    out.raw(content.data(), content.size());
    out.put(crc32(out.bytes));
    return std::move(out.bytes);
}

std::span<const std::byte> unsealed(std::string_view word, std::uint32_t number, std::span<const std::byte> bytes,
                                    std::string_view what) {
    if (bytes.size() < head_bytes || std::memcmp(bytes.data(), word.data(), word.size()) != 0) {
        throw StateError(fmt::format("this is not {}", what));
    }
    ByteReader head(bytes.subspan(word.size()));
    const auto found = head.take<std::uint32_t>();
    if (found != number) {
        throw StateError(fmt::format(
            "this is {} of version {}; this Ranvier reads version {}: use the Ranvier that wrote it, or start over",
            what, found, number));
    }
    const auto length = head.take<std::uint64_t>();
    constexpr std::size_t crc_bytes = sizeof(std::uint32_t);
    if (bytes.size() < head_bytes + crc_bytes || length != bytes.size() - head_bytes - crc_bytes) {
        throw StateError(
            fmt::format("{} of {} bytes is truncated to {}", what, length + head_bytes + crc_bytes, bytes.size()));
    }
    std::uint32_t crc = 0;
    std::memcpy(&crc, bytes.data() + bytes.size() - crc_bytes, crc_bytes);
    if (crc != crc32(bytes.first(bytes.size() - crc_bytes))) {
        throw StateError(fmt::format("{} is damaged: its checksum differs", what));
    }
    return bytes.subspan(head_bytes, length);
}

}  // namespace ranvier::engine
