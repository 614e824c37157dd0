#pragma once

#include <functional>
#include <vector>

#include "engine/state/snapshot.hpp"
#include "exchange/strategy/automatic.hpp"

namespace ranvier::hoc {

/// Saves which strategy `--exchange auto` has chosen, so that a resumed run needs no trials.
class ExchangeKeeper final : public engine::StateKeeper {
  public:
    /// `automatic` returns the run's exchange if it is automatic, else null.
    explicit ExchangeKeeper(std::function<exchange::AutomaticExchange*()> automatic)
        : automatic_(std::move(automatic)) {}
    void begin() override {}
    std::vector<engine::RankSnapshot::Part> save() override;
    void restore(const Find& find) override;

  private:
    std::function<exchange::AutomaticExchange*()> automatic_;
};

}  // namespace ranvier::hoc
