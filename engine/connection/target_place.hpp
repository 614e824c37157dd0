#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/numbers.hpp"
#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// The place at which a target receives its events, and the table of connections onto it.
struct TargetPlace {
    std::uint32_t block = nothing;
    Receiver receiver = Receiver::none;
    TableNumber table = TableNumber::none;
};

/// By target: its receiver, where this is in the table; otherwise none. `places`: by target.
inline std::vector<Receiver> receivers_in(TableNumber table, std::span<const TargetNumber> targets,
                                          std::span<const TargetPlace> places) {
    std::vector<Receiver> receivers;
    for (const TargetNumber target : targets) {
        const TargetPlace& to = places[index_of(target)];
        receivers.push_back(to.table == table ? to.receiver : Receiver::none);
    }
    return receivers;
}

}  // namespace ranvier::engine
