#include "mechanisms/nmodl/passes/split_cell_step.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "mechanisms/nmodl/passes/split_breakpoint.hpp"

namespace ranvier::nmodl {
namespace {

bool is_draw(const Expression& e) {
    static const std::set<std::string> draws = {"random_uniform", "random_dpick",  "random_ipick",
                                                "random_negexp",  "random_normal", "random_poisson"};
    return e.kind == ExpressionKind::Call && draws.contains(e.text);
}

bool is_firing(const Expression& e) {
    return e.kind == ExpressionKind::Call && e.text == "net_event";
}

template <class Is>
int count(const Statements& statements, Is&& is) {
    int n = 0;
    for_each_expression(
        statements, [&](const Expression& top) { for_each(top, [&](const Expression& e) { n += is(e) ? 1 : 0; }); });
    return n;
}

std::set<std::string> assigned_in(const Statements& statements) {
    std::set<std::string> names;
    for_each_statement(statements, [&](const Statement& s) {
        if (s.kind == StatementKind::Assign) names.insert(s.value[0]->text);
    });
    return names;
}

class CellStep {
  public:
    CellStep(Program& program, Block& advance) : program_(program), advance_(advance) {}

    void run() {
        inline_calls(advance_.body);
        std::set<const Block*> reached;
        if (has_effect_in_calls(advance_.body, reached)) return;
        const bool fires_once = count(advance_.body, is_firing) == 1;
        if (count(advance_.body, is_draw) > 0) {
            if (!draws_can_come_first()) return;
            take_draws(advance_.body);
        }
        if (fires_once) take_firing();
        std::vector<Block> more;
        if (!draws_.empty()) more.push_back(made(draw_block, std::move(draws_)));
        if (has_firing_) more.push_back(made(fire_block, firing()));
        // advance_ is in the list that grows.
        std::ranges::move(more, std::back_inserter(program_.blocks));
    }

  private:
    /// SOLVE of a PROCEDURE has become its call: puts its statements in place.
    void inline_calls(Statements& body) const {
        for (auto& s : body) {
            if (s->kind != StatementKind::Call) continue;
            const auto* called = program_.block(s->value[0]->text);
            const bool is_plain = called && called->kind == BlockKind::Procedure && called->arguments.empty() &&
                                  called->system.method == System::Method::None;
            if (!is_plain || has_table(*called)) continue;
            auto block = make_statement(StatementKind::Block, s->where);
            block->body = clone(called->body);
            s = std::move(block);
        }
    }

    static bool has_table(const Block& block) {
        bool found = false;
        for_each_statement(block.body, [&](const Statement& s) { found |= s.kind == StatementKind::Table; });
        return found;
    }

    /// Whether a function that is called here draws or fires, where this pass does not look.
    bool has_effect_in_calls(const Statements& body, std::set<const Block*>& reached) const {
        bool found = false;
        for_each_expression(body, [&](const Expression& top) {
            for_each(top, [&](const Expression& e) {
                const auto* called = e.kind == ExpressionKind::Call ? program_.block(e.text) : nullptr;
                if (!called || !reached.insert(called).second) return;
                found |= count(called->body, is_draw) > 0 || count(called->body, is_firing) > 0 ||
                         has_effect_in_calls(called->body, reached);
            });
        });
        return found;
    }

    bool draws_can_come_first() const {
        const auto assigned = assigned_in(advance_.body);
        int found = 0;
        bool possible = true;
        for_each_assignment(advance_.body, [&](const Statement& s) {
            for_each(*s.value[1], [&](const Expression& e) {
                if (!is_draw(e)) return;
                ++found;
                for (const auto& argument : e.operands) possible &= is_independent(*argument, assigned);
            });
            possible &= count_of_choices(*s.value[1]) == 0 || !has_draw(*s.value[1]);
        });
        return possible && found == count(advance_.body, is_draw);
    }

    static bool has_draw(const Expression& value) {
        bool found = false;
        for_each(value, [&](const Expression& e) { found |= is_draw(e); });
        return found;
    }

    /// Operators that may leave an operand unevaluated.
    static int count_of_choices(const Expression& value) {
        int n = 0;
        for_each(value, [&](const Expression& e) { n += e.text == "&&" || e.text == "||"; });
        return n;
    }

    bool is_independent(const Expression& argument, const std::set<std::string>& assigned) const {
        bool independent = true;
        for_each(argument, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Call) independent &= !is_draw(e) && !program_.block(e.text);
            if (e.kind != ExpressionKind::Name && e.kind != ExpressionKind::Index) return;
            independent &= program_.symbol(e.text) && !assigned.contains(e.text);
        });
        return independent;
    }

    /// Calls act(statement) for the assignments that happen in every step.
    template <class Act>
    static void for_each_assignment(const Statements& body, Act&& act) {
        for (const auto& s : body) {
            if (s->kind == StatementKind::Assign) act(std::as_const(*s));
            if (s->kind == StatementKind::Block) for_each_assignment(s->body, act);
        }
    }

    void take_draws(Statements& body) {
        for (auto& s : body) {
            if (s->kind == StatementKind::Block) take_draws(s->body);
            if (s->kind == StatementKind::Assign) take_draws(s->value[1]);
        }
    }

