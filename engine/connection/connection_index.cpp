#include "engine/connection/connection_index.hpp"

#include "engine/connection/release.hpp"

namespace ranvier::engine {

void ConnectionIndex::build(std::span<const std::uint32_t> end, std::size_t count) {
    first_.assign(count + 1, 0);
    for (const std::uint32_t e : end) {
        if (e < count) ++first_[e + 1];
    }
    for (std::size_t k = 0; k < count; ++k) first_[k + 1] += first_[k];
    connections_.resize(first_[count]);
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t n = 0; n < end.size(); ++n) {
        if (end[n] < count) connections_[next[end[n]]++] = n;
    }
    is_built_ = true;
}

std::span<const std::uint32_t> ConnectionIndex::of(std::uint32_t which) const {
    if (which + std::size_t{1} >= first_.size()) return {};  // created after the index was built, so it has no
                                                             // connections
    return std::span(connections_).subspan(first_[which], first_[which + 1] - first_[which]);
}

void ConnectionIndex::forget() {
    if (!is_built_) return;
    is_built_ = false;
    release(first_);
    release(connections_);
}

}  // namespace ranvier::engine
