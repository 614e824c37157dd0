#include "mechanisms/nmodl/codegen/keeps_weights.hpp"

#include <algorithm>
#include <set>

namespace ranvier::nmodl {
namespace {

using Names = std::set<std::string>;

bool assigns_any(const Statements& statements, const Names& names) {
    bool found = false;
    for_each_statement(statements, [&](const Statement& s) {
        found |= s.kind == StatementKind::Assign && names.contains(s.value[0]->text);
    });
    return found;
}

bool assigns_in_for_netcons(const Statements& statements) {
    bool found = false;
    for_each_statement(statements, [&](const Statement& s) {
        found |= s.kind == StatementKind::ForNetcons && assigns_any(s.body, {s.names.begin(), s.names.end()});
    });
    return found;
}

}  // namespace

bool keeps_weights(const Plan& plan) {
    const Program& program = *plan.program;
    if (program.is_c || program.has_verbatim || !program.verbatims.empty() || !plan.net_receive) return false;
    if (assigns_any(plan.net_receive->body, {plan.weights.begin(), plan.weights.end()})) return false;
    return std::none_of(program.blocks.begin(), program.blocks.end(),
                        [](const Block& block) { return assigns_in_for_netcons(block.body); });
}

}  // namespace ranvier::nmodl
