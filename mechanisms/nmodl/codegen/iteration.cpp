#include "mechanisms/nmodl/codegen/iteration.hpp"

#include <algorithm>
#include <numeric>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/lane_passes.hpp"

namespace ranvier::nmodl {
namespace {

using Definition = StraightCode::Definition;

std::set<std::string> names_in(const Expression& e) {
    std::set<std::string> names;
    for_each(e, [&](const Expression& part) {
        if (part.kind == ExpressionKind::Name) names.insert(part.text);
    });
    return names;
}

bool reads_any(const Expression& e, const std::set<std::string>& names) {
    const auto read = names_in(e);
    return std::ranges::any_of(read, [&](const auto& name) { return names.contains(name); });
}

/// Copies of the definitions on which the `needed` names depend.
std::vector<Definition> made_of(const std::vector<Definition>& all, std::set<std::string> needed) {
    std::vector<Definition> found;
    for (auto definition = all.rbegin(); definition != all.rend(); ++definition) {
        if (!needed.contains(definition->name)) continue;
        needed.merge(names_in(*definition->value));
        found.push_back({definition->name, clone(*definition->value)});
    }
    std::ranges::reverse(found);
    return found;
}

class Splitter {
  public:
    Splitter(const Program& program, StraightCode& code) : program_(program), code_(code) {}

    IterationParts run() {
        drop_unread();
        const auto& iteration = *code_.iteration;
        std::set<std::string> varying(iteration.unknowns.begin(), iteration.unknowns.end());
        std::vector<Definition> dependent;
        for (auto& definition : code_.definitions) {
            const bool depends = reads_any(*definition.value, varying);
            if (depends) varying.insert(definition.name);
            (depends ? dependent : parts_.before.definitions).push_back(std::move(definition));
        }
        std::set<std::string> missed, resulting;
        for (const auto& miss : iteration.misses) missed.merge(names_in(*miss));
        for (const auto& result : code_.results) resulting.merge(names_in(*result.second));
        parts_.equations = made_of(dependent, std::move(missed));
        parts_.after.definitions = made_of(dependent, std::move(resulting));
        parts_.after.results = std::move(code_.results);
        parts_.before.invariants = std::move(code_.invariants);
        for (const auto& [name, value] : parts_.before.invariants) {
            parts_.after.invariants.push_back({name, clone(*value)});
        }
        give();
        if (iteration.states == 0) find_users();
        return std::move(parts_);
    }

  private:
    /// Drops the unknowns of METHOD sparse that are not states and that nothing reads.
    void drop_unread() {
        auto& iteration = *code_.iteration;
        const auto states = iteration.states;
        if (states == 0) return;
        std::set<std::string> read;
        const auto need = [&](const ExpressionPtr& e) {
            for (const auto& name : names_in(*e)) read.insert(name);
        };
        for (const auto& result : code_.results) need(result.second);
        for (std::size_t k = 0; k < states; ++k) need(iteration.misses[k]);
        need(iteration.misses.back());
        std::set<std::size_t> kept;
        for (bool grows = true; grows;) {
            for (auto definition = code_.definitions.rbegin(); definition != code_.definitions.rend(); ++definition) {
                if (read.contains(definition->name)) need(definition->value);
            }
            grows = false;
            for (std::size_t k = states; k < iteration.unknowns.size(); ++k) {
                if (!read.contains(iteration.unknowns[k]) || !kept.insert(k).second) continue;
                need(iteration.misses[k]);
                grows = true;
            }
        }
        for (auto k = iteration.unknowns.size(); k-- > states;) {
            if (kept.contains(k)) continue;
            const auto at = static_cast<std::ptrdiff_t>(k);
            iteration.unknowns.erase(iteration.unknowns.begin() + at);
            iteration.starts.erase(iteration.starts.begin() + at);
            iteration.misses.erase(iteration.misses.begin() + at);
        }
    }

