#include "engine/network/areas.hpp"

#include <boost/icl/interval_map.hpp>

namespace ranvier::engine {

// Hidden from the header: this library's own headers take the compiler longer than all of ours that include it.
struct Areas::Intervals {
    boost::icl::interval_map<std::int64_t, int, boost::icl::partial_enricher> area_of;  // which keeps area 0, too
};

Areas::Areas() : intervals_(std::make_unique<Intervals>()) {}
Areas::~Areas() = default;

void Areas::set(Gid first, std::int64_t count, int area) {
    intervals_->area_of.set({boost::icl::interval<std::int64_t>::right_open(first, first + count), area});
}

std::optional<int> Areas::of(Gid gid) const {
    const auto found = intervals_->area_of.find(gid);
    return found == intervals_->area_of.end() ? std::nullopt : std::optional(found->second);
}

void Areas::clear() {
    intervals_->area_of.clear();
}

}  // namespace ranvier::engine
