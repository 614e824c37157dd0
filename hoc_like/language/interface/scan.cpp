#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>

#include "hoc_like/language/interface/characters.hpp"
#include "hoc_like/language/interface/format.hpp"

// sscanf. A format consists of spaces, which skip any spaces in the text, characters that must match, and conversions.

namespace ranvier::hoc {
namespace {

bool is_space(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// A conversion such as `%*5ld`: flags, width and letter after the %.
struct Conversion {
    bool is_skipped = false;
    std::size_t width = 0;  ///< 0: any
    bool is_long = false;
    char letter = 0;  ///< 0: the format ends before the letter
    std::string set;  ///< of %[...]
    bool is_set_inverted = false;

    bool takes(char c) const {
        if (letter == 's') return !is_space(c);
        if (letter == '[') return (set.find(c) != std::string::npos) != is_set_inverted;
        return true;
    }
};

/// A format, read from its beginning.
class Format {
  public:
    explicit Format(std::string text) : text_{std::move(text)} {}
    bool is_at_end() const { return at_ >= text_.size(); }
    char next() { return text_[at_++]; }

    /// Reads the conversion after a '%'.
    Conversion conversion() {
        Conversion conversion;
        conversion.is_skipped = accept('*');
        while (!is_at_end() && is_digit(text_[at_]) && conversion.width < 100000) {
            conversion.width = 10 * conversion.width + static_cast<std::size_t>(next() - '0');
        }
        while (!is_at_end() && (text_[at_] == 'l' || text_[at_] == 'h')) conversion.is_long |= next() == 'l';
        if (is_at_end()) return conversion;
        conversion.letter = next();
        if (conversion.letter == '[') read_set(conversion);
        return conversion;
    }

  private:
    bool accept(char c) {
        if (is_at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    /// Reads a set such as `^a-z_]`; its first character may be ']'.
    void read_set(Conversion& conversion) {
        conversion.is_set_inverted = accept('^');
        do {
            const bool is_span = at_ + 2 < text_.size() && text_[at_ + 1] == '-' && text_[at_ + 2] != ']';
            if (is_span) {
                for (char c = text_[at_]; c < text_[at_ + 2]; ++c) conversion.set += c;
                at_ += 2;
            }
            if (!is_at_end()) conversion.set += next();
        } while (!is_at_end() && text_[at_] != ']');
        accept(']');
    }

    std::string text_;
    std::size_t at_ = 0;
};

/// A text that is read from its beginning.
class Reading {
  public:
    explicit Reading(std::string text) : text_{std::move(text)} {}
    bool is_at_end() const { return at_ >= text_.size(); }

    void skip_spaces() {
        while (!is_at_end() && is_space(text_[at_])) ++at_;
    }

    bool accept(char c) {
        if (is_at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    /// Reads the characters for %s, %c or %[...]; may be empty.
    std::string characters(const Conversion& conversion) {
        if (conversion.letter == 's') skip_spaces();
        const std::size_t least_width = conversion.letter == 'c' ? 1 : 0;
        const std::size_t width = std::max(conversion.width, least_width);
        const std::size_t start = at_;
        while (!is_at_end() && (width == 0 || at_ - start < width) && conversion.takes(text_[at_])) ++at_;
        return text_.substr(start, at_ - start);
    }

    std::optional<double> number(const Conversion& conversion) {
        skip_spaces();
        const std::string rest = text_.substr(at_, conversion.width ? conversion.width : std::string::npos);
        char* end = nullptr;
        const double value = number_of(rest.c_str(), &end, conversion);
        if (end == rest.c_str()) return std::nullopt;
        at_ += static_cast<std::size_t>(end - rest.c_str());
        return value;
    }

  private:
    static double number_of(const char* text, char** end, const Conversion& conversion) {
        const auto whole = [&](int base) { return static_cast<double>(std::strtoll(text, end, base)); };
        switch (conversion.letter) {
            case 'd':
            case 'u':
                return whole(10);
            case 'i':
                return whole(0);
            case 'x':
                return whole(16);
            case 'o':
                return whole(8);
            default:
                // %f reads in single precision, as in C.
                return conversion.is_long ? std::strtod(text, end) : static_cast<double>(std::strtof(text, end));
        }
    }

    std::string text_;
    std::size_t at_ = 0;
};

/// The pointers and strdefs of a call, assigned in order.
class Targets {
  public:
    explicit Targets(const Call& call) : call_{call} {}
    int done() const { return done_; }

    void store(double value) {
        call_.reference(next_++)->store(value);
        ++done_;
    }
    void store(const std::string& found, bool is_character) {
        if (is_character && call_.is_reference(next_)) return store(static_cast<unsigned char>(found[0]));
        call_.set_string(next_++, found);
        ++done_;
    }

  private:
    const Call& call_;
    int next_ = 2;
    int done_ = 0;
};

/// Reads one conversion; false if the text does not match.
bool convert(const Conversion& conversion, Reading& text, Targets& targets) {
    const char letter = conversion.letter;
    if (letter == '%') return text.accept('%');
    if (letter == 's' || letter == 'c' || letter == '[') {
        const std::string found = text.characters(conversion);
        if (!found.empty() && !conversion.is_skipped) targets.store(found, letter == 'c');
        return !found.empty();
    }
    const auto value = text.number(conversion);
    if (value && !conversion.is_skipped) targets.store(*value);
    return value.has_value();
}

/// Throws if a conversion of the format lacks its letter.
void require_letters(const Call& call) {
    Format format{call.string(1)};
    while (!format.is_at_end()) {
        if (format.next() == '%' && format.conversion().letter == 0)
            call.fail("the format ends within a conversion; write a letter after the %, as in %s");
    }
}

}  // namespace

int scan_arguments(const Call& call) {
    require_letters(call);
    Reading text{call.string(0)};
    Format format{call.string(1)};
    Targets targets{call};
    bool matches = true;
    while (matches && !format.is_at_end()) {
        const char c = format.next();
        if (is_space(c)) {
            text.skip_spaces();
        } else if (c != '%') {
            matches = text.accept(c);
        } else {
            const Conversion conversion = format.conversion();
            matches = conversion.letter != 0 && convert(conversion, text, targets);
        }
    }
    // As in the C library: -1 if the text ends before an assignment, 0 if it does not match.
    return !matches && targets.done() == 0 && text.is_at_end() ? -1 : targets.done();
}

}  // namespace ranvier::hoc
