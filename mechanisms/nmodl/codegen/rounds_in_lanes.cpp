#include "mechanisms/nmodl/codegen/rounds_in_lanes.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/lane_passes.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/unroll_loops.hpp"

namespace ranvier::nmodl {
namespace {

using Definition = StraightCode::Definition;

constexpr int least_rounds = 8;

/// A round: statements, then perhaps a branch that holds the rest.
struct Shape {
    std::vector<const Statement*> first, body;
    const Expression* condition = nullptr;
};

bool is_simple(const Statement& s) {
    return s.kind == StatementKind::Assign || s.kind == StatementKind::Local || s.kind == StatementKind::If;
}

class RoundPrinter {
  public:
    RoundPrinter(const Plan& plan, const Statement& from, Body& body, CppWriter& out)
        : plan_(plan), program_(*plan.program), from_(from), body_(body), out_(out) {}

    bool print() {
        if (!find_shape() || !has_many_rounds()) return false;
        auto round = straighten_round(program_, from_.name, shape_.first, shape_.condition, shape_.body);
        if (!round || round->code.results.empty()) return false;
        round_ = &*round;
        if (!has_fixed_bounds()) return false;
        split();
        if (any_costly(in_turn_) || !any_costly(round->code.definitions)) return false;
        out_.line("{");
        for (auto* definitions : {&round->code.definitions, &in_turn_}) {
            for (auto& definition : *definitions) hoist(definition.value);
        }
        const auto kept = kept_names();
        const LanePasses passes(plan_, round->code, kept, "rv_between", "rv_l", "rv_chosen", out_);
        passes.print_arrays("RV_ROUNDS");
        array("rv_taken", round->elements.size() + 1);
        array("rv_kept", kept.size());
        body_.open_rounds(from_);
        choose();
        print_passes(passes, kept);
        print_in_turn(kept);
        out_.line("}");
        out_.line("}");
        return true;
    }

  private:
    bool find_shape() {
        if (from_.value.size() > 2) return false;
        for (const auto& s : from_.body) {
            if (!is_simple(*s)) return false;
        }
        const bool ends_with_branch =
            !from_.body.empty() && from_.body.back()->kind == StatementKind::If && from_.body.back()->otherwise.empty();
        for (const auto& s : from_.body) (ends_with_branch ? shape_.first : shape_.body).push_back(s.get());
        if (ends_with_branch) {
            const auto& branch = *shape_.first.back();
            shape_.first.pop_back();
            shape_.condition = branch.value[0].get();
            for (const auto& s : branch.body) {
                if (!is_simple(*s)) return false;
                shape_.body.push_back(s.get());
            }
        }
        return std::ranges::none_of(shape_.first, [&](const auto* s) { return branches_call(*s, true); }) &&
               !(shape_.condition && is_slow(*shape_.condition)) &&
               std::ranges::none_of(shape_.body, [&](const auto* s) { return branches_call(*s, false); });
    }

    bool is_costly_here(const Expression& e) const {
        return !is_checked(e) && is_costly(e, plan_.math == Math::libm ? Calls::BetweenLoops : Calls::InLoops);
    }
    /// Whether an expression calls anything that takes long.
    bool is_slow(const Expression& e) const {
        bool found = false;
        for_each(e, [&](const Expression& part) {
            found = found || is_costly_here(part) || (part.kind == ExpressionKind::Call && program_.block(part.text));
        });
        return found;
    }

    /// Whether the number of rounds does not depend on what they do.
    bool has_fixed_bounds() const {
        return std::ranges::none_of(from_.value, [&](const auto& value) {
            bool calls = false;
            for_each(std::as_const(*value), [&](const Expression& e) { calls |= e.kind == ExpressionKind::Call; });
            return calls || mentions(*value, results());
        });
    }

    bool has_many_rounds() const {
        const auto first = integer_value(*from_.value[0]), last = integer_value(*from_.value[1]);
        return !first || !last || *last - *first + 1 >= least_rounds;
    }

