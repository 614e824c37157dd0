#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// A spike of a source.
struct Fired {
    double t;  ///< [ms]
    SourceId source;
};

/// The spikes of one block that SpikeRelay has not passed on yet, in the order of firing.
class FiredSpikes {
  public:
    void add(double t, SourceId source) { all_.push_back({t, source}); }
    bool empty() const { return all_.empty(); }
    std::span<const Fired> all() const { return all_; }
    bool has_unsent() const { return sent_ < all_.size(); }
    /// The spikes that take_unsent has not returned before; valid until the next `add`.
    std::span<const Fired> take_unsent() {
        const std::span<const Fired> unsent = std::span<const Fired>(all_).subspan(sent_);
        sent_ = all_.size();
        return unsent;
    }
    void clear() {
        all_.clear();
        sent_ = 0;
    }

  private:
    std::vector<Fired> all_;
    std::size_t sent_ = 0;  // number of spikes that take_unsent has returned
};

}  // namespace ranvier::engine
