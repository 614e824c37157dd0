#include "mechanisms/nmodl/codegen/sequence.hpp"

#include <algorithm>

namespace ranvier::nmodl {

std::vector<std::string> reasons_for_sequence(const Plan& plan) {
    std::vector<std::string> reasons;
    const auto add = [&](std::string reason) {
        if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(std::move(reason));
    };
    const auto look = [&](const DataFlow& flow, const std::string& where) {
        for (const auto& symbol : plan.program->symbols) {
            const bool is_read = flow.reads.contains(symbol.name), is_written = flow.writes.contains(symbol.name);
            if (!is_read && !is_written) continue;
            if (symbol.storage == Storage::Random) add("the random stream " + symbol.name);
            if (symbol.storage == Storage::History) add("the HISTORY " + symbol.name);
            if (symbol.storage == Storage::Pointer) add("the POINTER " + symbol.name + " may lead to another instance");
            // A GLOBAL that is set before use does not connect instances.
            if (symbol.storage == Storage::Global && is_written && (is_read || !flow.sets.contains(symbol.name))) {
                add("the GLOBAL " + symbol.name + " is passed from one instance to the next in " + where);
            }
        }
        if (!flow.is_plain) add("WHILE, VERBATIM or an event in " + where);
    };
    for (const auto& kernel : plan.kernels) {
        if (kernel.name != "construct" && kernel.name != "destruct") look(kernel.flow, kernel.name);
    }
    look(plan.current_flow, "BREAKPOINT");
    if (plan.tables_vary) add("a TABLE depends on values of an instance");
    return reasons;
}

}  // namespace ranvier::nmodl
