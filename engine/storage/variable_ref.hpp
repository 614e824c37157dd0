#pragma once

#include <cstdint>

namespace ranvier::engine {

/// Identifies a mechanism (or ion) registered with a Model; also the number of its table.
using MechanismId = std::uint16_t;

/// Numbers of the table of compartments and of the table of the run's scalars (t).
inline constexpr std::uint16_t compartment_table = 0xfffe;
inline constexpr std::uint16_t scalar_table = 0xffff;

/// A reference to one number of a Model: a column of a table, in the row of a compartment or of a mechanism's instance.
///
/// A reference stays valid through every reordering, because rows are found by an id that never changes. After the
/// instance has been deleted, Cells::load throws; ids are not reused.
struct VariableRef {
    std::uint16_t table = scalar_table;
    std::uint16_t column = 0;
    std::uint32_t id = 0;
    bool operator==(const VariableRef&) const = default;
};

/// A reference to an instance of a mechanism: a point process, an artificial cell, or a density mechanism in one
/// segment.
struct InstanceId {
    MechanismId mechanism = 0;
    std::uint32_t id = 0xffffffff;
    bool operator==(const InstanceId&) const = default;
    explicit operator bool() const { return id != 0xffffffff; }
};

}  // namespace ranvier::engine
