#include "engine/connection/fans.hpp"

#include <utility>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

Fans::Fans(std::size_t sources, std::span<const std::uint32_t> groups) : source_count_(sources), begin_of_table_{0} {
    for (const std::uint32_t count : groups) begin_of_table_.push_back(begin_of_table_.back() + count);
}

void Fans::add(SourceId source, const Fan& fan) {
    const std::uint32_t number = begin_of_table_[index_of(fan.table)] + index_of(fan.group);
    if (is_input(source)) {
        added_gids_.push_back(gid_of_input(source));
        input_fans_.push_back(number);
    } else {
        if (sources_.empty() || sources_.back() != source) {
            sources_.push_back(source);
            first_.push_back(static_cast<std::uint32_t>(fans_.size()));
        }
        fans_.push_back(number);
    }
}

void Fans::finish() {
    first_.push_back(static_cast<std::uint32_t>(fans_.size()));
    if (sources_.size() >= source_count_ / 4) give_each_source_a_place();
    sources_.shrink_to_fit();
    for (auto* numbers : {&first_, &fans_, &input_fans_}) numbers->shrink_to_fit();
    gids_ = exchange::SortedGids(added_gids_);
    release(added_gids_);
}

void Fans::give_each_source_a_place() {
    std::vector<std::uint32_t> first;
    first.reserve(source_count_ + 1);
    for (std::size_t k = 0; k < sources_.size(); ++k) first.resize(index_of(sources_[k]) + std::size_t{1}, first_[k]);
    first.resize(source_count_ + 1, first_.back());
    first_ = std::move(first);
    release(sources_);
}

std::size_t Fans::bytes() const {
    return (begin_of_table_.capacity() + first_.capacity() + fans_.capacity() + input_fans_.capacity()) *
               sizeof(std::uint32_t) +
           sources_.capacity() * sizeof(SourceId) + gids_.bytes() + added_gids_.capacity() * sizeof(Gid);
}

}  // namespace ranvier::engine
