#include "mechanisms/nmodl/codegen/cut_passes.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_handed = 24;  // arrays of a chunk that fit into the L1 cache together with the columns

/// Whether the compiler inlines the function and can thus vectorize loops that call it.
bool is_inlined(const std::string& function) {
    static const std::set<std::string> names = {"fabs", "sqrt", "fma", "INT", "rv_looked_up"};
    return names.contains(function);
}

}  // namespace

bool is_costly(const Expression& e, Calls how) {
    static const std::set<std::string> names = {"exp", "expm1", "exprelr", "log", "log10",
                                                "pow", "sinh",  "cosh",    "tanh"};
    const bool is_power = e.text == "pow" || (e.kind == ExpressionKind::Binary && e.text == "^");
    const Math math = how == Calls::BetweenLoops ? Math::libm : Math::vector;
    if (is_power && is_product(*e.operands[1], math)) return false;
    if (how == Calls::BetweenLoops) {
        if (e.kind == ExpressionKind::Call) return !is_inlined(e.text);
        return is_power || (e.kind == ExpressionKind::Binary && e.text == "%");
    }
    return is_power || (e.kind == ExpressionKind::Call && names.contains(e.text));
}

namespace {

/// Gives each costly call inside an expression a separate definition; equal calls share one.
class CallSeparator {
  public:
    CallSeparator(const Program& program, StraightCode& code, Calls how) : program_(program), code_(code), how_(how) {}

    void run() {
        auto all = std::move(code_.definitions);
        code_.definitions.clear();
        for (auto& definition : all) {
            for (auto& operand : definition.value->operands) separate(operand);
            code_.definitions.push_back(std::move(definition));
        }
    }

  private:
    void separate(ExpressionPtr& e) {
        for (auto& operand : e->operands) separate(operand);
        if (!is_costly(*e, how_)) return;
        for (const auto& known : code_.definitions) {
            if (!equal(*known.value, *e)) continue;
            e = make_name(known.name);
            return;
        }
        const std::string base = e->kind == ExpressionKind::Call ? e->text : "power";
        const auto name = code_.define(program_, base, std::move(e));
        e = make_name(name);
    }

    const Program& program_;
    StraightCode& code_;
    const Calls how_;
};

class Cutter {
  public:
    Cutter(const StraightCode& code, const std::vector<std::string>& keep, Calls how)
        : code_(code), how_(how), count_(code.definitions.size()) {
        for (std::size_t k = 0; k < count_; ++k) index_[code.definitions[k].name] = k;
        for (const auto& definition : code.definitions) {
            operands_.push_back(names_in(*definition.value));
            costly_.push_back(is_costly(*definition.value, how));
        }
        for (const auto& name : keep) need_at_end(name);
        for (const auto& result : code.results) {
            for (const auto k : names_in(*result.second)) at_end_.insert(k);
        }
        for (const auto& output : code.outputs) {
            for (const auto k : names_in(*output)) at_end_.insert(k);
        }
        for (const auto& failure : code.failures) {
            for (const auto k : names_in(*failure.value)) at_end_.insert(k);
        }
    }

    std::vector<LoopPass> run() {
        find_levels();
        place();
        auto passes = collect();
        std::size_t handed = 0;
        for (const auto& pass : passes) handed += pass.handed.size();
        if (how_ == Calls::BetweenLoops || handed <= most_handed) return passes;
        passes_ = 1;
        std::fill(pass_of_.begin(), pass_of_.end(), 0);
        return collect();
    }

  private:
    bool between() const { return how_ == Calls::BetweenLoops; }

    std::set<std::size_t> names_in(const Expression& e) const {
        std::set<std::size_t> found;
        for_each(e, [&](const Expression& part) {
            if (part.kind != ExpressionKind::Name) return;
            if (const auto at = index_.find(part.text); at != index_.end()) found.insert(at->second);
        });
        return found;
    }

    void need_at_end(const std::string& name) {
        if (const auto at = index_.find(name); at != index_.end()) at_end_.insert(at->second);
    }

    /// The level of a definition: the length of the longest chain of costly ones before it.
    void find_levels() {
        level_.assign(count_, 0);
        passes_ = 1;
        for (std::size_t k = 0; k < count_; ++k) {
            for (const auto o : operands_[k]) level_[k] = std::max(level_[k], level_[o] + (costly_[o] ? 1 : 0));
            if (costly_[k]) passes_ = std::max(passes_, level_[k] + (between() ? 2 : 1));
        }
    }

    /// Places each definition as late as its uses allow.
    void place() {
        pass_of_.assign(count_, passes_ - 1);
        for (std::size_t k = count_; k-- > 0;) {
            if (between() && costly_[k]) pass_of_[k] = std::min(pass_of_[k], passes_ - 2);
            for (const auto o : operands_[k]) {
                const bool before = between() ? costly_[o] : costly_[k] && (costly_[o] || level_[o] > 0);
                pass_of_[o] = std::min(pass_of_[o], pass_of_[k] - (before ? 1 : 0));
            }
        }
    }

    std::vector<LoopPass> collect() const {
        std::vector<LoopPass> passes(static_cast<std::size_t>(passes_));
        std::vector<std::set<int>> used_in(count_);
        for (std::size_t k = 0; k < count_; ++k) {
            for (const auto o : operands_[k]) used_in[o].insert(pass_of_[k]);
        }
        for (const auto k : at_end_) used_in[k].insert(passes_ - 1);
        for (std::size_t k = 0; k < count_; ++k) {
            const auto& definition = code_.definitions[k];
            auto& own = passes[static_cast<std::size_t>(pass_of_[k])];
            (between() && costly_[k] ? own.calls : own.definitions).push_back(&definition);
            for (const int user : used_in[k]) {
                if (user > pass_of_[k]) passes[static_cast<std::size_t>(user)].taken.push_back(definition.name);
            }
            const bool is_handed = !used_in[k].empty() && *used_in[k].rbegin() > pass_of_[k];
            if (is_handed && !(between() && costly_[k])) own.handed.push_back(definition.name);
        }
        return passes;
    }

    const StraightCode& code_;
    Calls how_;
    std::size_t count_;
    std::map<std::string, std::size_t> index_;
    std::vector<std::set<std::size_t>> operands_;
    std::vector<bool> costly_;
    std::set<std::size_t> at_end_;
    std::vector<int> level_, pass_of_;
    int passes_ = 1;
};

}  // namespace

std::vector<LoopPass> cut_passes(const Program& program, StraightCode& code, const std::vector<std::string>& keep,
                                 Calls how) {
    CallSeparator(program, code, how).run();
    return Cutter(code, keep, how).run();
}

}  // namespace ranvier::nmodl
