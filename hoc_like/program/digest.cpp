#include "hoc_like/program/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

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

}  // namespace ranvier::program
