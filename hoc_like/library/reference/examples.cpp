#include "hoc_like/library/reference/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hoc_like/library/hoc/library_text.hpp"

namespace ranvier::hoc {

namespace {

/// The examples in reference_examples.hoc by name, from lines like "//: Vector.append".
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

}  // namespace

std::string example_of(std::string_view name) {
    const auto found = examples().find(name);
    return found == examples().end() ? std::string{} : found->second;
}

std::string with_units(const std::string& units, const std::string& doc) {
    return units.empty() ? doc : fmt::format("{} [{}]", doc, units);
}

}  // namespace ranvier::hoc
