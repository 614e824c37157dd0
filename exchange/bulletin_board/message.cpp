#include "exchange/bulletin_board/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "exchange/error.hpp"

namespace ranvier::exchange {

void Message::put(Kind kind, std::span<const std::byte> data) {
    const std::uint64_t length = data.size();
    const auto length_bytes = std::as_bytes(std::span(&length, 1));
    bytes_.push_back(static_cast<std::byte>(kind));
    bytes_.insert(bytes_.end(), length_bytes.begin(), length_bytes.end());
    bytes_.insert(bytes_.end(), data.begin(), data.end());
}

std::span<const std::byte> Message::take(Kind kind) {
    static constexpr const char* names[] = {"a number", "a string", "a Vector"};
    const char* expected = names[static_cast<int>(kind)];
    std::uint64_t length = 0;
    const std::size_t rest = bytes_.size() - next_;
    if (rest == 0) throw ExchangeError(fmt::format("the message has no more items; expected {}", expected));
    if (rest >= 1 + sizeof length) std::memcpy(&length, &bytes_[next_ + 1], sizeof length);
    const auto found = std::to_integer<unsigned>(bytes_[next_]);
    if (rest < 1 + sizeof length || length > rest - 1 - sizeof length || found > 2) {
        throw ExchangeError("the message is damaged");
    }
    if (found != static_cast<unsigned>(kind)) {
        throw ExchangeError(fmt::format("the next item of the message is {}; expected {}", names[found], expected));
    }
    const std::span<const std::byte> data(bytes_.data() + next_ + 1 + sizeof length, length);
    next_ += 1 + sizeof length + length;
    return data;
}

void Message::pack(double value) {
    put(Kind::number, std::as_bytes(std::span(&value, 1)));
}
void Message::pack(std::string_view text) {
    put(Kind::text, std::as_bytes(std::span(text)));
}
void Message::pack(std::span<const double> values) {
    put(Kind::vector, std::as_bytes(values));
}

double Message::unpack_number() {
    const auto data = take(Kind::number);
    double value = 0;
    std::memcpy(&value, data.data(), std::min(data.size(), sizeof value));
    return value;
}

std::string Message::unpack_text() {
    const auto data = take(Kind::text);
    return {reinterpret_cast<const char*>(data.data()), data.size()};
}

std::vector<double> Message::unpack_vector() {
    const auto data = take(Kind::vector);
    std::vector<double> values(data.size() / sizeof(double));
    if (!values.empty()) std::memcpy(values.data(), data.data(), values.size() * sizeof(double));
    return values;
}

}  // namespace ranvier::exchange
