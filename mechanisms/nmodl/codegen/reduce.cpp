#include <algorithm>
#include <cmath>
#include <optional>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/straight_code.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"

namespace ranvier::nmodl {
namespace {

bool is_atom(const Expression& e) {
    return e.kind == ExpressionKind::Number || e.kind == ExpressionKind::Name;
}

bool is_binary(const Expression& e, const char* op) {
    return e.kind == ExpressionKind::Binary && e.text == op;
}

/// number * fixed / fixed_below * over / below; `fixed` are the factors that are the same for all instances.
struct Fraction {
    double number = 1.0;
    std::vector<ExpressionPtr> fixed, fixed_below, over, below;
};

ExpressionPtr product(std::vector<ExpressionPtr> factors) {
    ExpressionPtr made;
    for (auto& factor : factors) {
        made = made ? make_binary("*", std::move(made), std::move(factor)) : std::move(factor);
    }
    return made;
}

class Reducer {
  public:
    Reducer(const Program& program, StraightCode& code, const std::set<std::string>& varying)
        : program_(program), code_(code), varying_(varying) {}

    void run() {
        auto all = std::move(code_.definitions);
        code_.definitions.clear();
        for (auto& definition : all) {
            definition.value = reduced(std::move(definition.value));
            sort_in(std::move(definition));
        }
        drop_unused();
        share_exponentials();
        share_reciprocals();
        for (auto& definition : code_.definitions) hoist(definition.value);
    }

    void run_exactly() {
        share_equal();
        auto all = std::move(code_.definitions);
        code_.definitions.clear();
        for (auto& definition : all) sort_in(std::move(definition));
        drop_unused();
        for (auto& definition : code_.definitions) hoist(definition.value);
    }

    void drop_repeated() {
        share_equal();
        drop_unused();
    }

  private:
    /// Merges definitions with equal values.
    void share_equal() {
        std::map<std::string, std::string> known, same;  // value -> name; merged name -> remaining name
        const auto rename = [&](Expression& top) {
            for_each(top, [&](Expression& e) {
                if (e.kind != ExpressionKind::Name) return;
                if (const auto found = same.find(e.text); found != same.end()) e.text = found->second;
            });
        };
        std::vector<StraightCode::Definition> kept;
        for (auto& definition : code_.definitions) {
            rename(*definition.value);
            const auto [first, is_new] = known.emplace(to_nmodl(*definition.value), definition.name);
            if (is_new) {
                kept.push_back(std::move(definition));
            } else {
                same[definition.name] = first->second;
            }
        }
        code_.definitions = std::move(kept);
        for (auto& result : code_.results) rename(*result.second);
        for (auto& output : code_.outputs) rename(*output);
        for (auto& failure : code_.failures) rename(*failure.value);
        if (!code_.iteration) return;
        for (auto* atoms : {&code_.iteration->starts, &code_.iteration->misses}) {
            for (auto& atom : *atoms) rename(*atom);
        }
    }

    void sort_in(StraightCode::Definition definition) {
        auto& list = is_fixed(*definition.value) ? code_.invariants : code_.definitions;
        if (&list == &code_.invariants) fixed_.insert(definition.name);
        values_[definition.name] = definition.value.get();
        list.push_back(std::move(definition));
    }

    /// Whether an expression is the same for all instances.
    bool is_fixed(const Expression& e) const {
        if (e.kind == ExpressionKind::Name) {
            const auto* symbol = program_.symbol(e.text);
            if (!symbol) return fixed_.contains(e.text);
            if (symbol->length > 0 || e.text == "usetable") return false;
            if (symbol->storage == Storage::Global) return !varying_.contains(e.text);
            const bool built =
                symbol->storage == Storage::Built && e.text != "v" && e.text != "diam" && e.text != "area";
            return built || symbol->storage == Storage::Constant;
        }
        if (e.kind == ExpressionKind::Call) {
            const auto* known = known_function(e.text);
            if (!known || !known->is_pure) return false;
        }
        if (e.kind == ExpressionKind::String || e.kind == ExpressionKind::Index) return false;
        return std::all_of(e.operands.begin(), e.operands.end(), [&](const auto& o) { return is_fixed(*o); });
    }

