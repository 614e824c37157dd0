#include "mechanisms/nmodl/codegen/data_flow.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

using Names = std::set<std::string>;

Names intersection(const Names& a, const Names& b) {
    Names both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
    return both;
}

/// The functions and procedures that are called.
struct Callees {
    static constexpr std::size_t none = std::string::npos;
    std::vector<const Block*> inside;          ///< that the walk is in, outermost first
    std::size_t outermost_repeated = none;     ///< of `inside`: the first that a call within it has named again
    std::map<const Block*, DataFlow> effects;  ///< of those that were walked before
};

class Walk {
  public:
    Walk(const Program& program, TableUse tables, Callees& callees)
        : program_(program), tables_(tables), callees_(callees) {}

    void statements(const Statements& all, Names& set) {
        for (const auto& s : all) statement(*s, set);
    }

    void body(const Block& block, Names& set) {
        if (block.system.method != System::Method::None) {
            system(block, set);
            return;
        }
        const auto* table = table_of(block);
        if (!table) {
            statements(block.body, set);
            return;
        }
        read("usetable", set);
        if (tables_ == TableUse::Never) {
            statements(block.body, set);
            return;
        }
        Names looked_up;
        for (const auto& name : table->names) {
            if (program_.symbol(name)) looked_up.insert(name);
        }
        if (tables_ == TableUse::Always) {
            flow.writes.insert(looked_up.begin(), looked_up.end());
            set.insert(looked_up.begin(), looked_up.end());
            return;
        }
        for (const auto& value : table->value) expression(*value, set);
        auto computed = set;
        statements(block.body, computed);
        // If the block does not assign a variable, its table holds the value at the time the table is made.
        for (const auto& name : looked_up) {
            if (!computed.contains(name)) read(name, set);
        }
        flow.writes.insert(looked_up.begin(), looked_up.end());
        const auto both = intersection(looked_up, computed);
        set.insert(both.begin(), both.end());
    }

    DataFlow flow;

  private:
    /// A solver evaluates the equations, changes its unknowns and evaluates the equations again.
    void system(const Block& block, Names& set) {
        const auto& system = block.system;
        for (const char* name : {"dt", "secondorder"}) read(name, set);
        for (const auto* list : {&system.unknowns, &system.states}) {
            for (const auto& unknown : *list) read(unknown->text, set);
        }
        statements(block.body, set);
        for (const auto* list : {&system.unknowns, &system.states}) {
            for (const auto& unknown : *list) {
                flow.writes.insert(unknown->text);
                if (unknown->kind == ExpressionKind::Name) set.insert(unknown->text);
            }
        }
        if (system.method == System::Method::Runge) flow.writes.insert("t");
    }

    void read(const std::string& name, const Names& set) {
        const auto* symbol = program_.symbol(name);
        if (symbol && !set.contains(name)) flow.reads.insert(name);
    }

    void expression(const Expression& e, Names& set) {
        if (e.kind == ExpressionKind::Binary && (e.text == "&&" || e.text == "||")) {
            expression(*e.operands[0], set);
            auto maybe = set;
            expression(*e.operands[1], maybe);
            return;
        }
        for (const auto& operand : e.operands) expression(*operand, set);
        if (e.kind == ExpressionKind::Name || e.kind == ExpressionKind::Index) read(e.text, set);
        if (e.text == "^" || e.text == "pow") flow.powers.insert(&e);
        if (e.kind == ExpressionKind::Call) call(e, set);
    }

    void call(const Expression& e, Names& set) {
        flow.calls.insert(e.text);
        if (is_checked(e)) return;  // has an effect only if the run ends with it
        const auto* block = program_.block(e.text);
        if (!block) {
            const auto* known = known_function(e.text);
            if (!known || !known->is_pure) {
                flow.is_plain = false;
                flow.has_effects |= e.text != "at_time";
            }
            return;
        }
        if (const auto known = callees_.effects.find(block); known != callees_.effects.end()) {
            add(known->second, set);
        } else {
            enter(*block, set);
        }
    }

