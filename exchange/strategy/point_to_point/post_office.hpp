#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/delivery_plan.hpp"
#include "exchange/strategy/point_to_point/inbox.hpp"
#include "exchange/strategy/point_to_point/ledger.hpp"
#include "exchange/strategy/point_to_point/outbox.hpp"

namespace ranvier::exchange {

/// When a relay passes a spike on.
enum class RelayRule {
    at_once,        ///< on arrival
    next_interval,  ///< in the sub-interval after the one in which it fired
};

/// Sends spikes, receives those of others, relays them where this rank is a relay, and counts messages.
class PostOffice {
  public:
    PostOffice(Transport& transport, std::unique_ptr<Outbox> outbox, std::unique_ptr<Inbox> inbox, RelayRule rule,
               ExchangeCounters& counters);

    /// Waits for all sends and discards the plan. All messages must have been received, and none may be sent before
    /// every rank has adopted its new plan.
    Task<void> retire_plan();
    void adopt(DeliveryPlan plan) { plan_ = std::move(plan); }
    const DeliveryPlan& plan() const { return plan_; }

    /// Starts a sub-interval. Relays the spikes that waited for it.
    void begin(Serial serial);
    Serial current() const { return current_; }

    /// Sends a spike of the route's gid that fired in the current sub-interval.
    void send(std::size_t route, Spike spike, std::uint16_t run);

    /// Keeps a spike of the current sub-interval that this rank wants itself.
    void keep(Spike spike, std::uint16_t run);

    /// Receives the messages that have arrived.
    void poll();

    /// Holds back spikes to be relayed until `let_go`; no cell fires meanwhile.
    void hold_back() { holds_back_ = true; }
    void let_go();

    Ledger& ledger() { return ledger_; }
    Outbox& outbox() { return *outbox_; }

  private:
    SpikeMessage write(Spike spike, std::uint16_t run) const;
    void accept(const SpikeMessage& message);
    void pass_on(const SpikeMessage& message);
    void post(const Route& list, const SpikeMessage& message);

    Transport& transport_;
    const std::unique_ptr<Outbox> outbox_;
    const std::unique_ptr<Inbox> inbox_;
    const RelayRule rule_;
    ExchangeCounters& counters_;
    DeliveryPlan plan_;
    Ledger ledger_;
    Serial current_ = 1;
    bool holds_back_ = false;
    std::vector<SpikeMessage> held_back_;
};

}  // namespace ranvier::exchange
