#include "hoc_like/language/interface/advice/range_advice.hpp"

#include <algorithm>

#include "hoc_like/language/interface/advice/nearest.hpp"

namespace ranvier::hoc {

std::string advice_on_range_name(std::string_view name, const VariableDefinition* of_top_level, const CableHost& cables,
                                 const std::vector<std::string>& names, std::string_view top,
                                 std::string_view segment) {
    const std::string text{name};
    if (of_top_level) {
        std::string doc = of_top_level->doc;
        while (doc.ends_with('.')) doc.pop_back();
        return ": set " + std::string{top} + text + ", without a section (" + doc + ")";
    }
    if (cables.is_mechanism(name)) {
        const std::string suffix = "_" + text;
        const auto variable = std::ranges::find_if(names, [&](const auto& each) { return each.ends_with(suffix); });
        if (variable == names.end()) return ": it is a mechanism";
        return ": it is a mechanism, whose variables are written like " + std::string{segment} + *variable;
    }
    for (const std::string& mechanism : cables.mechanism_names()) {
        const std::string full = text + "_" + mechanism;
        if (std::ranges::find(names, full) != names.end()) return "; did you mean '" + full + "'?";
    }
    return nearest_suggestion(name, names);
}

}  // namespace ranvier::hoc
