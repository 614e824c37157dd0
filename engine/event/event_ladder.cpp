#include "engine/event/event_ladder.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

void EventLadder::push_later(const Event& event, double place) {
    ++waiting_;
    (place < end_ ? bins_[static_cast<std::size_t>(place)] : later_).push_back(event);
}

void EventLadder::refill() {
    for (;;) {
        for (; first_ < end_; ++first_) {
            std::vector<Event>& bin = bins_[static_cast<std::size_t>(first_)];
            if (bin.empty()) continue;
            waiting_ -= bin.size();
            near_.exchange(bin);
            ++first_;
            limit_ = std::max(most_in_heap, 2 * near_.size());
            return;
        }
        spread();
        if (!near_.empty()) return;
    }
}

void EventLadder::spread_all() {
    std::vector<Event> all;
    append_to(all);
    clear();
    waiting_ = all.size();
    later_.swap(all);
    refill();
}

/// Makes bins for the earlier half of `later_`, or a heap of all of it if bins would not help. The heap and the bins
/// must be empty.
void EventLadder::spread() {
    times_.clear();
    for (const Event& event : later_) times_.push_back(event.t);
    const auto middle = times_.begin() + static_cast<std::ptrdiff_t>(times_.size() / 2);
    std::nth_element(times_.begin(), middle, times_.end());
    const double begin = *std::min_element(times_.begin(), middle + 1);
    const std::size_t whole_bins = times_.size() / (2 * in_a_bin);
    const auto bins = static_cast<double>(whole_bins);
    const double scale = bins / (*middle - begin);
    if (bins < 2 || !std::isfinite(scale) || !(scale > 0)) {
        start_ = bins_per_ms_ = 0;
        first_ = end_ = 1;
        waiting_ = 0;
        near_.exchange(later_);
        limit_ = std::max(most_in_heap, 2 * near_.size());
        return;
    }
    start_ = begin;
    bins_per_ms_ = scale;
    first_ = 0;
    end_ = bins;
    bins_.resize(std::max(bins_.size(), static_cast<std::size_t>(bins)));
    std::vector<Event> rest;
    for (const Event& event : later_) {
        const double place = (event.t - start_) * bins_per_ms_;
        (place < end_ ? bins_[static_cast<std::size_t>(place)] : rest).push_back(event);
    }
    later_.swap(rest);
}

void EventLadder::clear() {
    near_.clear();
    for (std::vector<Event>& bin : bins_) bin.clear();
    later_.clear();
    waiting_ = 0;
    start_ = bins_per_ms_ = 0;
    first_ = end_ = 1;
    limit_ = most_in_heap;
}

void EventLadder::append_to(std::vector<Event>& all) const {
    all.insert(all.end(), near_.nodes().begin(), near_.nodes().end());
    for (const std::vector<Event>& bin : bins_) all.insert(all.end(), bin.begin(), bin.end());
    all.insert(all.end(), later_.begin(), later_.end());
}

}  // namespace ranvier::engine
