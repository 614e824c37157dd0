#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ranvier::nmodl {

/// A 128-bit hash of texts, eight bytes at a time, for the names of files in the cache. The same on all machines of the
/// same byte order. Not for security.
class ContentHash {
  public:
    /// Adds a text and its length, so that "ab", "c" differs from "a", "bc".
    void add(std::string_view text);
    /// 32 hexadecimal digits.
    std::string digits() const;

  private:
    void word(std::uint64_t value);
    std::uint64_t a_ = 0xcbf29ce484222325u, b_ = 0x6c62272e07bb0142u;
};

}  // namespace ranvier::nmodl
