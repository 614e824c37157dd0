#include "mechanisms/nmodl/passes/check_conservation.hpp"

#include <cmath>
#include <map>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"

namespace ranvier::nmodl {
namespace {

/// The coefficient of each state in a law.
using Law = std::map<std::string, double>;

Law law_of(const Statement& s) {
    Law law;
    for (const auto& one : s.left) law[to_nmodl(*one.species)] += one.count;
    return law;
}

/// A law reduced by earlier laws, and a state in it that later laws do not contain.
struct Reduced {
    std::string pivot;
    Law law;
};

}  // namespace

void check_conservation(const Block& block, Diagnostics& diagnostics) {
    std::vector<Reduced> laws;
    for_each_statement(block.body, [&](const Statement& s) {
        if (s.kind != StatementKind::Conserve) return;
        auto law = law_of(s);
        for (const auto& before : laws) {
            const double times = law[before.pivot] / before.law.at(before.pivot);
            for (const auto& [state, count] : before.law) law[state] -= times * count;
        }
        for (const auto& [state, count] : law) {
            if (std::fabs(count) < 1e-9) continue;
            laws.push_back({state, law});
            return;
        }
        diagnostics.error(s.where,
                          "this CONSERVE follows from earlier ones: the equations of '" + block.name + "' are singular",
                          "remove it");
    });
}

}  // namespace ranvier::nmodl