    ExpressionPtr reduced(ExpressionPtr e) {
        for (auto& operand : e->operands) operand = reduced(std::move(operand));
        e = simplify(std::move(e));
        const auto& inner = e->kind == ExpressionKind::Unary && e->text == "-" ? *e->operands[0] : *e;
        if (is_binary(inner, "*") || is_binary(inner, "/")) {
            Fraction fraction;
            collect(*e, false, fraction);
            return built(std::move(fraction));
        }
        return e;
    }

    void collect(const Expression& e, bool inverse, Fraction& f) const {
        if (e.kind == ExpressionKind::Unary && e.text == "-") {
            f.number = -f.number;
            collect(*e.operands[0], inverse, f);
        } else if (is_binary(e, "*") || is_binary(e, "/")) {
            collect(*e.operands[0], inverse, f);
            collect(*e.operands[1], inverse != (e.text == "/"), f);
        } else if (e.kind == ExpressionKind::Number && std::isnormal(inverse ? 1.0 / e.value() : e.value())) {
            f.number *= inverse ? 1.0 / e.value() : e.value();
        } else if (const auto* value = quotient_of(e); value && inverse) {
            collect(*value, inverse, f);
        } else if (is_fixed(e)) {
            (inverse ? f.fixed_below : f.fixed).push_back(clone(e));
        } else {
            (inverse ? f.below : f.over).push_back(clone(e));
        }
    }

    /// The value of a definition like a/x with `a` the same for all instances.
    const Expression* quotient_of(const Expression& e) const {
        if (e.kind != ExpressionKind::Name || fixed_.contains(e.text)) return nullptr;
        const auto found = values_.find(e.text);
        if (found == values_.end() || !is_binary(*found->second, "/")) return nullptr;
        return is_fixed(*found->second->operands[0]) ? found->second : nullptr;
    }

    static ExpressionPtr built(Fraction f) {
        auto over = product(std::move(f.over));
        auto below = product(std::move(f.below));
        const bool minus = f.number == -1.0 && f.fixed.empty() && f.fixed_below.empty();
        if (minus) f.number = 1.0;
        // The fixed factors come first, as one subexpression that can be moved out of the loop.
        auto fixed = product(std::move(f.fixed));
        if (fixed && f.number != 1.0) fixed = make_binary("*", make_number(f.number), std::move(fixed));
        if (!fixed && (f.number != 1.0 || !f.fixed_below.empty() || !over)) fixed = make_number(f.number);
        if (auto under = product(std::move(f.fixed_below)))
            fixed = make_binary("/", std::move(fixed), std::move(under));
        if (fixed) over = over ? make_binary("*", std::move(fixed), std::move(over)) : std::move(fixed);
        if (below) over = make_binary("/", std::move(over), std::move(below));
        return minus ? make_unary("-", std::move(over)) : std::move(over);
    }

    void drop_unused() {
        std::set<std::string> needed;
        const auto need = [&](const Expression& e) {
            for_each(e, [&](const Expression& part) {
                if (part.kind == ExpressionKind::Name) needed.insert(part.text);
            });
        };
        for (const auto& result : code_.results) need(*result.second);
        for (const auto& output : code_.outputs) need(*output);
        for (const auto& failure : code_.failures) need(*failure.value);
        if (code_.iteration) {
            for (const auto& atom : code_.iteration->starts) need(*atom);
            for (const auto& atom : code_.iteration->misses) need(*atom);
        }
        for (auto* list : {&code_.definitions, &code_.invariants}) {
            std::vector<StraightCode::Definition> used;
            for (auto definition = list->rbegin(); definition != list->rend(); ++definition) {
                if (!needed.contains(definition->name)) continue;
                need(*definition->value);
                used.push_back(std::move(*definition));
            }
            std::reverse(used.begin(), used.end());
            *list = std::move(used);
        }
    }

    /// slope * base + offset; a number if `base` is empty.
    struct Affine {
        double slope = 0.0;
        std::string base;
        double offset = 0.0;
    };

