#pragma once

#include <memory>
#include <vector>

#include "engine/network/network.hpp"

namespace ranvier::hoc {

/// What the NetCons that were made with a target and without a source share. In NEURON it is a source that never fires; the
/// engine has none for them, as only NetCon.event feeds them. Each stays one of them, whatever its target becomes.
///
/// Memory: a bit for each connection made before the last of them.
class SourcelessNetCons {
  public:
    void add(engine::NetConId netcon) {
        const auto k = static_cast<std::size_t>(netcon);
        if (k >= is_one_.size()) is_one_.resize(k + 1);
        is_one_[k] = true;
    }
    bool contains(engine::NetConId netcon) const {
        const auto k = static_cast<std::size_t>(netcon);
        return k < is_one_.size() && is_one_[k];
    }
    /// Without effect [mV].
    const std::shared_ptr<double>& threshold() const { return threshold_; }
    /// The Vector of NetCon.record, which nothing fills; null: none.
    void record_into(const engine::SpikeTimes& times) { times_ = times; }
    engine::SpikeTimes recorded_times() const { return times_.lock(); }

  private:
    std::vector<bool> is_one_;  // by number of the connection
    std::shared_ptr<double> threshold_ = std::make_shared<double>(10.);
    std::weak_ptr<std::vector<double>> times_;
};

}  // namespace ranvier::hoc
