#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

/// The gids of this rank, each with the number of its source, or `nothing` while it has none.
///
/// Scripts give gids in ascending order, or nearly so, and mostly at equal distances (round robin). So they are kept
/// sorted, 8 bytes each, and the place of one is guessed before it is searched for. What comes out of order waits in a
/// tree until it is an eighth of the sorted ones.
class OwnedGids {
  public:
    std::size_t size() const { return gids_.size() + late_.size(); }

    /// The number of the gid's source; null if the gid is not on this rank. Valid until the next insertion.
    std::uint32_t* find(Gid gid) { return const_cast<std::uint32_t*>(std::as_const(*this).find(gid)); }
    const std::uint32_t* find(Gid gid) const {
        if (!gids_.empty() && gid >= gids_.front() && gid <= gids_.back()) {
            const std::size_t place = place_of(gid);
            if (gids_[place] == gid) return &sources_[place];
        }
        const auto found = late_.find(gid);
        return found == late_.end() ? nullptr : &found->second;
    }

    /// A gid that is not yet there.
    void insert(Gid gid, std::uint32_t source) {
        if (gids_.empty() || gid > gids_.back()) {
            gids_.push_back(gid);
            sources_.push_back(source);
            return;
        }
        late_.emplace(gid, source);
        if (late_.size() > gids_.size() / 8 + 64) merge();
    }

    void clear() { *this = OwnedGids(); }

    /// Calls act(gid, source), by ascending gid.
    template <class Act>
    void for_each(Act&& act) const {
        auto late = late_.begin();
        for (std::size_t k = 0; k < gids_.size(); ++k) {
            for (; late != late_.end() && late->first < gids_[k]; ++late) act(late->first, late->second);
            act(gids_[k], sources_[k]);
        }
        for (; late != late_.end(); ++late) act(late->first, late->second);
    }

  private:
    /// The place of a gid within the sorted ones, or of the next larger one.
    std::size_t place_of(Gid gid) const {
        const auto above = static_cast<std::uint64_t>(gid) - static_cast<std::uint64_t>(gids_.front());
        const auto range = static_cast<std::uint64_t>(gids_.back()) - static_cast<std::uint64_t>(gids_.front());
        const std::size_t guess = range == 0 ? 0 : static_cast<std::size_t>(above * (gids_.size() - 1) / range);
        if (gids_[guess] == gid) return guess;
        return static_cast<std::size_t>(std::lower_bound(gids_.begin(), gids_.end(), gid) - gids_.begin());
    }

    void merge() {
        OwnedGids all;
        all.gids_.reserve(size());
        all.sources_.reserve(size());
        for_each([&](Gid gid, std::uint32_t source) { all.insert(gid, source); });
        *this = std::move(all);
    }

    std::vector<Gid> gids_;               // ascending
    std::vector<std::uint32_t> sources_;  // of these
    std::map<Gid, std::uint32_t> late_;   // below the last one of `gids_`
};

}  // namespace ranvier::engine
