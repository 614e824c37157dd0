#pragma once

#include <cstdint>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// An instance, and a variable, as a number: a key of tables, and an order that is the same in each run.
inline std::uint64_t packed(InstanceId i) {
    return static_cast<std::uint64_t>(i.mechanism) << 32 | i.id;
}
inline std::uint64_t packed(VariableRef r) {
    return static_cast<std::uint64_t>(r.table) << 48 | static_cast<std::uint64_t>(r.column) << 32 | r.id;
}

}  // namespace ranvier::engine
