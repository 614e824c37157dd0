#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ranvier::program {

/// SHA-256 (FIPS 180-4), computed by OpenSSL.
class Digest {
  public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::span<const std::byte> bytes);
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    /// In hexadecimal. To be called once.
    std::string finish();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// Of a text.
std::string digest(std::string_view text);
/// Of a file, which is read in pieces. Throws std::runtime_error if it cannot be read.
std::string digest_of_file(const std::filesystem::path& file);

}  // namespace ranvier::program