    void take_draws(ExpressionPtr& e) {
        if (is_draw(*e)) {
            const auto name = "rv_draw_" + std::to_string(draws_.size());
            declare(name);
            draws_.push_back(make_assign(make_name(name), std::exchange(e, make_name(name))));
            return;
        }
        for (auto& operand : e->operands) take_draws(operand);
    }

    static bool fires_now(const Statement& s) {
        if (s.kind != StatementKind::Call || !is_firing(*s.value[0])) return false;
        const Expression& when = *s.value[0]->operands[0];
        return when.kind == ExpressionKind::Name && when.text == "t";
    }

    /// The statements behind net_event(t) go with it.
    void replace_firing(Statements& body) {
        for (std::size_t k = 0; k < body.size(); ++k) {
            if (fires_now(*body[k])) {
                body[k] = make_assign(make_name("rv_fires"), make_number("1.0"));
                has_firing_ = true;
                after_firing_.assign(std::make_move_iterator(body.begin() + static_cast<std::ptrdiff_t>(k) + 1),
                                     std::make_move_iterator(body.end()));
                body.resize(k + 1);
                return;
            }
            if (body[k]->kind != StatementKind::If && body[k]->kind != StatementKind::Block) continue;
            replace_firing(body[k]->body);
            replace_firing(body[k]->otherwise);
        }
    }

    /// Whether the rest of the step assigns nothing that these statements use, and uses nothing that they assign.
    bool is_independent(const Statements& statements) const {
        const auto assigned = assigned_in(advance_.body), own = assigned_in(statements);
        bool independent = true;
        for_each_statement(statements, [&](const Statement& s) {
            independent &= s.kind == StatementKind::Assign || s.kind == StatementKind::Call;
        });
        for_each_expression(statements, [&](const Expression& top) {
            for_each(top, [&](const Expression& e) {
                if (e.kind == ExpressionKind::Call) independent &= !program_.block(e.text);
                if (e.kind != ExpressionKind::Name && e.kind != ExpressionKind::Index) return;
                independent &= program_.symbol(e.text) && !assigned.contains(e.text);
            });
        });
        for_each_expression(std::as_const(advance_.body), [&](const Expression& top) {
            for_each(top, [&](const Expression& e) { independent &= !own.contains(e.text); });
        });
        return independent;
    }

    void take_firing() {
        auto before = clone(advance_.body);
        replace_firing(advance_.body);
        if (!has_firing_) return;
        if (!is_independent(after_firing_)) {
            advance_.body = std::move(before);
            has_firing_ = false;
            return;
        }
        Statements start;
        if (!draws_.empty() && count(after_firing_, [](const Expression& e) { return e.text == "rv_draw_0"; }) == 0) {
            // The first draw is needed no longer once the step has read it: the flag takes its 8 bytes.
            flag_ = "rv_draw_0";
            rename("rv_draw_0", "rv_drawn");
            rename("rv_fires", flag_);
            start.push_back(make_statement(StatementKind::Local, advance_.where));
            start.back()->declared.push_back({"rv_drawn", 0, advance_.where});
            start.push_back(make_assign(make_name("rv_drawn"), make_name(flag_)));
        } else {
            declare(flag_);
        }
        start.push_back(make_assign(make_name(flag_), make_number("0.0")));
        const auto at = std::find_if(advance_.body.begin(), advance_.body.end(),
                                     [](const StatementPtr& s) { return s->kind != StatementKind::Local; });
        advance_.body.insert(at, std::make_move_iterator(start.begin()), std::make_move_iterator(start.end()));
    }

    void rename(const std::string& from, const std::string& to) {
        for_each_expression(advance_.body, [&](ExpressionPtr& top) {
            for_each(*top, [&](Expression& e) {
                if (e.text == from) e.text = to;
            });
        });
    }

    Statements firing() {
        auto fire = make_statement(StatementKind::If, advance_.where);
        fire->value.push_back(make_name(flag_));
        auto call = make_statement(StatementKind::Call, advance_.where);
        call->value.push_back(make_call("net_event", make_name("t")));
        fire->body.push_back(std::move(call));
        for (auto& s : after_firing_) fire->body.push_back(std::move(s));
        Statements statements;
        statements.push_back(std::move(fire));
        return statements;
    }

    Block made(const char* name, Statements body) const {
        Block block;
        block.kind = BlockKind::Procedure;
        block.name = name;
        block.where = advance_.where;
        block.is_solved = true;
        block.body = std::move(body);
        return block;
    }

    void declare(const std::string& name) {
        Symbol symbol;
        symbol.name = name;
        symbol.where = advance_.where;
        program_.symbols.push_back(std::move(symbol));
    }

    Program& program_;
    Block& advance_;
    Statements draws_, after_firing_;
    bool has_firing_ = false;
    std::string flag_ = "rv_fires";
};

}  // namespace

void split_cell_step(Program& program) {
    auto* advance = program.block(advance_block);
    if (!advance || program.is_c || program.neuron.kind != NeuronBlock::Kind::ArtificialCell) return;
    CellStep(program, *advance).run();
}

}  // namespace ranvier::nmodl
