#pragma once

#include <fmt/format.h>

#include <string>

#include "engine/network/network.hpp"
#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// &netcon.weight[k]: a number that moves whenever connections are made or changed, so it has no address. A POINTER of a
/// mechanism may point to it.
class WeightRef final : public NumberRef {
  public:
    /// `name`: of the NetCon.
    WeightRef(engine::Network& network, engine::NetConId netcon, int k, std::string name)
        : network_{network}, netcon_{netcon}, k_{k}, name_{std::move(name)} {}
    double load() const override { return network_.weight(netcon_, k_); }
    void store(double value) override { network_.set_weight(netcon_, k_, value); }
    std::string describe() const override { return fmt::format("{}.weight[{}]", name_, k_); }
    engine::NetConId netcon() const { return netcon_; }
    int k() const { return k_; }

  private:
    engine::Network& network_;
    engine::NetConId netcon_;
    int k_;
    std::string name_;
};

}  // namespace ranvier::hoc
