#include "hoc_like/program/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace ranvier::program {

struct Digest::Context {
    EVP_MD_CTX* evp = EVP_MD_CTX_new();
    ~Context() { EVP_MD_CTX_free(evp); }
    static void check(int done) {
        if (done != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
    }
};

Digest::Digest() : context_(std::make_unique<Context>()) {
    Context::check(EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr));
}

Digest::~Digest() = default;

void Digest::add(std::span<const std::byte> bytes) {
    Context::check(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()));
}

std::string Digest::finish() {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    Context::check(EVP_DigestFinal_ex(context_->evp, bytes, &size));
    std::string text;
    for (unsigned k = 0; k < size; ++k) text += fmt::format("{:02x}", bytes[k]);
    return text;
}

std::string digest(std::string_view text) {
    Digest all;
    all.add(text);
    return all.finish();
}

std::string digest_of_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(fmt::format("cannot read {}", file.string()));
    Digest all;
    std::array<char, 1 << 16> piece;
    do {
        in.read(piece.data(), piece.size());
        all.add(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(in.gcount()))));
    } while (in);
    return all.finish();
}

}  // namespace ranvier::program
