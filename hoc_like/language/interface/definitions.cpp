#include "hoc_like/language/interface/definitions.hpp"

#include <algorithm>
#include <cctype>

namespace ranvier::hoc {

namespace {

std::string without_blanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string{text.substr(first, text.find_last_not_of(" \t") - first + 1)};
}

bool is_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string leading_name(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_of_name);
    return std::string{text.begin(), end};
}

class DefinitionReader {
  public:
    std::vector<Definition> found;

    void read(std::string_view line) {
        if (line.starts_with("//")) {
            comment_ += (comment_.empty() ? "" : " ") + without_blanks(line.substr(2));
            return;
        }
        if (line.starts_with("begintemplate ")) {
            in_template_ = true;
            const std::string name = leading_name(line.substr(14));
            add(name, "new " + name + "(...)", comment_);
        } else if (line.starts_with("endtemplate")) {
            in_template_ = false;
        } else if (!in_template_) {
            read_definition(line);
        }
        comment_.clear();
    }

  private:
    void read_definition(std::string_view line) {
        for (const std::string_view kind : {"proc ", "func ", "obfunc ", "iterator "}) {
            if (!line.starts_with(kind)) continue;
            const std::string name = leading_name(line.substr(kind.size()));
            return add(name, name + "()", comment_);
        }
        const std::string name = leading_name(line);
        if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return;
        if (!line.substr(name.size()).starts_with(" = ") || line.find(" new ") != std::string_view::npos) return;
        const auto remark = line.find("//");
        if (remark == std::string_view::npos) return;
        add(name, without_blanks(line.substr(0, remark)), without_blanks(line.substr(remark + 2)));
    }

    void add(const std::string& name, std::string usage, std::string doc) {
        if (name.empty() || name.ends_with('_')) return;  // those are the library's own
        const bool begins_with_usage = doc.starts_with(name + "(");
        if (const auto colon = doc.find("): "); begins_with_usage && colon != std::string::npos) {
            usage = doc.substr(0, colon + 1);
            doc = doc.substr(colon + 3);
        }
        if (!doc.empty()) doc[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(doc[0])));
        found.push_back({name, std::move(usage), std::move(doc)});
    }

    std::string comment_;
    bool in_template_ = false;
};

}  // namespace

std::vector<Definition> definitions_in(std::string_view text) {
    DefinitionReader reader;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        reader.read(text.substr(at, end - at));
        at = end + 1;
    }
    return std::move(reader.found);
}

}  // namespace ranvier::hoc
