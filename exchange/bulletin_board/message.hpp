#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::exchange {

/// The body of a bulletin board message: numbers, texts and vectors, unpacked in the order in which they were packed.
class Message {
  public:
    Message() = default;
    explicit Message(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

    void pack(double value);
    void pack(std::string_view text);
    void pack(std::span<const double> values);

    /// Each throws ExchangeError if nothing is left or the next item is of another kind.
    double unpack_number();
    std::string unpack_text();
    std::vector<double> unpack_vector();

    bool is_at_end() const { return next_ == bytes_.size(); }
    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    enum class Kind : unsigned char { number, text, vector };
    void put(Kind kind, std::span<const std::byte> data);
    std::span<const std::byte> take(Kind kind);

    std::vector<std::byte> bytes_;
    std::size_t next_ = 0;  // first byte not yet unpacked
};

}  // namespace ranvier::exchange
