#pragma once

#include <boost/icl/interval_map.hpp>
#include <optional>

#include "engine/rule/gid_set.hpp"

namespace ranvier::engine {

/// The areas of gids. Neighbors of one area together take as much memory as one gid.
class Areas {
  public:
    /// The gids first, ..., first + count - 1.
    void set(Gid first, std::int64_t count, int area) {
        area_of_.set({boost::icl::interval<std::int64_t>::right_open(first, first + count), area});
    }
    std::optional<int> of(Gid gid) const {
        const auto found = area_of_.find(gid);
        return found == area_of_.end() ? std::nullopt : std::optional(found->second);
    }
    void clear() { area_of_.clear(); }

  private:
    boost::icl::interval_map<std::int64_t, int, boost::icl::partial_enricher> area_of_;  // which keeps area 0, too
};

}  // namespace ranvier::engine