    /// Whether an inner branch calls a function that takes long. `is_inside`: the statement is in one.
    bool branches_call(const Statement& s, bool is_inside) const {
        const bool inside = is_inside || s.kind == StatementKind::If;
        bool found = false;
        for (const auto& value : s.value) {
            found = found || (inside && is_slow(*value));
            for_each(std::as_const(*value), [&](const Expression& e) {
                const auto* block = e.kind == ExpressionKind::Call ? program_.block(e.text) : nullptr;
                if (!block || found) return;
                for (const auto& inner : block->body) found = found || branches_call(*inner, false);
            });
        }
        for (const auto* list : {&s.body, &s.otherwise}) {
            for (const auto& inner : *list) found = found || branches_call(*inner, inside);
        }
        return found;
    }

    std::set<std::string> results() const {
        std::set<std::string> names = round_->assigned_first;
        for (const auto& result : round_->code.results) names.insert(result.first);
        return names;
    }

    static bool mentions(const Expression& e, const std::set<std::string>& names) {
        bool found = false;
        for_each(e, [&](const Expression& part) { found |= names.contains(part.text); });
        return found;
    }

    /// Separates the definitions that depend on the round before.
    void split() {
        drop_repeated(program_, round_->code);
        auto carried = results();
        results_ = std::move(round_->code.results);
        std::vector<Definition> in_lanes;
        for (auto& definition : round_->code.definitions) {
            varying_.insert(definition.name);
            if (mentions(*definition.value, carried)) {
                lift(definition.value, carried, in_lanes);
                carried.insert(definition.name);
                in_turn_.push_back(std::move(definition));
            } else {
                in_lanes.push_back(std::move(definition));
            }
        }
        round_->code.definitions = std::move(in_lanes);
        varying_.insert(carried.begin(), carried.end());
        varying_.insert(round_->counter);
        for (const auto& element : round_->elements) varying_.insert(element.second);
    }

    /// Gives parts of an expression that do not depend on the round before separate definitions.
    void lift(ExpressionPtr& e, const std::set<std::string>& carried, std::vector<Definition>& in_lanes) {
        const bool is_atom = e->operands.empty() || e->kind == ExpressionKind::Index;
        if (is_atom) return;
        if (mentions(*e, carried)) {
            for (auto& operand : e->operands) lift(operand, carried, in_lanes);
            return;
        }
        const auto name = round_->code.new_name(program_, "part");
        varying_.insert(name);
        in_lanes.push_back({name, std::move(e)});
        e = make_name(name);
    }

    /// Whether one calls a function of what varies from round to round.
    bool any_costly(const std::vector<Definition>& definitions) const {
        bool found = false;
        for (const auto& definition : definitions) {
            for_each(std::as_const(*definition.value), [&](const Expression& part) {
                found = found || (is_costly_here(part) && mentions(part, varying_));
            });
        }
        return found;
    }

    /// Moves what is the same in all rounds out of the loop.
    void hoist(ExpressionPtr& e) {
        if (e->kind == ExpressionKind::Number || e->kind == ExpressionKind::String) return;
        if (mentions(*e, varying_)) {
            for (auto& operand : e->operands) hoist(operand);
            return;
        }
        for (const auto& [value, name] : fixed_) {
            if (!equal(*value, *e)) continue;
            e = make_name(name);
            return;
        }
        const auto name = round_->code.new_name(program_, "fixed");
        out_.line("const double " + name + " = " + body_.expression(*e) + ";");
        auto made = make_name(name);
        fixed_.emplace_back(std::move(e), name);
        e = std::move(made);
    }

