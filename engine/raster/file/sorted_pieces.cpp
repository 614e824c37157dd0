#include "engine/raster/file/sorted_pieces.hpp"

#include <algorithm>

namespace ranvier::raster {

std::span<const Spike> SortedPieces::next() {
    spikes_.erase(spikes_.begin(), spikes_.begin() + static_cast<std::ptrdiff_t>(given_));
    for (given_ = 0; given_ == 0 && has_more_;) {
        has_more_ = next_(spikes_);
        sort(spikes_);
        given_ = spikes_.size();
        if (!has_more_ || spikes_.empty()) continue;
        // The next piece may have more spikes at the last time.
        const auto sure = std::lower_bound(spikes_.begin(), spikes_.end(), Spike{spikes_.back().t, -1}, fires_before);
        given_ = static_cast<std::size_t>(sure - spikes_.begin());
    }
    return std::span<const Spike>(spikes_).first(given_);
}

}  // namespace ranvier::raster
