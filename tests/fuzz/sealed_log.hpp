#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "engine/checksum/crc32.hpp"

namespace ranvier::fuzz {

/// Whether the input begins a log whose blocks have no checksum but at their end ("RNVLOG01").
inline bool has_old_blocks(std::span<const std::uint8_t> input) {
    return input.size() > 7 && (input[7] == '1' || input[7] == '2');
}

/// A log made of records, each followed by the checksum of its bytes.
class SealedLog {
  public:
    template <typename T>
    void put(const T& value) {
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    void put_bytes(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void end_head() { put(ranvier::crc32(std::span(bytes_).subspan(record_))); }
    void end_record() {
        end_head();
        record_ = bytes_.size();
    }

    /// Moves the next `size` bytes of the input, or what is left, into the record.
    std::span<const std::byte> take(std::span<const std::uint8_t>& input, std::uint64_t size) {
        const auto some = std::as_bytes(input.first(std::min<std::uint64_t>(size, input.size())));
        put_bytes(some);
        input = input.subspan(some.size());
        return some;
    }

    /// A stream of the bytes, valid as long as they are.
    std::FILE* open() { return fmemopen(bytes_.data(), bytes_.size(), "rb"); }

  private:
    std::vector<std::byte> bytes_;
    std::size_t record_ = 0;
};

/// The number at a place of some bytes; 0 if they end before it.
template <typename T>
T number_at(std::span<const std::byte> bytes, std::size_t place) {
    T value{};
    if (place + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

}  // namespace ranvier::fuzz
