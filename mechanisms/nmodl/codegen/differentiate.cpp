#include "mechanisms/nmodl/codegen/straight_code.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"

namespace ranvier::nmodl {
namespace {

ExpressionPtr copy(const ExpressionPtr& e) {
    return e ? clone(*e) : nullptr;
}

/// A null pointer stands for zero.
class Derivative {
  public:
    explicit Derivative(const std::string& by) : by_(by) {}

    ExpressionPtr of(const Expression& e) {
        switch (e.kind) {
            case ExpressionKind::Number:
                return nullptr;
            case ExpressionKind::Name:
                return of_name(e.text);
            case ExpressionKind::Unary: {
                auto inner = of(*e.operands[0]);
                if (!inner) return nullptr;
                if (e.text != "-") possible = false;
                return make_unary("-", std::move(inner));
            }
            case ExpressionKind::Binary:
                return of_binary(e);
            case ExpressionKind::Select: {
                auto yes = of(*e.operands[1]), no = of(*e.operands[2]);
                if (!yes && !no) return nullptr;
                auto made = clone(e);
                made->operands[1] = yes ? std::move(yes) : make_number("0.0");
                made->operands[2] = no ? std::move(no) : make_number("0.0");
                return made;
            }
            case ExpressionKind::Call:
                if (e.text == "exp") {
                    auto inner = of(*e.operands[0]);
                    return inner ? make_binary("*", clone(e), std::move(inner)) : nullptr;
                }
                break;
            default:
                break;
        }
        for (const auto& operand : e.operands) {
            if (of(*operand)) possible = false;
        }
        return nullptr;
    }

    std::map<std::string, ExpressionPtr> known;  ///< derivatives of definitions, by name
    bool possible = true;

  private:
    ExpressionPtr of_name(const std::string& name) {
        if (name == by_) return make_number("1.0");
        const auto found = known.find(name);
        return found == known.end() ? nullptr : copy(found->second);
    }

    ExpressionPtr of_binary(const Expression& e) {
        const auto& a = *e.operands[0];
        const auto& b = *e.operands[1];
        const bool compares = e.text == "<" || e.text == ">" || e.text == "<=" || e.text == ">=" || e.text == "==" ||
                              e.text == "!=" || e.text == "&&" || e.text == "||";
        if (compares) return nullptr;
        auto da = of(a), db = of(b);
        if (!da && !db) return nullptr;
        const auto times = [](const Expression& x, const ExpressionPtr& y) {
            return make_binary("*", clone(x), copy(y));
        };
        if (e.text == "+") {
            if (!da || !db) return da ? std::move(da) : std::move(db);
            return make_binary("+", std::move(da), std::move(db));
        }
        if (e.text == "-") {
            if (!db) return da;
            if (!da) return make_unary("-", std::move(db));
            return make_binary("-", std::move(da), std::move(db));
        }
        if (e.text == "*") {
            if (!db) return times(b, da);
            if (!da) return times(a, db);
            return make_binary("+", times(b, da), times(a, db));
        }
        if (e.text == "/") {
            if (!db) return make_binary("/", std::move(da), clone(b));
            // (a/b)' = (a' - (a/b) b')/b
            auto change = times(e, db);
            auto top = da ? make_binary("-", std::move(da), std::move(change)) : make_unary("-", std::move(change));
            return make_binary("/", std::move(top), clone(b));
        }
        possible = false;
        return nullptr;
    }

    const std::string& by_;
};

}  // namespace

std::optional<std::vector<ExpressionPtr>> differentiate(const Program& program, StraightCode& code,
                                                        const std::vector<ExpressionPtr>& of, const std::string& by) {
    Derivative derivative(by);
    const auto count = code.definitions.size();
    for (std::size_t k = 0; k < count; ++k) {
        // A copy, because define may move the list.
        const auto name = code.definitions[k].name;
        auto slope = derivative.of(*code.definitions[k].value);
        if (!slope) continue;
        slope = simplify(std::move(slope));
        if (slope->kind == ExpressionKind::Number || slope->kind == ExpressionKind::Name) {
            derivative.known[name] = std::move(slope);
        } else {
            derivative.known[name] = make_name(code.define(program, "d", std::move(slope)));
        }
    }
    if (!derivative.possible) return std::nullopt;
    std::vector<ExpressionPtr> slopes;
    for (const auto& e : of) {
        auto slope = derivative.of(*e);
        slopes.push_back(slope ? std::move(slope) : make_number("0.0"));
    }
    return slopes;
}

}  // namespace ranvier::nmodl
