#pragma once

#include <optional>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/rule/gid_set.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

/// The times at which cells of a range are to fire: for mechanisms with a HISTORY called `spikes`, which keeps those of a
/// cell.
class SpikeTrains {
  public:
    /// The number of the HISTORY, if the mechanism has it.
    static std::optional<int> history(const rv_mechanism& mechanism);

    SpikeTrains() = default;
    /// Reads two Vectors of the same size, times [ms] and gids, in any order. Fails if a time is negative or not a
    /// number, or a gid is not in the set.
    SpikeTrains(Call& call, NamedArguments& given, const engine::GidSet& cells);

    /// Gives an instance the times of the cell at this position of the set, in ascending order.
    void fill(engine::Cells& model, engine::InstanceId instance, int history, std::uint32_t position) const;

  private:
    struct Spike {
        std::uint32_t position;
        double t;
        auto operator<=>(const Spike&) const = default;
    };
    std::vector<Spike> spikes_;  // ascending
};

}  // namespace ranvier::hoc
