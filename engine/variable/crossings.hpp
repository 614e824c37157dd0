#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "engine/variable/step_time.hpp"

namespace ranvier::engine {

/// The search for the time at which a watched value rises through 0 (condition order 2): where the line between the
/// values at both ends of the last step does.
class Crossing {
  public:
    /// Looks at the value at the end of the last step. `above`: whether the value counts as above 0; the crossing sets it.
    /// Returns whether it crosses now, because the integrator has restarted. If it has crossed within the step, the
    /// crossing is pending until its time.
    bool look(double value, bool& above, const StepTime& time);
    /// The time of the pending crossing [ms]; infinity if there is none.
    double pending() const { return pending_; }
    /// The crossing happens: returns its time.
    double take() { return std::exchange(pending_, std::numeric_limits<double>::infinity()); }

  private:
    double old_value_ = 0, old_t_ = 0, reset_below_ = 0;
    double pending_ = std::numeric_limits<double>::infinity();
};

/// The crossings of several values, which come and go. A Key identifies a value from one look to the next.
template <class Key>
class Crossings {
  public:
    /// A look at all values: begin, look at each, end. Crossings of values that have not been looked at are forgotten.
    /// Costs O(1) a value while their order remains.
    void begin_look() { at_ = 0; }
    /// See Crossing::look.
    bool look(const Key& key, double value, bool& above, const StepTime& time) {
        const auto begin = all_.begin() + static_cast<std::ptrdiff_t>(at_);
        const auto known = std::find_if(begin, all_.end(), [&](const Entry& each) { return each.key == key; });
        if (known == all_.end()) {
            all_.insert(begin, Entry{key, {}});
        } else if (known != begin) {
            std::iter_swap(known, begin);
        }
        return all_[at_++].crossing.look(value, above, time);
    }
    void end_look() { all_.resize(at_); }

    /// The time of the first pending crossing [ms]; infinity if there is none.
    double next() const {
        double first = std::numeric_limits<double>::infinity();
        for (const Entry& each : all_) first = std::min(first, each.crossing.pending());
        return first;
    }
    /// Calls act(key, t) for each crossing that is pending until `til` or before, and no longer then.
    template <class Act>
    void take(double til, Act&& act) {
        for (Entry& each : all_) {
            if (each.crossing.pending() <= til) act(each.key, each.crossing.take());
        }
    }

  private:
    struct Entry {
        Key key{};
        Crossing crossing;
    };
    std::vector<Entry> all_;  // in the order of the latest look
    std::size_t at_ = 0;      // during a look: how many values have been looked at
};

}  // namespace ranvier::engine