    std::optional<Affine> affine(const Expression& e) const {
        if (e.kind == ExpressionKind::Number) return Affine{0.0, "", e.value()};
        if (e.kind == ExpressionKind::Name) {
            const auto found = affine_.find(e.text);
            return found == affine_.end() ? Affine{1.0, e.text, 0.0} : found->second;
        }
        if (e.kind == ExpressionKind::Unary && e.text == "-") {
            auto a = affine(*e.operands[0]);
            if (a) a = Affine{-a->slope, a->base, -a->offset};
            return a;
        }
        if (e.kind != ExpressionKind::Binary) return std::nullopt;
        const auto a = affine(*e.operands[0]), b = affine(*e.operands[1]);
        if (!a || !b || (!a->base.empty() && !b->base.empty())) return std::nullopt;
        const auto& base = a->base.empty() ? b->base : a->base;
        if (e.text == "+") return Affine{a->slope + b->slope, base, a->offset + b->offset};
        if (e.text == "-") return Affine{a->slope - b->slope, base, a->offset - b->offset};
        if (e.text != "*") return std::nullopt;
        return Affine{a->slope * b->offset + b->slope * a->offset, base, a->offset * b->offset};
    }

    static constexpr double farthest = 20.0;  // largest difference of exponents, far from the limits of exp

    /// Replaces exp(a*v + c) by a multiple of exp(a*v + b).
    void share_exponentials() {
        ExpGroups groups;
        const auto group_of = [&](const Expression& e) -> std::pair<ExpGroup*, double> {
            if (e.kind != ExpressionKind::Call || e.text != "exp") return {nullptr, 0.0};
            const auto a = affine(*e.operands[0]);
            if (!a || a->base.empty()) return {nullptr, 0.0};
            ExpGroup& group = groups[{a->base, a->slope}];
            group.base = a->base;
            group.slope = a->slope;
            return {&group, a->offset};
        };
        for (const auto& definition : code_.definitions) {
            for_each(*definition.value, [&](const Expression& e) {
                const auto [group, offset] = group_of(e);
                if (group && group->uses++ == 0) group->offset = offset;
            });
            const auto a = affine(*definition.value);
            if (a && !a->base.empty()) affine_[definition.name] = *a;
        }
        find_powers(groups);
        auto all = std::move(code_.definitions);
        code_.definitions.clear();
        for (auto& definition : all) {
            for_each(*definition.value, [&](Expression& e) {
                const auto [group, offset] = group_of(e);
                if (!group || (group->uses < 2 && !group->is_root && !group->root)) return;
                define_exponential(*group);
                const double distance = offset - group->offset;
                if (!(std::fabs(distance) <= farthest)) return;
                e = std::move(*times_exp(make_name(group->name), distance));
            });
            code_.definitions.push_back(std::move(definition));
        }
    }

    /// Exponentials with the same slope and base; one of them is computed, the others are multiples of that one.
    struct ExpGroup {
        int uses = 0;
        std::string base{};
        double slope = 0.0;
        double offset = 0.0;       ///< of the computed exponential; initially the offset of the first member
        std::string name{};        ///< of the computed exponential, once defined
        ExpGroup* root = nullptr;  ///< the group of which this one is a power
        int power = 0;
        bool is_root = false;
    };
    using ExpGroups = std::map<std::pair<std::string, double>, ExpGroup>;

    /// Finds powers: exp(4*a*v) is the fourth power of exp(a*v). The error grows by the exponent, which is at most 4.
    static void find_powers(ExpGroups& groups) {
        for (auto& [key, group] : groups) {
            for (auto& [other_key, other] : groups) {
                const double ratio = key.second / other_key.second;
                const bool fits = key.first == other_key.first && (ratio == 2 || ratio == 3 || ratio == 4);
                if (!fits || (group.root && ratio > group.power)) continue;
                group.root = &other;
                group.power = static_cast<int>(ratio);
            }
            if (group.root) group.root->is_root = true;
        }
    }

    static ExpressionPtr times_exp(ExpressionPtr e, double exponent) {
        if (exponent == 0) return e;
        return make_binary("*", std::move(e), make_call("exp", make_number(exponent)));
    }

