#include "mechanisms/nmodl/passes/check_formats.hpp"

#include <cctype>
#include <string_view>

namespace ranvier::nmodl {
namespace {

bool is_one_of(std::string_view letters, char c) {
    return c != '\0' && letters.find(c) != std::string_view::npos;
}

/// Rewrites one call of printf.
class Format {
  public:
    Format(Expression& call, Diagnostics& diagnostics)
        : call_(call), text_(call.operands.front()->text), diagnostics_(diagnostics) {}

    void rewrite() {
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            made_ += c;
            if (c == '%') conversion();
        }
        call_.operands.front()->text = made_;
        if (next_ <= given_) return;
        diagnostics_.warning(call_.where,
                             "printf has fewer arguments than its format; what is missing is printed as 0");
    }

  private:
    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    /// Flags, width, precision and the type's length; the length is dropped.
    void options() {
        while (is_one_of("-+ #0'.*123456789", here())) {
            if (here() == '*') argument(printed_int);
            made_ += text_[at_++];
        }
        while (is_one_of("hlLqjzt", here())) ++at_;
    }

    void conversion() {
        const auto begin = at_;
        const auto before = made_.size();
        options();
        const char letter = here();
        if (is_one_of("diouxX", letter)) {
            made_ += "ll";
            argument(printed_integer);
        } else if (is_one_of("eEfFgGaA", letter)) {
            argument(nullptr);
        } else if (is_one_of("cC", letter)) {
            argument(printed_int);
        } else if (is_one_of("sS", letter)) {
            text_argument();
        } else if (is_one_of("np", letter)) {
            diagnostics_.error(call_.where, std::string("printf: %") + letter + " needs an address, which NMODL lacks",
                               "use %g for a number");
        } else if (letter != '%') {  // not a conversion: the C library prints it as it stands
            at_ = begin;
            made_.resize(before);
            made_ += '%';
            return;
        }
        if (letter == 'S' || letter == 'C') {
            made_ += static_cast<char>(std::tolower(letter));
        } else {
            made_ += letter;
        }
        ++at_;
    }

    /// The next argument must be a number; `type`: what it becomes.
    void argument(const char* type) {
        auto& operand = next();
        if (operand->kind == ExpressionKind::String) {
            diagnostics_.error(call_.where, "printf: the format needs a number, but the argument is a text", "use %s");
        } else if (type) {
            operand = make_call(type, std::move(operand));
        }
    }

    void text_argument() {
        if (next()->kind == ExpressionKind::String) return;
        diagnostics_.error(call_.where, "printf: %s needs a text, but the argument is a number", "use %g");
    }

    ExpressionPtr& next() {
        if (++next_ >= call_.operands.size()) call_.operands.push_back(make_number(0));
        return call_.operands[next_];
    }

    Expression& call_;
    const std::string text_;
    Diagnostics& diagnostics_;
    std::string made_;
    std::size_t at_ = 0, next_ = 0, given_ = call_.operands.size() - 1;
};

}  // namespace

void check_formats(Program& program, Diagnostics& diagnostics) {
    if (program.block("printf")) return;
    for (auto& block : program.blocks) {
        for_each_expression(block.body, [&](ExpressionPtr& top) {
            for_each(*top, [&](Expression& e) {
                if (e.kind != ExpressionKind::Call || e.text != "printf" || e.operands.empty()) return;
                if (e.operands.front()->kind == ExpressionKind::String) {
                    Format(e, diagnostics).rewrite();
                } else {
                    diagnostics.error(e.where, "printf: the first argument must be a text, such as \"%g\\n\"");
                }
            });
        });
    }
}

}  // namespace ranvier::nmodl
