#include "exchange/strategy/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

/// The least number of insertions, deletions and replacements that turn a into b (Levenshtein distance), or `limit` if it
/// is not below that. `row` is working space.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit, std::vector<std::size_t>& row) {
    row.resize(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        std::size_t least = row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min(replaced, std::min(row[j], row[j - 1]) + 1);
            least = std::min(least, row[j]);
        }
        if (least >= limit) return limit;  // the next rows have no less
    }
    return std::min(row[b.size()], limit);
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string> names) {
    std::string_view best;
    std::size_t fewest = std::string_view::npos;
    std::vector<std::size_t> row;
    for (const std::string& name : names) {
        const auto [shorter, longer] = std::minmax({word.size(), name.size()});
        const std::size_t limit = std::min(fewest, longer / 2 + 1);
        if (longer - shorter >= limit) continue;  // too far, whatever the letters
        const std::size_t changes = distance(word, name, limit, row);
        if (changes >= limit) continue;
        fewest = changes;
        best = name;
    }
    return std::string(best);
}

StrategyOptions::StrategyOptions(std::string_view strategy, std::string_view text) : strategy_(strategy) {
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), item.size() + 1));
        const std::size_t equals = item.find('=');
        const std::string_view name = item.substr(0, equals);
        if (name.empty()) throw ExchangeError(fmt::format("exchange {}: an option has no name", strategy_));
        const std::string_view value = equals == std::string_view::npos ? "on" : item.substr(equals + 1);
        given_.push_back({std::string(name), std::string(value)});
    }
}

const StrategyOptions::Option* StrategyOptions::find(std::string_view name) {
    known_.emplace_back(name);
    const Option* last = nullptr;
    for (Option& option : given_) {
        if (option.name != name) continue;
        option.is_known = true;
        last = &option;
    }
    return last;
}

bool StrategyOptions::flag(std::string_view name, bool otherwise) {
    const Option* option = find(name);
    if (!option) return otherwise;
    if (option->value == "on" || option->value == "true" || option->value == "1") return true;
    if (option->value == "off" || option->value == "false" || option->value == "0") return false;
    throw_bad_value(*option, "on or off");
}

std::int64_t StrategyOptions::integer(std::string_view name, std::int64_t otherwise, std::int64_t least,
                                      std::int64_t most) {
    const Option* option = find(name);
    if (!option) return otherwise;
    std::int64_t value = 0;
    const char* end = option->value.data() + option->value.size();
    const auto [rest, error] = std::from_chars(option->value.data(), end, value);
    if (error != std::errc() || rest != end || value < least || value > most) {
        throw_bad_value(*option, fmt::format("a whole number from {} to {}", least, most));
    }
    return value;
}

std::size_t StrategyOptions::choice(std::string_view name, std::size_t otherwise,
                                    std::span<const std::string_view> names) {
    const Option* option = find(name);
    if (!option) return otherwise;
    const auto found = std::find(names.begin(), names.end(), option->value);
    if (found == names.end()) throw_bad_value(*option, fmt::format("one of {}", fmt::join(names, ", ")));
    return static_cast<std::size_t>(found - names.begin());
}

std::string StrategyOptions::text(std::string_view name, std::string_view otherwise) {
    const Option* option = find(name);
    return option ? option->value : std::string(otherwise);
}

void StrategyOptions::finish() const {
    for (const Option& option : given_) {
        if (option.is_known) continue;
        const std::string meant = nearest(option.name, known_);
        throw ExchangeError(fmt::format("exchange {} has no option '{}'; {}", strategy_, option.name,
                                        meant.empty() ? fmt::format("it has {}", fmt::join(known_, ", "))
                                                      : fmt::format("did you mean '{}'?", meant)));
    }
}

void StrategyOptions::throw_bad_value(const Option& option, std::string_view expected) const {
    throw ExchangeError(
        fmt::format("exchange {}: {}={} is invalid; expected {}", strategy_, option.name, option.value, expected));
}

}  // namespace ranvier::exchange
