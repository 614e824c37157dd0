#include "hoc_like/library/reference/library_texts.hpp"

#include <map>

#include "hoc_like/language/interface/definitions.hpp"
#include "hoc_like/library/hoc/library_text.hpp"

namespace ranvier::hoc {

namespace {

using LibraryTexts = std::map<std::string, LibraryText, std::less<>>;

const LibraryTexts& library_texts() {
    static const LibraryTexts texts = [] {
        LibraryTexts found;
        std::vector<std::string> files{"stdrun.hoc", "stdlib.hoc"};
        for (const std::string& file : hoc_library_names()) files.push_back(file);
        for (const std::string& file : files) {
            if (file == "reference_examples.hoc") continue;
            for (Definition& each : definitions_in(hoc_library_text(file).value_or(""))) {
                const std::string name = each.name;
                found.try_emplace(name, LibraryText{name, file, std::move(each.usage), std::move(each.doc)});
            }
        }
        return found;
    }();
    return texts;
}

}  // namespace

std::optional<LibraryText> library_text(std::string_view name) {
    const auto found = library_texts().find(name);
    return found == library_texts().end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> names_in_library() {
    std::vector<std::string> names;
    for (const auto& [name, text] : library_texts()) names.push_back(name);
    return names;
}

}  // namespace ranvier::hoc
