#include "hoc_like/library/reference/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/library/hoc/library_text.hpp"

namespace ranvier::hoc {

namespace {

/// The examples of reference_examples.hoc by name: "//: Vector.append".
const std::map<std::string, std::string, std::less<>>& examples() {
    static const auto table = [] {
        std::map<std::string, std::string, std::less<>> by_name;
        const std::string text = hoc_library_text("reference_examples.hoc").value_or("");
        constexpr std::string_view head = "//: ";
        std::string* current = nullptr;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string line = text.substr(at, end - at);
            at = end + 1;
            if (line.starts_with(head)) {
                current = &by_name[line.substr(head.size())];
            } else if (current && !line.empty()) {
                *current += line + '\n';
            }
        }
        return by_name;
    }();
    return table;
}

std::string example_of(std::string_view name) {
    const auto found = examples().find(name);
    return found == examples().end() ? std::string{} : found->second;
}

std::string fenced(const std::string& example) {
    return example.empty() ? std::string{} : fmt::format("\n```hoc\n{}```\n", example);
}

std::string with_units(const std::string& units, const std::string& doc) {
    return units.empty() ? doc : fmt::format("{} [{}]", doc, units);
}

/// `|` would end the cell of a table.
std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
    return text;
}

template <class Definitions>
auto sorted(const Definitions& definitions) {
    std::vector<const typename Definitions::value_type*> list;
    for (const auto& each : definitions) list.push_back(&each);
    std::sort(list.begin(), list.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    return list;
}

std::string class_section(const ClassDefinition& definition) {
    std::string text = fmt::format("\n### {}\n\n`{}`: {}\n{}", definition.name, definition.signature, definition.doc,
                                   fenced(example_of(definition.name)));
    std::string rows, after;
    for (const auto& each : definition.methods) {
        rows += fmt::format("| `{}` | {} |\n", cell(each.signature), cell(each.doc));
        if (const std::string example = example_of(definition.name + "." + each.name); !example.empty())
            after += fenced(example);
    }
    for (const auto& each : definition.properties) {
        rows += fmt::format("| `.{}{}` | {} |\n", each.name, each.dimensions > 0 ? "[i]" : "",
                            cell(with_units(each.units, each.doc)));
    }
    for (const auto& each : definition.strings) rows += fmt::format("| `.{}` | {} |\n", each.name, cell(each.doc));
    for (const auto& each : definition.sections) rows += fmt::format("| `.{}` | {} |\n", each.name, cell(each.doc));
    if (!rows.empty()) text += "\n| Member | |\n|---|---|\n" + rows;
    return text + after;
}

std::string help_of_class(const ClassDefinition& definition) {
    std::string text = fmt::format("{}\n    {}\n{}", definition.signature, definition.doc, example_of(definition.name));
    std::string line;
    for (const auto& each : definition.methods) line += (line.empty() ? "" : " ") + each.name;
    if (!line.empty()) text += "methods: " + line + '\n';
    line.clear();
    for (const auto& each : definition.properties) line += (line.empty() ? "" : " ") + each.name;
    if (!line.empty()) text += "values: " + line + '\n';
    return text;
}

}  // namespace

std::string reference_page(const Registry& registry) {
    std::string page =
        "# hoc: functions and classes\n\nMade by `ranvier doc hoc` from the table in which each is registered; in the prompt `help NAME` shows "
        "the same. Lines that begin with `//>` are what an example prints.\n\n## Functions\n";
    for (const auto* each : sorted(registry.functions())) {
        page += fmt::format("\n`{}`: {}\n{}", each->signature, each->doc, fenced(example_of(each->name)));
    }
    page += "\nOf one number:";
    for (const auto name : math_names()) page += fmt::format("{}`{}`", name == math_names().front() ? " " : ", ", name);
    page += ".\n";
    page += "\n## Variables\n\n| Name | |\n|---|---|\n";
    for (const auto* each : sorted(registry.variables())) {
        page += fmt::format("| `{}` | {} |\n", each->name, cell(with_units(each->units, each->doc)));
    }
    page += "\n## Classes\n";
    auto classes = registry.classes();
    std::sort(classes.begin(), classes.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    for (const ClassDefinition* each : classes) page += class_section(*each);
    return page;
}

std::optional<std::string> help_text(const Registry& registry, std::string_view name) {
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

}  // namespace ranvier::hoc
