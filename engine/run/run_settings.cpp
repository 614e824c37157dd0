#include "engine/run/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "exchange/transport/ranks_that_differ.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::max();

std::int64_t bits(double value) {
    return std::bit_cast<std::int64_t>(value + 0.);  // -0 is 0
}

std::optional<std::int64_t> bits_of(const std::optional<double>& value) {
    return value ? std::optional(bits(*value)) : std::nullopt;
}

std::optional<std::int64_t> bits_of(const std::optional<std::uint64_t>& hash) {
    return hash ? std::optional(static_cast<std::int64_t>(*hash >> 1)) : std::nullopt;  // no hash is `absent`
}

template <class Value>
std::string text_of(const char* format, const std::optional<Value>& value) {
    return value ? fmt::format(fmt::runtime(format), *value) : std::string();
}

/// The texts of all ranks, each ending with a line feed, one of each kind after the other.
Task<std::vector<std::vector<std::string>>> gather_kinds(exchange::Transport& transport,
                                                         std::vector<std::string> mine) {
    std::string text;
    for (const std::string& each : mine) text += each + '\n';
    std::vector<std::vector<std::string>> kinds(mine.size());
    for (const std::string& all : co_await exchange::gather_texts(transport, text)) {
        std::size_t at = 0;
        for (auto& kind : kinds) {
            const std::size_t end = all.find('\n', at);
            kind.push_back(all.substr(at, end - at));
            at = end + 1;
        }
    }
    co_return kinds;
}

}  // namespace

// The least of a number and of its complement are each other's complement only if all ranks have the same number.
std::array<std::int64_t, RunSettings::numbers> RunSettings::as_numbers() const {
    std::array<std::int64_t, numbers> all;
    all.fill(absent);
    std::size_t at = 0;
    for (const auto& value : {bits_of(dt), bits_of(celsius), bits_of(scripts)}) {
        if (value) all[at] = *value, all[at + 1] = ~*value;
        at += 2;
    }
    return all;
}

bool RunSettings::are_same(std::span<const std::int64_t, numbers> least) {
    for (std::size_t k = 0; k < numbers; k += 2) {
        const bool is_absent = least[k] == absent && least[k + 1] == absent;
        if (!is_absent && least[k] != ~least[k + 1]) return false;
    }
    return true;
}

Task<std::string> differences_between_ranks(exchange::Transport& transport, RunSettings mine) {
    static constexpr const char* names[] = {"dt", "celsius", "the script that the program was given (its hash)"};
    std::vector<std::string> texts{text_of("{} ms", mine.dt), text_of("{} degrees", mine.celsius),
                                   text_of("{:016x}", mine.scripts)};
    const auto kinds = co_await gather_kinds(transport, std::move(texts));
    std::string text;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const std::string values = exchange::differing_values(kinds[k]);
        if (!values.empty()) text += fmt::format("{}{} is {}", text.empty() ? "" : "; ", names[k], values);
    }
    co_return text;
}

}  // namespace ranvier::engine
