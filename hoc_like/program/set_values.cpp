#include "hoc_like/program/set_values.hpp"

#include <algorithm>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::program {

std::string name_set_by(const std::string& statement) {
    const std::size_t equals = statement.find('=');
    if (equals == std::string::npos) return {};
    const std::size_t first = statement.find_first_not_of(" \t");
    const std::size_t last = statement.find_last_not_of(" \t", equals - 1);
    if (first >= equals) return {};
    const std::string name = statement.substr(first, last - first + 1);
    const bool is_name =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
    return is_name ? name : std::string();
}

std::vector<std::pair<std::string, double>> set_values(hoc::Session& session, const RunOptions& options) {
    std::vector<std::pair<std::string, double>> values;
    for (const Input& input : options.inputs) {
        if (input.kind != Input::Kind::statement) continue;
        const std::string name = name_set_by(input.text);
        const auto value = name.empty() ? std::nullopt : session.context().interpreter.number(name);
        const bool is_known = std::ranges::any_of(values, [&](const auto& each) { return each.first == name; });
        if (value && !is_known) values.emplace_back(name, *value);
    }
    return values;
}

}  // namespace ranvier::program