    /// Lists the values of `before` and the variables that the equations use; `after` reads variables directly.
    void give() {
        std::set<std::string> made(code_.iteration->unknowns.begin(), code_.iteration->unknowns.end());
        for (const auto& definition : parts_.equations) made.insert(definition.name);
        for (auto& definition : parts_.equations) take(*definition.value, made);
        for (auto& miss : code_.iteration->misses) take(*miss, made);
        std::set<std::string> before;
        for (const auto& definition : parts_.before.definitions) before.insert(definition.name);
        const auto hand_on = [&](const Expression& e) {
            for (const auto& name : names_in(e)) {
                if (before.contains(name)) name_of(*make_name(name));
            }
        };
        for (const auto& definition : parts_.after.definitions) hand_on(*definition.value);
        for (const auto& result : parts_.after.results) hand_on(*result.second);
    }

    void take(Expression& e, const std::set<std::string>& made) {
        const bool is_variable = e.kind == ExpressionKind::Name || e.kind == ExpressionKind::Index;
        if (!is_variable) {
            for (auto& operand : e.operands) take(*operand, made);
            return;
        }
        if (made.contains(e.text)) return;
        e = std::move(*make_name(name_of(e)));
    }

    std::string name_of(const Expression& e) {
        for (const auto& [name, value] : parts_.given) {
            if (equal(*value, e)) return name;
        }
        const bool is_own = e.kind == ExpressionKind::Name && !program_.symbol(e.text);
        parts_.given.emplace_back(is_own ? e.text : code_.new_name(program_, e.text), clone(e));
        return parts_.given.back().first;
    }

    void find_users() {
        for (const auto& unknown : code_.iteration->unknowns) {
            std::set<std::string> changed{unknown};
            auto& users = parts_.users.emplace_back();
            for (std::size_t k = 0; k < parts_.equations.size(); ++k) {
                if (!reads_any(*parts_.equations[k].value, changed)) continue;
                changed.insert(parts_.equations[k].name);
                users.push_back(k);
            }
        }
    }

    const Program& program_;
    StraightCode& code_;
    IterationParts parts_;
};

class MissPrinter {
  public:
    MissPrinter(const Plan& plan, const StraightCode::Iteration& iteration, const IterationParts& parts, CppWriter& out)
        : plan_(plan), iteration_(iteration), parts_(parts), out_(out) {
        find_kept();
    }

    void print(const std::string& name) {
        const auto n = std::to_string(iteration_.unknowns.size());
        const bool is_sparse = iteration_.states > 0;
        out_.line("/* The " + std::string(is_sparse ? "changes of the states" : "residuals of the equations") +
                  " of SOLVE " + iteration_.solver->name + " in L instances. */");
        out_.line("template <int L>");
        out_.line("struct misses_" + name + " {");
        out_.line("static constexpr int size = " + n + ";");
        if (is_sparse) out_.line("static constexpr int states = " + std::to_string(iteration_.states) + ";");
        out_.line("double (*rv_given)[RV_CHUNK];");
        out_.line("int32_t rv_first;");
        out_.line("alignas(64) double x[" + n + "][L], value[" + std::to_string(iteration_.misses.size()) + "][L];");
        if (!kept_.empty()) out_.line("alignas(64) double rv_kept[" + std::to_string(kept_.size()) + "][L];");
        out_.blank();
        std::vector<std::size_t> all(parts_.equations.size());
        std::iota(all.begin(), all.end(), 0);
        print_part("RV_NOINLINE void evaluate() {", all, true);
        if (!is_sparse) print_after();
        out_.line("};");
        out_.blank();
    }

  private:
    static constexpr std::size_t most_written_ = 1000;  // limit on definitions in all functions after_j

    void print_after() {
        const bool is_short =
            iteration_.unknowns.size() > 1 && parts_.equations.size() * iteration_.unknowns.size() <= most_written_;
        for (std::size_t j = 0; is_short && j < iteration_.unknowns.size(); ++j) {
            print_part("RV_NOINLINE void after_" + std::to_string(j) + "() {", parts_.users[j], false);
        }
        out_.line("/* After a change of unknown j only. */");
        out_.line("void evaluate_after(int j) {");
        for (std::size_t j = 0; is_short && j < iteration_.unknowns.size(); ++j) {
            out_.line("if (j == " + std::to_string(j) + ") return after_" + std::to_string(j) + "();");
        }
        out_.line("evaluate();");
        out_.line("}");
    }

