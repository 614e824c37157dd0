#include "hoc_like/program/given_names.hpp"

#include <cctype>

namespace ranvier::program {

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Reads words and braces, but neither comments nor VERBATIM, whose words mean nothing here.
class Words {
  public:
    explicit Words(std::string_view text) : text_{text} {}

    /// The next word, or character that is not a part of one; "" at the end.
    std::string_view next() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (is_word(c)) {
                const std::size_t begin = at_;
                while (at_ < text_.size() && is_word(text_[at_])) ++at_;
                const auto word = text_.substr(begin, at_ - begin);
                if (word == "COMMENT") {
                    skip_to("ENDCOMMENT");
                } else if (word == "VERBATIM") {
                    skip_to("ENDVERBATIM");
                } else {
                    return word;
                }
            } else if (c == ':' || c == '?') {
                skip_to("\n");
            } else {
                ++at_;
                if (!std::isspace(static_cast<unsigned char>(c))) return text_.substr(at_ - 1, 1);
            }
        }
        return {};
    }

  private:
    void skip_to(std::string_view end) {
        const auto found = text_.find(end, at_);
        at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

GivenNames::GivenNames(const std::string& text) {
    Words words(text);
    std::unordered_set<std::string> declared;
    for (auto word = words.next(); !word.empty(); word = words.next()) {
        if (word == "SUFFIX" || word == "POINT_PROCESS" || word == "ARTIFICIAL_CELL") {
            if (const auto name = words.next(); mechanism_.empty()) mechanism_ = name;
        } else if (word == "USEION") {
            const std::string ion{words.next()};
            for (const auto& name : {"e" + ion, "i" + ion, ion + "i", ion + "o", ion + "_ion"}) names_.insert(name);
        } else if (word == "FUNCTION" || word == "PROCEDURE" || word == "FUNCTION_TABLE") {
            declared.emplace(words.next());
        } else if (word == "GLOBAL" || word == "PARAMETER" || word == "ASSIGNED") {
            for (word = words.next(); !word.empty() && word != "}"; word = words.next()) declared.emplace(word);
        }
    }
    if (mechanism_ == "nothing") {
        names_.merge(declared);
    } else if (!mechanism_.empty()) {
        names_.insert(mechanism_);
    }
}

bool GivenNames::has(std::string_view name) const {
    if (names_.contains(std::string(name))) return true;
    for (auto at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
        if (names_.contains(std::string(name.substr(at + 1)))) return true;
    }
    return false;
}

}  // namespace ranvier::program
