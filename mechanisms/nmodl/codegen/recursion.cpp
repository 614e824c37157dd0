#include "mechanisms/nmodl/codegen/recursion.hpp"

#include <algorithm>
#include <set>

namespace ranvier::nmodl {
namespace {

/// All blocks that a block calls, directly or not.
void collect_called(const Program& program, const Block& block, std::set<const Block*>& called) {
    for_each_expression(block.body, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) {
            const auto* next = e.kind == ExpressionKind::Call ? program.block(e.text) : nullptr;
            if (next && called.insert(next).second) collect_called(program, *next, called);
        });
    });
}

}  // namespace

bool is_recursive(const Program& program, const Block& block) {
    std::set<const Block*> called;
    collect_called(program, block, called);
    return called.contains(&block);
}

bool has_recursion(const Program& program) {
    return std::ranges::any_of(program.blocks, [&](const Block& block) { return is_recursive(program, block); });
}

}  // namespace ranvier::nmodl