    /// Finds the values that an evaluation after a change of one unknown needs but does not compute.
    void find_kept() {
        for (const auto& users : parts_.users) {
            std::set<std::string> own;
            for (const auto k : users) own.insert(parts_.equations[k].name);
            const auto look = [&](const Expression& e) {
                for (const auto& name : names_in(e)) {
                    if (!own.contains(name) && is_equation(name)) kept_.emplace(name, kept_.size());
                }
            };
            for (const auto k : users) look(*parts_.equations[k].value);
        }
    }

    bool is_equation(const std::string& name) const {
        return std::ranges::any_of(parts_.equations, [&](const auto& definition) { return definition.name == name; });
    }

    /// A function that evaluates the equations `numbers`.
    void print_part(const std::string& head, const std::vector<std::size_t>& numbers, bool is_all) {
        StraightCode part;
        std::set<std::string> own;
        for (const auto k : numbers) {
            part.definitions.push_back({parts_.equations[k].name, clone(*parts_.equations[k].value)});
            own.insert(parts_.equations[k].name);
        }
        std::vector<std::string> needed;
        std::vector<std::size_t> misses;
        for (const auto& name : own) {
            if (kept_.contains(name)) needed.push_back(name);
        }
        for (std::size_t k = 0; k < iteration_.misses.size(); ++k) {
            const auto& miss = *iteration_.misses[k];
            if (!is_all && !(miss.kind == ExpressionKind::Name && own.contains(miss.text))) continue;
            misses.push_back(k);
            if (own.contains(miss.text)) needed.push_back(miss.text);
        }
        out_.line(head);
        const LanePasses passes(plan_, part, needed, "rv_between", "l", "L", out_);
        passes.print_arrays("L");
        for (const auto& pass : passes.passes()) {
            out_.line("#pragma GCC ivdep");
            out_.line("for (int l = 0; l < L; ++l) {");
            print_inputs(own);
            passes.print_definitions(pass);
            if (passes.is_last(pass)) print_outputs(own, misses);
            out_.line("}");
            passes.print_calls(pass);
        }
        out_.line("}");
        out_.blank();
    }

    void print_inputs(const std::set<std::string>& own) const {
        const auto print = [&](const std::string& name, const std::string& array, std::size_t k, const char* at) {
            out_.line("const double " + cpp_name(name) + " = " + array + "[" + std::to_string(k) + "][" + at + "];");
        };
        const auto& unknowns = iteration_.unknowns;
        for (std::size_t k = 0; k < unknowns.size(); ++k) print(unknowns[k], "x", k, "l");
        for (std::size_t k = 0; k < parts_.given.size(); ++k) {
            print(parts_.given[k].first, "rv_given", k, "rv_first + l");
        }
        for (const auto& [name, k] : kept_) {
            if (!own.contains(name)) print(name, "rv_kept", k, "l");
        }
    }

    void print_outputs(const std::set<std::string>& own, const std::vector<std::size_t>& misses) const {
        const CppBody body(plan_, out_);
        for (const auto& [name, k] : kept_) {
            if (own.contains(name)) out_.line("rv_kept[" + std::to_string(k) + "][l] = " + cpp_name(name) + ";");
        }
        for (const auto k : misses) {
            out_.line("value[" + std::to_string(k) + "][l] = " + body.expression(*iteration_.misses[k]) + ";");
        }
    }

    const Plan& plan_;
    const StraightCode::Iteration& iteration_;
    const IterationParts& parts_;
    CppWriter& out_;
    std::map<std::string, std::size_t> kept_;
};

}  // namespace

IterationParts split_iteration(const Program& program, StraightCode& code) {
    return Splitter(program, code).run();
}

void print_misses(const Plan& plan, const std::string& name, const StraightCode::Iteration& iteration,
                  const IterationParts& parts, CppWriter& out) {
    MissPrinter(plan, iteration, parts, out).print(name);
}

}  // namespace ranvier::nmodl
