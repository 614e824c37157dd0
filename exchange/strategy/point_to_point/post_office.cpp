#include "exchange/strategy/point_to_point/post_office.hpp"

#include <utility>

namespace ranvier::exchange {

PostOffice::PostOffice(Transport& transport, std::unique_ptr<Outbox> outbox, std::unique_ptr<Inbox> inbox,
                       RelayRule rule, ExchangeCounters& counters)
    : transport_(transport), outbox_(std::move(outbox)), inbox_(std::move(inbox)), rule_(rule), counters_(counters) {}

Task<void> PostOffice::retire_plan() {
    co_await transport_.wait_until([this] { return outbox_->are_all_over(); });
    outbox_->forget_lists();
    plan_ = {};
}

void PostOffice::begin(Serial serial) {
    current_ = serial;
    Account& before = ledger_[static_cast<Serial>(serial - 1)];
    for (const SpikeMessage& message : before.waiting) pass_on(message);
    before.waiting.clear();
}

SpikeMessage PostOffice::write(Spike spike, std::uint16_t run) const {
    SpikeMessage message{};
    message.t = spike.t;
    message.gid = spike.gid;
    message.serial = current_;
    message.run = run & 0x7FFF;
    return message;
}

void PostOffice::send(std::size_t route, Spike spike, std::uint16_t run) {
    post(plan_.first()[route], write(spike, run));
}

void PostOffice::keep(Spike spike, std::uint16_t run) {
    ledger_[current_].arrived.push_back(write(spike, run));
}

void PostOffice::poll() {
    while (const std::optional<SpikeMessage> message = inbox_->next()) accept(*message);
}

void PostOffice::let_go() {
    holds_back_ = false;
    for (const SpikeMessage& message : held_back_) pass_on(message);
    held_back_.clear();
}

void PostOffice::accept(const SpikeMessage& message) {
    Account& account = ledger_[message.serial];
    ++account.received;
    account.arrived.push_back(message);
    if (message.way() == Phase::two || plan_.relays.empty()) return;
    // A spike of this sub-interval, or of a later one that faster ranks have started, is not due yet.
    const bool has_time = static_cast<std::int16_t>(message.serial - current_) >= 0;
    if (rule_ == RelayRule::next_interval && has_time) {
        account.waiting.push_back(message);
    } else if (holds_back_) {
        held_back_.push_back(message);
    } else {
        pass_on(message);
    }
}

void PostOffice::pass_on(const SpikeMessage& message) {
    const std::optional<Route> list = plan_.find_relay(message.gid);
    if (!list) return;
    SpikeMessage relayed = message;
    relayed.phase = static_cast<std::uint16_t>(Phase::two) & 1;
    ++counters_.spikes_relayed;
    post(*list, relayed);
}

void PostOffice::post(const Route& list, const SpikeMessage& message) {
    const auto copies = static_cast<std::int64_t>(list.targets.size());
    ledger_[message.serial].sent += copies;
    counters_.messages_sent += copies;
    counters_.bytes_sent += copies * static_cast<std::int64_t>(sizeof message);
    outbox_->send(list, message);
}

}  // namespace ranvier::exchange
