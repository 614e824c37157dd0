#include "exchange/study/listeners.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ranvier::exchange {

Listeners::Listeners(const ArtificialNet& net, std::span<const Gid> owned) {
    std::vector<Gid> sources;
    for (const Gid gid : owned) append_sources(net, gid, sources);
    std::sort(sources.begin(), sources.end());
    for (auto first = sources.begin(); first != sources.end();) {
        const auto last = std::find_if(first, sources.end(), [&](Gid gid) { return gid != *first; });
        if (last - first > std::numeric_limits<std::uint16_t>::max()) {
            throw std::logic_error("a source has more connections to a rank than are counted");
        }
        const auto count = static_cast<std::uint16_t>(last - first);
        if (std::binary_search(owned.begin(), owned.end(), *first)) {
            own_.push_back({*first, count});
        } else {
            wanted_.push_back(*first);
            counts_.push_back(count);
        }
        first = last;
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