    void enter(const Block& block, Names& set) {
        auto& inside = callees_.inside;
        const std::size_t depth = inside.size();
        const auto repeated =
            static_cast<std::size_t>(std::find(inside.begin(), inside.end(), &block) - inside.begin());
        if (repeated < depth) {
            flow.is_plain = false;  // recursion: its effects are already included
            callees_.outermost_repeated = std::min(callees_.outermost_repeated, repeated);
            return;
        }
        const std::size_t outer = std::exchange(callees_.outermost_repeated, Callees::none);
        inside.push_back(&block);
        Walk walk(program_, tables_, callees_);
        walk.body(block, walk.flow.sets);
        inside.pop_back();
        add(walk.flow, set);
        // Within a recursion that is entered further out, some of the effects are missing.
        const bool is_whole = callees_.outermost_repeated >= depth;
        if (is_whole) callees_.outermost_repeated = Callees::none;
        callees_.outermost_repeated = std::min(callees_.outermost_repeated, outer);
        if (is_whole) callees_.effects.emplace(&block, std::move(walk.flow));
    }

    /// Adds the effects of a call where the symbols in `set` have been assigned.
    void add(const DataFlow& called, Names& set) {
        std::set_difference(called.reads.begin(), called.reads.end(), set.begin(), set.end(),
                            std::inserter(flow.reads, flow.reads.end()));
        flow.writes.insert(called.writes.begin(), called.writes.end());
        flow.calls.insert(called.calls.begin(), called.calls.end());
        flow.powers.insert(called.powers.begin(), called.powers.end());
        flow.is_plain &= called.is_plain;
        flow.has_effects |= called.has_effects;
        set.insert(called.sets.begin(), called.sets.end());
    }

    void statement(const Statement& s, Names& set) {
        switch (s.kind) {
            case StatementKind::Assign: {
                expression(*s.value[1], set);
                const auto& target = *s.value[0];
                for (const auto& index : target.operands) expression(*index, set);
                if (!program_.symbol(target.text)) return;
                flow.writes.insert(target.text);
                if (target.kind == ExpressionKind::Name) set.insert(target.text);
                return;
            }
            case StatementKind::If: {
                expression(*s.value[0], set);
                auto yes = set, no = set;
                statements(s.body, yes);
                statements(s.otherwise, no);
                set = intersection(yes, no);
                return;
            }
            case StatementKind::From: {
                for (const auto& value : s.value) expression(*value, set);
                const bool runs = s.value[0]->kind == ExpressionKind::Number &&
                                  s.value[1]->kind == ExpressionKind::Number &&
                                  s.value[0]->value() <= s.value[1]->value();
                auto inner = set;
                statements(s.body, inner);
                if (runs) set = inner;
                return;
            }
            case StatementKind::While:
            case StatementKind::ForNetcons: {
                flow.is_plain = false;
                flow.has_effects |= s.kind == StatementKind::ForNetcons;
                for (const auto& value : s.value) expression(*value, set);
                auto inner = set;
                statements(s.body, inner);
                return;
            }
            case StatementKind::NetInitial:
                return;
            case StatementKind::Table:
                return;
            case StatementKind::Watch:
                flow.is_plain = false;
                flow.has_effects = true;
                return;
            default:
                for (const auto& value : s.value) expression(*value, set);
                statements(s.body, set);
                return;
        }
    }

    const Program& program_;
    const TableUse tables_;
    Callees& callees_;
};

}  // namespace

const Statement* table_of(const Block& block) {
    const Statement* found = nullptr;
    for_each_statement(block.body, [&](const Statement& s) {
        if (s.kind == StatementKind::Table) found = &s;
    });
    return found;
}

DataFlow data_flow(const Program& program, const Statements& statements) {
    Callees callees;
    Walk walk(program, TableUse::Either, callees);
    walk.statements(statements, walk.flow.sets);
    return std::move(walk.flow);
}

std::vector<std::string> table_names(const Block& block) {
    const auto* table = table_of(block);
    if (block.kind == BlockKind::Function || table->names.empty()) return {block.name};
    return table->names;
}

DataFlow data_flow(const Program& program, const Block& block, TableUse tables) {
    Callees callees;
    Walk walk(program, tables, callees);
    walk.body(block, walk.flow.sets);
    if (block.kind == BlockKind::Breakpoint) {
        for (const auto& name : program.neuron.currents) {
            if (!walk.flow.sets.contains(name)) walk.flow.reads.insert(name);
        }
    }
    return std::move(walk.flow);
}

}  // namespace ranvier::nmodl
