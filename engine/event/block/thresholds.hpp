#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/connection/source_id.hpp"
#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// The watched variables of a block, each with the threshold above which its source fires.
///
/// A source fires when its variable is above the threshold and was not at the previous check.
class Thresholds {
  public:
    /// Watches a variable from now on. `changeable`: a place [mV] through which mechanisms change the threshold; null: it
    /// stays.
    void add(const double* variable, double threshold, SourceId source, bool is_above,
             std::shared_ptr<const double> changeable = nullptr) {
        if (changeable) changeable_.push_back({watched_.size(), std::move(changeable)});
        watched_.push_back(variable);
        threshold_.push_back(threshold);
        source_.push_back(source);
        above_.push_back(is_above ? 1 : 0);
    }

    /// Reads the current values of the thresholds that mechanisms can change.
    void bring() {
        for (const Changeable& each : changeable_) threshold_[each.watched] = *each.place;
    }
    /// Calls send(source) for each variable that has crossed its threshold upwards since the last check.
    template <class Send>
    void check(Send&& send) {
        bring();
        const std::size_t n = watched_.size();
        for (std::size_t k = 0; k < n; ++k) {
            const auto now = static_cast<std::uint8_t>(*watched_[k] > threshold_[k]);
            if (now == above_[k]) continue;
            above_[k] = now;
            if (now) send(source_[k]);
        }
    }

    // --- one by one, for those who look for the time of a crossing --------------------------------------------------
    std::size_t size() const { return watched_.size(); }
    std::span<const double* const> watched() const { return watched_; }
    /// By how much the variable is above its threshold, as of the latest `bring`.
    double excess(std::size_t k) const { return *watched_[k] - threshold_[k]; }
    bool is_above(std::size_t k) const { return above_[k] != 0; }
    void set_above(std::size_t k, bool is_above) { above_[k] = is_above ? 1 : 0; }
    SourceId source(std::size_t k) const { return source_[k]; }
    bool has_changeable() const { return !changeable_.empty(); }

    /// Which variables are above their thresholds, by source: adds those of this block, or takes them.
    void add_above(std::span<std::uint8_t> by_source) const {
        for (std::size_t k = 0; k < above_.size(); ++k) by_source[index_of(source_[k])] = above_[k];
    }
    void take_above(std::span<const std::uint8_t> by_source) {
        for (std::size_t k = 0; k < above_.size(); ++k) above_[k] = by_source[index_of(source_[k])];
    }
    /// From now on none is.
    void clear() { std::fill(above_.begin(), above_.end(), std::uint8_t{0}); }

    void list_memory(CacheLines& to) const {
        to.add(watched_);
        to.add(threshold_);
        to.add(above_);
    }

  private:
    struct Changeable {
        std::size_t watched;
        std::shared_ptr<const double> place;
    };

    std::vector<const double*> watched_;
    std::vector<double> threshold_;  // those that mechanisms change: as of the latest `bring`
    std::vector<Changeable> changeable_;
    std::vector<std::uint8_t> above_;
    std::vector<SourceId> source_;
};

}  // namespace ranvier::engine
