#include "mechanisms/nmodl/codegen/follows_states.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

class Follower {
  public:
    Follower(const Program& program, const Block& block) : program_(program) {
        for (const auto& unknown : block.system.unknowns) follows_.insert(unknown->text);
    }

    /// Adds the names that follow from the states until there are no more.
    void run(const Statements& all) {
        for (std::size_t before = 0; before != follows_.size();) {
            before = follows_.size();
            statements(all, false);
        }
    }
    bool found() const { return found_; }

  private:
    bool follows(const Expression& e) {
        bool does = false;
        for_each(e, [&](const Expression& part) {
            if (part.kind == ExpressionKind::Call && program_.block(part.text)) found_ = true;  // may do anything
            does |= follows_.contains(part.text);
        });
        return does;
    }

    void statements(const Statements& all, bool in_branch) {
        for (const auto& s : all) {
            if (s->kind == StatementKind::Assign) {
                const bool does = follows(*s->value[1]) || in_branch || follows(*s->value[0]);
                if (!does) continue;
                follows_.insert(s->value[0]->text);
                found_ |= program_.symbol(s->value[0]->text) != nullptr;
                continue;
            }
            bool does = in_branch;
            for (const auto& value : s->value) does |= follows(*value);
            statements(s->body, does);
            statements(s->otherwise, does);
        }
    }

    const Program& program_;
    std::set<std::string> follows_;
    bool found_ = false;
};

}  // namespace

bool follows_states(const Program& program, const Block& block) {
    const auto flow = data_flow(program, block.body);
    const bool counts = std::ranges::any_of(
        flow.writes, [&](const auto& name) { return flow.reads.contains(name) || !flow.sets.contains(name); });
    bool has_verbatim = false;
    for_each_statement(block.body, [&](const Statement& s) { has_verbatim |= s.kind == StatementKind::Verbatim; });
    if (counts || has_verbatim || !flow.is_plain) return true;
    Follower follower(program, block);
    follower.run(block.body);
    return follower.found();
}

}  // namespace ranvier::nmodl
