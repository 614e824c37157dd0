#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Section;

/// The synapses that rules share: in a segment, one for all connections of such rules with the same mechanism and parameters.
/// Takes some 40 bytes for each.
class SharedSynapses {
  public:
    /// Columns of the mechanism's variables that a rule sets, ascending, with their values.
    using Parameters = std::vector<std::pair<std::uint16_t, double>>;
    using Kind = std::uint32_t;

    /// The number of this mechanism with these parameters.
    Kind kind(MechanismId mechanism, const Parameters& parameters);
    /// The synapse of this kind at a position of a section, for the caller to set if it is none yet. Section ends are
    /// separate places. Valid until the next call.
    InstanceId& at(Kind kind, const Section& section, double x);

  private:
    struct Place {
        Kind kind;
        std::uint32_t section;
        std::uint32_t segment;  // and how many there were: other segments have the same numbers later
        bool operator==(const Place&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Place& place) const;
    };

    std::vector<std::pair<MechanismId, Parameters>> kinds_;
    std::unordered_map<Place, InstanceId, Hash> synapses_;
};

}  // namespace ranvier::engine
