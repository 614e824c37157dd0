#include "engine/connection/fans.hpp"

#include <algorithm>

namespace ranvier::engine {

void Fans::add(std::uint32_t source, const Fan& fan) {
    if (is_input(source)) {
        gids_.push_back(gid_of_input(source));
        input_fans_.push_back(fan);
    } else {
        fans_.push_back(fan);
        ++first_[source + 1];
    }
}

void Fans::finish() {
    for (std::size_t s = 0; s + 1 < first_.size(); ++s) first_[s + 1] += first_[s];
    for (auto* fans : {&fans_, &input_fans_}) fans->shrink_to_fit();
    gids_.shrink_to_fit();
    const std::size_t last = gids_.empty() ? 0 : static_cast<std::size_t>(gids_.back());
    shift_ = 0;
    while (last >> shift_ > gids_.size() / gids_of_range) ++shift_;
    range_first_.assign((last >> shift_) + 2, 0);
    for (const Gid gid : gids_) ++range_first_[(static_cast<std::size_t>(gid) >> shift_) + 1];
    for (std::size_t r = 0; r + 1 < range_first_.size(); ++r) range_first_[r + 1] += range_first_[r];
}

std::span<const Fan> Fans::of_input(Gid gid) const {
    const std::size_t range = static_cast<std::size_t>(gid) >> shift_;
    if (gids_.empty() || range + 1 >= range_first_.size()) return {};
    const auto begin = gids_.begin() + range_first_[range], end = gids_.begin() + range_first_[range + 1];
    const auto [first, behind] = std::equal_range(begin, end, gid);
    return std::span(input_fans_)
        .subspan(static_cast<std::size_t>(first - gids_.begin()), static_cast<std::size_t>(behind - first));
}

std::size_t Fans::bytes() const {
    return (first_.capacity() + range_first_.capacity()) * sizeof(std::uint32_t) + gids_.capacity() * sizeof(Gid) +
           (fans_.capacity() + input_fans_.capacity()) * sizeof(Fan);
}

}  // namespace ranvier::engine