    /// What the rounds in turn use.
    std::vector<std::string> kept_names() const {
        std::set<std::string> used;
        const auto use = [&](const Expression& e) {
            for_each(e, [&](const Expression& part) {
                if (part.kind == ExpressionKind::Name) used.insert(part.text);
            });
        };
        for (const auto& definition : in_turn_) use(*definition.value);
        for (const auto& result : results_) use(*result.second);
        std::vector<std::string> kept;
        for (const auto& definition : round_->code.definitions) {
            if (used.contains(definition.name)) kept.push_back(definition.name);
        }
        for (const auto& element : round_->elements) {
            if (used.contains(element.second)) kept.push_back(element.second);
        }
        if (used.contains(round_->counter)) kept.push_back(round_->counter);
        return kept;
    }

    void array(const std::string& name, std::size_t count) {
        if (count > 0) out_.line("alignas(64) double " + name + "[" + std::to_string(count) + "][RV_ROUNDS];");
    }
    static std::string at(const std::string& array, std::size_t k) {
        return array + "[" + std::to_string(k) + "][rv_l]";
    }

    /// The next rounds in which the condition holds.
    void choose() {
        body_.open_choice(from_);
        for (const auto* s : shape_.first) body_.statement(*s);
        if (shape_.condition) out_.line("if (!(" + body_.expression(*shape_.condition) + ")) continue;");
        out_.line("const int rv_l = rv_chosen++;");
        for (std::size_t k = 0; k < round_->elements.size(); ++k) {
            auto element = clone(*round_->elements[k].first);
            substitute(element->operands[0], round_->counter, *make_name(from_.name));
            out_.line(at("rv_taken", k) + " = " + body_.expression(*element) + ";");
        }
        out_.line(at("rv_taken", round_->elements.size()) + " = " + body_.expression(*make_name(from_.name)) + ";");
        body_.close_choice(from_);
    }

    void print_taken() {
        for (std::size_t k = 0; k < round_->elements.size(); ++k) {
            out_.line("RV_UNUSED const double " + round_->elements[k].second + " = " + at("rv_taken", k) + ";");
        }
        out_.line("RV_UNUSED const double " + round_->counter + " = " + at("rv_taken", round_->elements.size()) + ";");
    }

    void print_passes(const LanePasses& passes, const std::vector<std::string>& kept) {
        for (const auto& pass : passes.passes()) {
            out_.line("#pragma GCC ivdep");
            out_.line("for (int rv_l = 0; rv_l < rv_chosen; ++rv_l) {");
            print_taken();
            passes.print_definitions(pass);
            for (std::size_t k = 0; passes.is_last(pass) && k < kept.size(); ++k) {
                out_.line(at("rv_kept", k) + " = " + kept[k] + ";");
            }
            out_.line("}");
            passes.print_calls(pass);
        }
    }

    void print_in_turn(const std::vector<std::string>& kept) {
        out_.line("for (int rv_l = 0; rv_l < rv_chosen; ++rv_l) {");
        for (std::size_t k = 0; k < kept.size(); ++k) {
            out_.line("const double " + kept[k] + " = " + at("rv_kept", k) + ";");
        }
        for (const auto& definition : in_turn_) {
            out_.line("const double " + definition.name + " = " + body_.expression(*definition.value) + ";");
        }
        for (const auto& [name, value] : results_) {
            out_.line(body_.expression(*make_name(name)) + " = " + body_.expression(*value) + ";");
        }
        out_.line("}");
    }

    const Plan& plan_;
    const Program& program_;
    const Statement& from_;
    Body& body_;
    CppWriter& out_;
    Shape shape_;
    StraightRound* round_ = nullptr;
    std::vector<Definition> in_turn_;
    std::map<std::string, ExpressionPtr> results_;
    std::set<std::string> varying_;
    std::vector<std::pair<ExpressionPtr, std::string>> fixed_;
};

}  // namespace

bool print_rounds_in_lanes(const Plan& plan, const Statement& from, Body& body, CppWriter& out) {
    return RoundPrinter(plan, from, body, out).print();
}

}  // namespace ranvier::nmodl
