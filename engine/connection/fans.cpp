#include "engine/connection/fans.hpp"

#include <numeric>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

Fans::Fans(std::size_t sources, std::span<const std::uint32_t> groups) : begin_of_table_{0}, first_(sources + 1) {
    for (const std::uint32_t count : groups) begin_of_table_.push_back(begin_of_table_.back() + count);
}

void Fans::add(std::uint32_t source, const Fan& fan) {
    const std::uint32_t number = begin_of_table_[fan.table] + fan.group;
    if (is_input(source)) {
        added_gids_.push_back(gid_of_input(source));
        input_fans_.push_back(number);
    } else {
        fans_.push_back(number);
        ++first_[source + 1];
    }
}

void Fans::finish() {
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    for (auto* fans : {&fans_, &input_fans_}) fans->shrink_to_fit();
    gids_ = exchange::SortedGids(added_gids_);
    release(added_gids_);
}

std::size_t Fans::bytes() const {
    return (begin_of_table_.capacity() + first_.capacity() + fans_.capacity() + input_fans_.capacity()) *
               sizeof(std::uint32_t) +
           gids_.bytes() + added_gids_.capacity() * sizeof(Gid);
}

}  // namespace ranvier::engine
