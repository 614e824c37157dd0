#include "mechanisms/nmodl/ast/program.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

template <class Items, class Predicate>
auto* find_in(Items& items, Predicate&& holds) {
    const auto found = std::find_if(items.begin(), items.end(), holds);
    return found == items.end() ? nullptr : &*found;
}

}  // namespace

const Symbol* Program::symbol(const std::string& name) const {
    return find_in(symbols, [&](const Symbol& s) { return s.name == name; });
}
Symbol* Program::symbol(const std::string& name) {
    return find_in(symbols, [&](const Symbol& s) { return s.name == name; });
}
Block* Program::block(const std::string& name) {
    return find_in(blocks, [&](const Block& b) { return b.name == name && !name.empty(); });
}
const Block* Program::block(const std::string& name) const {
    return find_in(blocks, [&](const Block& b) { return b.name == name && !name.empty(); });
}
Block* Program::block(BlockKind kind) {
    return find_in(blocks, [&](const Block& b) { return b.kind == kind; });
}
const Block* Program::block(BlockKind kind) const {
    return find_in(blocks, [&](const Block& b) { return b.kind == kind; });
}

}  // namespace ranvier::nmodl
