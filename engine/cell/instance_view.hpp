#pragma once

#include <cstdint>
#include <vector>

#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

struct ModelData;
class MechanismType;

/// The argument of a mechanism's compiled functions: a range of its instances as arrays. Valid until the structure
/// changes.
struct InstanceView {
    rv_instances instances{};
    std::vector<double*> fields;
    std::vector<double**> pointers;
    std::vector<rv_random*> randoms;
    std::vector<rv_past*> pasts;
    std::vector<std::int32_t> nodes;
    std::vector<rv_ion> ions;
    std::vector<std::vector<std::int32_t>> ion_rows;
};

/// Fills the view with rows [first, first + count) of the mechanism's table. Compartments are numbered relative to row
/// `first_compartment`.
void fill_view(ModelData& data, MechanismType& type, std::uint32_t first, std::uint32_t count,
               std::uint32_t first_compartment, InstanceView& view);

/// Computes the address of every POINTER that a script has set, from the current rows.
void resolve_pointers(ModelData& data, MechanismType& type);

}  // namespace ranvier::engine
