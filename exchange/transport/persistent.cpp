#include "exchange/transport/persistent.hpp"

#include <stdexcept>
#include <utility>

namespace ranvier::exchange {

PersistentRequest PersistentRequests::add(Plan plan) {
    plan.is_used = true;
    if (free_.empty()) {
        plans_.push_back(std::move(plan));
        return {static_cast<std::int32_t>(plans_.size() - 1)};
    }
    const std::int32_t slot = free_.back();
    free_.pop_back();
    plans_[slot] = std::move(plan);
    return {slot};
}

PersistentRequest PersistentRequests::add_send(Kind kind, std::span<const int> targets, int tag,
                                               std::span<const std::byte> data) {
    return add({kind, {targets.begin(), targets.end()}, tag, data, {}, {}, true});
}

PersistentRequest PersistentRequests::add_receive(int from, int tag, std::span<std::byte> data) {
    return add({receive, {from}, tag, {}, data, {}, true});
}

void PersistentRequests::start(Transport& transport, PersistentRequest request) {
    Plan& plan = plans_.at(request.slot);
    if (!plan.active.empty()) throw std::logic_error("a persistent request was started while active");
    for (const int rank : plan.ranks) {
        switch (plan.kind) {
            case send:
                plan.active.push_back(transport.isend(rank, plan.tag, plan.out));
                break;
            case synchronous_send:
                plan.active.push_back(transport.issend(rank, plan.tag, plan.out));
                break;
            case receive:
                plan.active.push_back(transport.irecv(rank, plan.tag, plan.in));
                break;
        }
    }
}

bool PersistentRequests::test(Transport& transport, PersistentRequest request) {
    std::vector<Request>& active = plans_.at(request.slot).active;
    std::erase_if(active, [&](Request& each) { return transport.test(each); });
    return active.empty();
}

void PersistentRequests::release(Mailbox& mailbox, PersistentRequest& request) {
    if (request.slot < 0) return;
    Plan& plan = plans_.at(request.slot);
    if (plan.kind != receive && !plan.active.empty()) {
        throw std::logic_error("a persistent send was released while active");
    }
    for (const Request& each : plan.active) mailbox.cancel(each);
    plan = Plan{};
    free_.push_back(std::exchange(request.slot, -1));
}

}  // namespace ranvier::exchange
