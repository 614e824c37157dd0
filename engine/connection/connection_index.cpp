#include "engine/connection/connection_index.hpp"

#include <algorithm>
#include <utility>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

namespace {

std::uint32_t place_in(std::span<const std::uint32_t> ascending, std::uint32_t value) {
    return static_cast<std::uint32_t>(std::lower_bound(ascending.begin(), ascending.end(), value) - ascending.begin());
}

}  // namespace

void ConnectionIndex::build(Ends ends) {
    const std::span<std::uint32_t> of = ends.ends();
    const std::span<const std::uint32_t> connections = ends.connections();
    std::size_t count = of.empty() ? 0 : *std::max_element(of.begin(), of.end()) + std::size_t{1};
    if (count / 4 > of.size()) {
        ends_.assign(of.begin(), of.end());
        std::sort(ends_.begin(), ends_.end());
        ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
        for (std::uint32_t& end : of) end = place_in(ends_, end);
        count = ends_.size();
    }
    first_.assign(count + 1, 0);
    for (const std::uint32_t end : of) ++first_[end + 1];
    for (std::size_t k = 0; k < count; ++k) first_[k + 1] += first_[k];
    connections_.resize(first_[count]);
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t k = 0; k < of.size(); ++k) connections_[next[of[k]]++] = connections[k];
    is_built_ = true;
}

std::span<const std::uint32_t> ConnectionIndex::of(std::uint32_t which) const {
    if (!ends_.empty()) {
        const std::uint32_t place = place_in(ends_, which);
        if (place == ends_.size() || ends_[place] != which) return {};
        which = place;
    }
    if (which + std::size_t{1} >= first_.size()) return {};  // created after the index was built, so it has no
                                                             // connections
    return std::span(connections_).subspan(first_[which], first_[which + 1] - first_[which]);
}

void ConnectionIndex::forget() {
    if (!is_built_) return;
    is_built_ = false;
    release(first_);
    release(connections_);
    release(ends_);
}

}  // namespace ranvier::engine
