#include "hoc_like/library/network/cells/spike_trains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/cell/past.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"

namespace ranvier::hoc {

std::optional<int> SpikeTrains::history(const rv_mechanism& mechanism) {
    for (int k = 0; k < mechanism.past_count; ++k) {
        if (std::string_view(mechanism.pasts[k]) == "spikes") return k;
    }
    return std::nullopt;
}

SpikeTrains::SpikeTrains(Call& call, NamedArguments& given, const engine::GidSet& cells) {
    const int first = given.position();
    const std::vector<double>& times = call.native<VectorObject>(first).values();
    const std::vector<engine::Gid> gids = gid_list_argument(call, first + 1);
    given.skip(2);
    if (times.size() != gids.size()) {
        fail(call, fmt::format("spikes: there are {} times, but {} gids", times.size(), gids.size()));
    }
    spikes_.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!(times[i] >= 0 && std::isfinite(times[i]))) {
            fail(call, fmt::format("spikes: cell {} cannot fire at {:g} ms; a run begins at 0", gids[i], times[i]));
        }
        const std::uint32_t position = cells.position(gids[i]);
        if (position == engine::GidSet::absent) {
            fail(call, fmt::format("spikes: gid {} is not one of the {} cells", gids[i], cells.size()));
        }
        spikes_.push_back({position, times[i]});
    }
    std::sort(spikes_.begin(), spikes_.end());
}

void SpikeTrains::fill(engine::Cells& model, engine::InstanceId instance, int history, std::uint32_t position) const {
    const auto of_position = [](const Spike& spike) { return spike.position; };
    const auto mine = std::ranges::equal_range(spikes_, position, {}, of_position);
    std::vector<rv_past_event> events;
    events.reserve(mine.size());
    for (const Spike& spike : mine) events.push_back({spike.t, 0});
    model.past(instance, history).set_events(events);
}

}  // namespace ranvier::hoc
