#include "exchange/study/listeners.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ranvier::exchange {

namespace {

struct Count {
    Gid source;
    std::size_t connections;
};

/// How often each source appears, ascending.
std::vector<Count> count(std::vector<Gid> sources, int cells) {
    std::vector<Count> counts;
    // If most sources appear, counting over all cells is many times faster than sorting.
    if (static_cast<std::size_t>(cells) <= 8 * sources.size()) {
        std::vector<std::uint32_t> of_cell(static_cast<std::size_t>(cells));
        for (const Gid source : sources) ++of_cell[static_cast<std::size_t>(source)];
        for (Gid gid = 0; gid < cells; ++gid) {
            if (of_cell[static_cast<std::size_t>(gid)] > 0)
                counts.push_back({gid, of_cell[static_cast<std::size_t>(gid)]});
        }
        return counts;
    }
    std::sort(sources.begin(), sources.end());
    for (const Gid source : sources) {
        if (counts.empty() || counts.back().source != source) counts.push_back({source, 0});
        ++counts.back().connections;
    }
    return counts;
}

}  // namespace

Listeners::Listeners(const ArtificialNet& net, std::span<const Gid> owned) {
    std::vector<Gid> sources;
    for (const Gid gid : owned) append_sources(net, gid, sources);
    for (const Count& each : count(std::move(sources), net.cells)) {
        if (each.connections > std::numeric_limits<std::uint16_t>::max()) {
            throw std::logic_error("a source has more connections to a rank than a counter holds");
        }
        const auto connections = static_cast<std::uint16_t>(each.connections);
        if (std::binary_search(owned.begin(), owned.end(), each.source)) {
            own_.push_back({each.source, connections});
        } else {
            wanted_.push_back(each.source);
            counts_.push_back(connections);
        }
    }
    wanted_.shrink_to_fit();
    counts_.shrink_to_fit();
}

std::int64_t Listeners::on_this_rank(Gid source) const {
    const auto found = std::lower_bound(wanted_.begin(), wanted_.end(), source);
    if (found != wanted_.end() && *found == source) return counts_[static_cast<std::size_t>(found - wanted_.begin())];
    const auto own =
        std::lower_bound(own_.begin(), own_.end(), source, [](const Own& each, Gid gid) { return each.gid < gid; });
    return own != own_.end() && own->gid == source ? own->count : 0;
}

}  // namespace ranvier::exchange
