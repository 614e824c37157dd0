#include "engine/connection/connection_groups.hpp"

#include <algorithm>
#include <utility>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

Group ConnectionGroups::group_of(std::uint32_t k) const {
    if (form_ != Form::groups) return Group{k};
    const auto behind = std::upper_bound(groups_.begin(), groups_.end() - 1, k,
                                         [](std::uint32_t each, const Header& group) { return each < group.first; });
    return Group{static_cast<std::uint32_t>(behind - groups_.begin()) - 1};
}

/// Makes a group of each connection so far.
void ConnectionGroups::number_to_groups() {
    for (std::uint32_t k = 0; k < delay_number_.size(); ++k) {
        const std::uint16_t number = delay_number_[k];
        groups_.push_back({k, (number & ~end_of_source_16) | ((number & end_of_source_16) != 0 ? end_of_source : 0)});
    }
    release(delay_number_);
    form_ = Form::groups;
}

void ConnectionGroups::finish(std::size_t connections, std::vector<double> delays) {
    switch (form_) {
        case Form::groups:
            groups_.push_back({static_cast<std::uint32_t>(connections), end_of_source});
            groups_.shrink_to_fit();
            break;
        case Form::numbered_delays:
            delay_number_.shrink_to_fit();
            break;
        case Form::own_delays:
            end_source(connections);
            break;
    }
    delays_ = std::move(delays);
}

std::size_t ConnectionGroups::bytes() const {
    return groups_.capacity() * sizeof(Header) + delay_number_.capacity() * sizeof(std::uint16_t) +
           (own_delay_.capacity() + delays_.capacity()) * sizeof(double);
}

}  // namespace ranvier::engine
