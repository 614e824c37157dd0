#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ranvier::nmodl {

/// A 128-bit hash of texts (two FNV-1a sums with different starts): names of files in the cache. Not for security.
class ContentHash {
  public:
    /// Adds a text and its length, so that "ab", "c" differs from "a", "bc".
    void add(std::string_view text);
    /// 32 hexadecimal digits.
    std::string digits() const;

  private:
    void byte(unsigned char value);
    std::uint64_t a_ = 0xcbf29ce484222325u, b_ = 0x6c62272e07bb0142u;
};

}  // namespace ranvier::nmodl
