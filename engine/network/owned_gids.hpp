#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// The gids of this rank, each with its source, or none while it has none.
///
/// Scripts give gids in ascending order, or nearly so, and mostly at equal distances (round robin). They then take 4 bytes
/// each, and whether one is here is a division; others are kept sorted, 8 bytes each, and the place of one is guessed
/// before it is searched for. What comes out of order waits in a tree until it is an eighth of the sorted ones.
class OwnedGids {
  public:
    std::size_t size() const { return sources_.size() + late_.size(); }

    /// The gid's source; null if the gid is not on this rank. Valid until the next insertion.
    SourceId* find(Gid gid) { return const_cast<SourceId*>(std::as_const(*this).find(gid)); }
    const SourceId* find(Gid gid) const {
        if (!sources_.empty() && gid >= first_ && gid <= last_) {
            const std::uint32_t above = above_first(gid);
            if (is_regular()) {
                if (above % step_ == 0) return &sources_[above / step_];
            } else if (const std::size_t place = place_of(gid); gids_[place] == gid) {
                return &sources_[place];
            }
        }
        const auto found = late_.find(gid);
        return found == late_.end() ? nullptr : &found->second;
    }

    /// A gid that is not yet there.
    void insert(Gid gid, SourceId source) {
        if (sources_.empty() || gid > last_) return append(gid, source);
        late_.emplace(gid, source);
        if (late_.size() > sources_.size() / 8 + 64) merge();
    }

    void clear() { *this = OwnedGids(); }

    /// Calls act(gid, source), by ascending gid.
    template <class Act>
    void for_each(Act&& act) const {
        auto late = late_.begin();
        for (std::size_t k = 0; k < sources_.size(); ++k) {
            const Gid gid = is_regular() ? regular(k) : gids_[k];
            for (; late != late_.end() && late->first < gid; ++late) act(late->first, late->second);
            act(gid, sources_[k]);
        }
        for (; late != late_.end(); ++late) act(late->first, late->second);
    }

  private:
    bool is_regular() const { return gids_.empty(); }
    Gid regular(std::size_t place) const { return first_ + static_cast<Gid>(place * step_); }
    std::uint32_t above_first(Gid gid) const {
        return static_cast<std::uint32_t>(gid) - static_cast<std::uint32_t>(first_);
    }

    /// The place of a gid within the sorted ones, or of the next larger one.
    std::size_t place_of(Gid gid) const {
        const auto range = std::uint64_t{above_first(last_)};
        const auto guess = static_cast<std::size_t>(above_first(gid) * (gids_.size() - 1) / range);
        if (gids_[guess] == gid) return guess;
        return static_cast<std::size_t>(std::lower_bound(gids_.begin(), gids_.end(), gid) - gids_.begin());
    }

    /// A gid above all sorted ones.
    void append(Gid gid, SourceId source) {
        if (sources_.empty()) first_ = gid;
        if (sources_.size() == 1) step_ = above_first(gid);
        if (is_regular() && above_first(gid) != sources_.size() * step_) {
            for (std::size_t k = 0; k < sources_.size(); ++k) gids_.push_back(regular(k));
        }
        if (!is_regular()) gids_.push_back(gid);
        last_ = gid;
        sources_.push_back(source);
    }

    void merge() {
        OwnedGids all;
        all.sources_.reserve(size());
        for_each([&](Gid gid, SourceId source) { all.insert(gid, source); });
        *this = std::move(all);
    }

    Gid first_ = 0, last_ = 0;       // of the sorted ones
    std::uint32_t step_ = 1;         // between them, if they are regular
    std::vector<Gid> gids_;          // the sorted ones; empty: they are regular
    std::vector<SourceId> sources_;  // of the sorted ones
    std::map<Gid, SourceId> late_;   // below the last one of them
};

}  // namespace ranvier::engine
