#include "hoc_like/language/interface/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace ranvier::hoc {
namespace {

void check_new(const Registry& registry, std::vector<std::string>& replaceable, const std::string& name) {
    if (registry.has(name)) throw std::logic_error{"the name " + name + " is registered twice"};
    std::erase(replaceable, name);
}

}  // namespace

void Registry::add(FunctionDefinition definition) {
    check_new(*this, replaceable_, definition.name);
    functions_.push_back(std::move(definition));
}

void Registry::add(VariableDefinition definition) {
    check_new(*this, replaceable_, definition.name);
    variables_.push_back(std::move(definition));
}

void Registry::add(ClassDefinition definition) {
    check_new(*this, replaceable_, definition.name);
    classes_.push_back(std::make_unique<ClassDefinition>(std::move(definition)));
}

bool Registry::has(std::string_view name) const {
    if (std::ranges::find(replaceable_, name) != replaceable_.end()) return false;
    const auto named = [&](const auto& definition) { return definition.name == name; };
    return std::any_of(functions_.begin(), functions_.end(), named) ||
           std::any_of(variables_.begin(), variables_.end(), named) ||
           std::any_of(classes_.begin(), classes_.end(),
                       [&](const auto& definition) { return definition->name == name; });
}

bool Registry::ask_late_names(std::string_view name) const {
    return std::ranges::any_of(late_names_, [&](const auto& make) { return make(name); });
}

Registry::Mark Registry::mark() const {
    return {functions_.size(), variables_.size(), classes_.size()};
}

std::vector<std::string> Registry::names_since(const Mark& mark) const {
    std::vector<std::string> names;
    for (auto k = mark.functions; k < functions_.size(); ++k) names.push_back(functions_[k].name);
    for (auto k = mark.variables; k < variables_.size(); ++k) names.push_back(variables_[k].name);
    for (auto k = mark.classes; k < classes_.size(); ++k) names.push_back(classes_[k]->name);
    return names;
}

std::vector<const ClassDefinition*> Registry::classes() const {
    std::vector<const ClassDefinition*> all;
    for (const auto& definition : classes_) all.push_back(definition.get());
    return all;
}

}  // namespace ranvier::hoc
