#pragma once

#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

struct Interpreter::State {
    State(Registry& registry, CableHost& cables, Streams streams, Interpreter& owner, StackSizes sizes)
        : machine{registry, cables, std::move(streams), owner, sizes} {}
    Machine machine;
    std::function<HeldStatement(std::string_view statement)> statement_holder;
};

}  // namespace ranvier::hoc
