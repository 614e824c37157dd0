#include "hoc_like/library/data/format.hpp"

#include <cstdio>

namespace ranvier::hoc {

namespace {

template <class T>
std::string print(const std::string& conversion, T value) {
    const int size = std::snprintf(nullptr, 0, conversion.c_str(), value);
    if (size <= 0) return {};
    std::string text(static_cast<std::size_t>(size) + 1, '\0');
    std::snprintf(text.data(), text.size(), conversion.c_str(), value);
    text.pop_back();
    return text;
}

/// Where the text and numbers of a format come from.
class Source {
  public:
    virtual ~Source() = default;
    virtual double number() = 0;
    virtual std::string string() = 0;
};

std::string convert(const std::string& flags, char letter, Source& source) {
    switch (letter) {
        case 'd':
        case 'i':
            return print("%" + flags + "lld", static_cast<long long>(source.number()));
        case 'o':
        case 'x':
        case 'X':
        case 'u':
            // A negative number shows as 32 bits, as in C with int.
            if (const auto value = static_cast<long long>(source.number()); value < 0) {
                return print("%" + flags + letter, static_cast<unsigned>(static_cast<int>(value)));
            } else {
                return print("%" + flags + "ll" + letter, static_cast<unsigned long long>(value));
            }
        case 'c':
            return print("%" + flags + "c", static_cast<int>(source.number()));
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
            return print("%" + flags + letter, source.number());
        case 's': {
            const std::string text = source.string();
            return print("%" + flags + "s", text.c_str());
        }
        default:
            return "%" + flags + letter;
    }
}

std::string format(std::string_view text, Source& source) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        std::string flags;
        for (++i; i < text.size() && std::string_view{"+-# 0123456789."}.find(text[i]) != std::string_view::npos; ++i) {
            flags += text[i];
        }
        while (i < text.size() && (text[i] == 'l' || text[i] == 'h')) ++i;
        if (i == text.size()) {
            out += '%' + flags;
        } else if (text[i] == '%') {
            out += '%';
        } else {
            out += convert(flags, text[i], source);
        }
    }
    return out;
}

class CallSource final : public Source {
  public:
    CallSource(const Call& call, int next) : call_{call}, next_{next} {}
    double number() override { return call_.number(next_++); }
    std::string string() override {
        const int i = next_++;
        if (!call_.is_object(i)) return call_.string(i);
        const ObjectPtr object = call_.object(i);
        return object ? object->name() : "NULLobject";
    }

  private:
    const Call& call_;
    int next_;
};

class NumberSource final : public Source {
  public:
    explicit NumberSource(double value) : value_{value} {}
    double number() override { return value_; }
    std::string string() override { return print("%g", value_); }

  private:
    double value_;
};

}  // namespace

std::string format_call(const Call& call, int first) {
    CallSource source{call, first + 1};
    return format(call.string(first), source);
}

std::string format_number(std::string_view text, double value) {
    NumberSource source{value};
    return format(text, source);
}

}  // namespace ranvier::hoc
