#include "hoc_like/library/help/help.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/help/mechanism_variables.hpp"
#include "hoc_like/library/reference/examples.hpp"
#include "hoc_like/library/reference/language_texts.hpp"
#include "hoc_like/library/reference/library_texts.hpp"

namespace ranvier::hoc {

namespace {

std::string help_of_class(const ClassDefinition& definition) {
    std::string text = fmt::format("{}\n    {}\n{}", definition.signature, definition.doc, example_of(definition.name));
    std::string line;
    for (const auto& each : definition.methods) line += (line.empty() ? "" : " ") + each.name;
    if (!line.empty()) text += "methods: " + line + '\n';
    line.clear();
    for (const auto& each : definition.properties)
        line += (line.empty() ? "" : ", ") + with_units(each.units, each.name);
    if (!line.empty()) text += "values: " + line + '\n';
    return text;
}

std::optional<std::string> registered_text(const Registry& registry, std::string_view name) {
    for (const auto& each : registry.functions()) {
        if (each.name == name) return fmt::format("{}\n    {}\n{}", each.signature, each.doc, example_of(each.name));
    }
    for (const auto& each : registry.variables()) {
        if (each.name == name) return fmt::format("{}\n    {}\n", each.name, with_units(each.units, each.doc));
    }
    const std::size_t dot = name.find('.');
    for (const ClassDefinition* each : registry.classes()) {
        if (each->name != name.substr(0, dot)) continue;
        if (dot == std::string_view::npos) return help_of_class(*each);
        for (const auto& method : each->methods) {
            if (method.name == name.substr(dot + 1)) {
                return fmt::format("{}\n    {}\n{}", method.signature, method.doc, example_of(name));
            }
        }
        for (const auto& property : each->properties) {
            if (property.name == name.substr(dot + 1)) {
                return fmt::format("{}\n    {}\n", name, with_units(property.units, property.doc));
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> language_text(std::string_view name) {
    const auto texts = language_texts();
    const auto found = std::ranges::find(texts, name, &LanguageText::name);
    if (found == texts.end()) return std::nullopt;
    return fmt::format("{}\n    {}\n", found->usage, found->doc);
}

std::optional<std::string> library_help_text(std::string_view name) {
    const auto found = library_text(name);
    if (!found) return std::nullopt;
    const std::string doc = found->doc.empty() ? "" : fmt::format("    {}\n", found->doc);
    return fmt::format("{}\n{}    defined by load_file(\"{}\")\n", found->usage, doc, found->file);
}

/// Of a name with this spelling, from the most to the least used kinds of names.
std::optional<std::string> exact_help_text(const Context& context, std::string_view name) {
    if (auto text = registered_text(context.registry, name)) return text;
    if (auto text = language_text(name)) return text;
    if (auto text = density_mechanism_text(context, name)) return text;
    if (auto text = range_variable_text(context, name)) return text;
    return library_help_text(name);
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// Case-insensitive matches for `name` among functions, variables, classes, and members written as Class.member. If nothing
/// matches, the class members with that bare name: "psolve" yields ParallelContext.psolve.
std::vector<std::string> names_like(const Registry& registry, std::string_view name) {
    const std::string wanted = lower(name);
    std::vector<std::string> names, members;
    const auto add = [&](std::vector<std::string>& to, const std::string& each) {
        if (lower(each) == wanted) to.push_back(each);
    };
    for (const auto& each : registry.functions()) add(names, each.name);
    for (const auto& each : registry.variables()) add(names, each.name);
    for (const ClassDefinition* each : registry.classes()) {
        add(names, each->name);
        const auto add_member = [&](const std::string& member) {
            add(names, each->name + "." + member);
            if (lower(member) == wanted) members.push_back(each->name + "." + member);
        };
        for (const auto& method : each->methods) add_member(method.name);
        for (const auto& property : each->properties) add_member(property.name);
    }
    return names.empty() ? members : names;
}

}  // namespace

std::optional<std::string> help_text(const Context& context, std::string_view name) {
    if (auto text = exact_help_text(context, name)) return text;
    constexpr std::size_t most_shown = 3;
    const std::vector<std::string> names = names_like(context.registry, name);
    if (names.empty()) return std::nullopt;
    if (names.size() > most_shown) return fmt::format("{} is a member of several: {}\n", name, fmt::join(names, ", "));
    std::string text;
    for (const std::string& each : names) {
        const std::string one = exact_help_text(context, each).value_or("");
        const bool is_named = one.starts_with(each);  // methods are not: vec.append(x)
        text += is_named ? one : fmt::format("{}: {}", each, one);
    }
    return text;
}

std::vector<std::string> names_with_help(const Context& context) {
    std::vector<std::string> names = context.interpreter.names();
    for (const LanguageText& each : language_texts()) names.emplace_back(each.name);
    const auto append = [&](const std::vector<std::string>& more) {
        names.insert(names.end(), more.begin(), more.end());
    };
    append(context.cables.mechanism_names());
    append(context.cables.names_for_suggestions());
    append(names_in_library());
    return names;
}

}  // namespace ranvier::hoc
