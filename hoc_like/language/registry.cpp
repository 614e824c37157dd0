#include "hoc_like/language/registry.hpp"

#include <algorithm>
#include <stdexcept>

namespace ranvier::hoc {
namespace {

void check_new(const Registry& registry, const std::string& name) {
    if (registry.has(name)) throw std::logic_error{"the name " + name + " is registered twice"};
}

}  // namespace

void Registry::add(FunctionDefinition definition) {
    check_new(*this, definition.name);
    functions_.push_back(std::move(definition));
}

void Registry::add(VariableDefinition definition) {
    check_new(*this, definition.name);
    variables_.push_back(std::move(definition));
}

void Registry::add(ClassDefinition definition) {
    check_new(*this, definition.name);
    classes_.push_back(std::make_unique<ClassDefinition>(std::move(definition)));
}

bool Registry::has(std::string_view name) const {
    const auto named = [&](const auto& definition) { return definition.name == name; };
    return std::any_of(functions_.begin(), functions_.end(), named) ||
           std::any_of(variables_.begin(), variables_.end(), named) ||
           std::any_of(classes_.begin(), classes_.end(),
                       [&](const auto& definition) { return definition->name == name; });
}

std::vector<const ClassDefinition*> Registry::classes() const {
    std::vector<const ClassDefinition*> all;
    for (const auto& definition : classes_) all.push_back(definition.get());
    return all;
}

}  // namespace ranvier::hoc