    /// Defines the exponential of the group, after the group of which it is a power.
    void define_exponential(ExpGroup& group) {
        if (!group.name.empty()) return;
        ExpressionPtr value;
        if (group.root && std::fabs(group.offset - group.power * group.root->offset) <= farthest) {
            define_exponential(*group.root);
            group.offset = group.power * group.root->offset;
            value = power_of(group.root->name, group.power);
        } else {
            auto argument = make_binary("*", make_number(group.slope), make_name(group.base));
            value = make_call("exp", make_binary("+", std::move(argument), make_number(group.offset)));
        }
        group.name = code_.define(program_, "exp", simplify(std::move(value)));
    }

    ExpressionPtr power_of(const std::string& name, int power) {
        auto value = make_binary("*", make_name(name), make_name(name));
        if (power == 3) value = make_binary("*", std::move(value), make_name(name));
        if (power == 4) {
            const auto square = code_.define(program_, "exp", std::move(value));
            value = make_binary("*", make_name(square), make_name(square));
        }
        // exp ends at exp(700), and a power of it must not become infinite.
        return make_call("fmin", make_number(std::exp(700.0)), std::move(value));
    }

    /// Computes a/x and b/x with one division, r = 1/x.
    void share_reciprocals() {
        std::vector<std::pair<const Expression*, int>> divisors;
        for (const auto& definition : code_.definitions) {
            for_each(*definition.value, [&](const Expression& e) {
                if (!is_binary(e, "/") || is_fixed(*e.operands[1])) return;
                for (auto& [divisor, uses] : divisors) {
                    if (!equal(*divisor, *e.operands[1])) continue;
                    ++uses;
                    return;
                }
                divisors.emplace_back(e.operands[1].get(), 1);
            });
        }
        std::vector<std::pair<ExpressionPtr, std::string>> shared;  // divisor, name of its reciprocal once defined
        for (const auto& [divisor, uses] : divisors) {
            if (uses > 1) shared.emplace_back(clone(*divisor), "");
        }
        auto all = std::move(code_.definitions);
        code_.definitions.clear();
        for (auto& definition : all) {
            for_each(*definition.value, [&](Expression& e) {
                if (!is_binary(e, "/")) return;
                for (auto& [divisor, name] : shared) {
                    if (!equal(*divisor, *e.operands[1])) continue;
                    if (name.empty()) {
                        auto value = make_binary("/", make_number("1.0"), clone(*divisor));
                        name = code_.define(program_, "reciprocal", std::move(value));
                    }
                    e.text = "*";
                    e.operands[1] = make_name(name);
                    return;
                }
            });
            definition.value = simplify(std::move(definition.value));
            code_.definitions.push_back(std::move(definition));
        }
    }

    /// Moves subexpressions that are the same for all instances to separate definitions before the loop.
    void hoist(ExpressionPtr& e) {
        if (is_atom(*e) || e->kind == ExpressionKind::String) return;
        if (e->kind == ExpressionKind::Unary && is_atom(*e->operands[0])) return;
        if (!is_fixed(*e)) {
            for (auto& operand : e->operands) hoist(operand);
            return;
        }
        for (const auto& known : code_.invariants) {
            if (!equal(*known.value, *e)) continue;
            e = make_name(known.name);
            return;
        }
        const auto name = code_.new_name(program_, "fixed");
        code_.invariants.push_back({name, std::move(e)});
        fixed_.insert(name);
        e = make_name(name);
    }

    const Program& program_;
    StraightCode& code_;
    const std::set<std::string>& varying_;
    std::set<std::string> fixed_;
    std::map<std::string, const Expression*> values_;
    std::map<std::string, Affine> affine_;  // of definitions
};

}  // namespace

void reduce(const Program& program, StraightCode& code, const std::set<std::string>& varying) {
    Reducer(program, code, varying).run();
}

void reduce_exactly(const Program& program, StraightCode& code, const std::set<std::string>& varying) {
    Reducer(program, code, varying).run_exactly();
}

void drop_repeated(const Program& program, StraightCode& code) {
    Reducer(program, code, {}).drop_repeated();
}

}  // namespace ranvier::nmodl
