#include "exchange/transport/ranks_that_differ.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr std::size_t most_values = 4;  // that a message names

/// "0-3, 7" of ascending numbers.
std::string ranges(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", numbers[i]);
        if (last > i) text += fmt::format("-{}", numbers[last]);
        i = last + 1;
    }
    return text;
}

}  // namespace

std::string rank_names(const std::vector<int>& ranks) {
    return fmt::format("rank{} {}", ranks.size() > 1 ? "s" : "", ranges(ranks));
}

std::string differing_values(std::span<const std::string> by_rank) {
    std::vector<std::pair<std::string, std::vector<int>>> groups;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        if (by_rank[rank].empty()) continue;
        auto group = std::ranges::find(groups, by_rank[rank], &std::pair<std::string, std::vector<int>>::first);
        if (group == groups.end()) group = groups.insert(groups.end(), {by_rank[rank], {}});
        group->second.push_back(static_cast<int>(rank));
    }
    if (groups.size() < 2) return {};
    std::string text;
    for (std::size_t k = 0; k < std::min(groups.size(), most_values); ++k) {
        text += fmt::format("{}{} on {}", k > 0 ? ", " : "", groups[k].first, rank_names(groups[k].second));
    }
    if (groups.size() > most_values) text += fmt::format(" and {} other values", groups.size() - most_values);
    return text;
}

Task<std::vector<std::string>> gather_texts(Transport& transport, std::string mine) {
    std::vector<std::size_t> lengths;
    const std::vector<char> all = co_await gather_vectors<char>(transport, mine, &lengths);
    std::vector<std::string> texts;
    auto at = all.begin();
    for (const std::size_t length : lengths) {
        texts.emplace_back(at, at + static_cast<std::ptrdiff_t>(length));
        at += static_cast<std::ptrdiff_t>(length);
    }
    co_return texts;
}

}  // namespace ranvier::exchange
