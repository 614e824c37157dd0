#include "exchange/strategy/specifications.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/local_transport.hpp"

namespace ranvier::exchange {

namespace {

/// Values of some options, as pairs of the option's index and its value.
using Values = std::vector<std::pair<std::size_t, std::string>>;

std::vector<std::string> values_of(const OptionDescription& option) {
    if (!option.trials.empty()) return option.trials;
    std::vector<std::string> values;
    for (std::size_t begin = 0; begin <= option.values.size();) {
        const std::size_t end = std::min(option.values.find('|', begin), option.values.size());
        values.push_back(option.values.substr(begin, end - begin));
        begin = end + 1;
    }
    return values;
}

std::string text_of(const StrategyDescription& strategy, const Values& values) {
    std::string text = strategy.name;
    for (const auto& [option, value] : values) {
        text += (option == 0 ? ":" : ",") + strategy.options[option].name + "=" + value;
    }
    return text;
}

bool is_accepted(const std::string& specification) {
    const auto transport = make_local_transport();
    try {
        make_exchange(specification, *transport);
        return true;
    } catch (const ExchangeError&) {
        return false;
    }
}

/// All combinations of option values that the strategy accepts.
std::vector<Values> combinations(const StrategyDescription& strategy) {
    std::vector<Values> all(1);
    for (std::size_t i = 0; i < strategy.options.size(); ++i) {
        std::vector<Values> longer;
        for (const Values& one : all) {
            for (const std::string& value : values_of(strategy.options[i])) {
                longer.push_back(one);
                longer.back().emplace_back(i, value);
            }
        }
        all = std::move(longer);
    }
    std::erase_if(all, [&](const Values& one) { return !is_accepted(text_of(strategy, one)); });
    return all;
}

/// Adds to `choices` each choice of `together` of the `values` from index `begin` on, appended to `chosen`.
void add_choices(const Values& values, std::size_t begin, int together, Values& chosen, std::set<Values>& choices) {
    if (together == 0) {
        choices.insert(chosen);
        return;
    }
    for (std::size_t i = begin; i < values.size(); ++i) {
        chosen.push_back(values[i]);
        add_choices(values, i + 1, together - 1, chosen, choices);
        chosen.pop_back();
    }
}

std::set<Values> choices_of(const Values& values, int together) {
    std::set<Values> choices;
    Values chosen;
    add_choices(values, 0, std::min(together, static_cast<int>(values.size())), chosen, choices);
    return choices;
}

}  // namespace

std::vector<std::string> every_specification(const StrategyDescription& strategy) {
    std::vector<std::string> texts;
    for (const Values& one : combinations(strategy)) texts.push_back(text_of(strategy, one));
    return texts;
}

std::vector<std::string> covering_specifications(const StrategyDescription& strategy, int together) {
    const std::vector<Values> all = combinations(strategy);
    std::vector<std::set<Values>> choices;
    std::set<Values> uncovered;
    for (const Values& one : all) {
        choices.push_back(choices_of(one, together));
        uncovered.insert(choices.back().begin(), choices.back().end());
    }
    std::vector<std::string> texts;
    while (!uncovered.empty()) {
        std::size_t best = 0;
        std::ptrdiff_t most = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto is_new = [&](const Values& choice) { return uncovered.contains(choice); };
            const std::ptrdiff_t covers = std::ranges::count_if(choices[i], is_new);
            if (covers > most) best = i, most = covers;
        }
        for (const Values& choice : choices[best]) uncovered.erase(choice);
        texts.push_back(text_of(strategy, all[best]));
    }
    return texts;
}

std::vector<std::string> specifications_of_all(int together) {
    std::vector<std::string> all;
    for (const StrategyDescription& strategy : strategies()) {
        const std::vector<std::string> some =
            together == 0 ? every_specification(strategy) : covering_specifications(strategy, together);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

}  // namespace ranvier::exchange
