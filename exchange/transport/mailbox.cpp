#include "exchange/transport/mailbox.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

bool fits(int wanted_source, int wanted_tag, int source, int tag) {
    return (wanted_source == any_rank || wanted_source == source) && (wanted_tag == any_tag || wanted_tag == tag);
}

}  // namespace

void copy_message(int source, int tag, std::span<const std::byte> message, std::span<std::byte> to) {
    if (message.size() > to.size()) {
        throw TransportError(fmt::format("a message of {} bytes from rank {} with tag {} does not fit in {} bytes",
                                         message.size(), source, tag, to.size()));
    }
    std::copy(message.begin(), message.end(), to.begin());
}

std::int32_t Mailbox::free_slot() {
    if (free_.empty()) {
        receives_.emplace_back();
        return static_cast<std::int32_t>(receives_.size() - 1);
    }
    const std::int32_t slot = free_.back();
    free_.pop_back();
    return slot;
}

void Mailbox::free(std::int32_t slot) {
    receives_[slot] = {};
    free_.push_back(slot);
}

void Mailbox::deliver(int source, int tag, std::vector<std::byte> data, std::function<void()> matched) {
    const auto slot = std::find_if(posted_.begin(), posted_.end(), [&](std::int32_t s) {
        return fits(receives_[s].from, receives_[s].tag, source, tag);
    });
    if (slot == posted_.end()) {
        messages_.push_back({source, tag, std::move(data), std::move(matched)});
        return;
    }
    Receive& receive = receives_[*slot];
    copy_message(source, tag, data, receive.data);
    receive.state = Receive::done;
    posted_.erase(slot);
    if (matched) matched();
}

Request Mailbox::post(int from, int tag, std::span<std::byte> data) {
    if (const std::optional<Arrival> found = find(from, tag)) {
        take(*found, data);
        const Request request = open();
        receives_[request.slot].is_receive = true;
        complete(request);
        return request;
    }
    const std::int32_t slot = free_slot();
    receives_[slot] = {from, tag, data, Receive::posted, true};
    posted_.push_back(slot);
    return Request{slot};
}

void Mailbox::take(const Arrival& found, std::span<std::byte> data) {
    const auto message = std::find_if(messages_.begin(), messages_.end(),
                                      [&](const Message& m) { return fits(found.source, found.tag, m.source, m.tag); });
    if (message == messages_.end()) throw TransportError("a message was taken before it arrived");
    copy_message(message->source, message->tag, message->data, data);
    const std::function<void()> matched = std::move(message->matched);
    messages_.erase(message);
    if (matched) matched();
}

void Mailbox::cancel(Request request) {
    if (request.slot < 0) return;
    std::erase(posted_, request.slot);
    free(request.slot);
}

Request Mailbox::open() {
    const std::int32_t slot = free_slot();
    receives_[slot].state = Receive::posted;
    return Request{slot};
}

bool Mailbox::test(Request& request) {
    if (request.slot < 0) return true;
    if (receives_[request.slot].state != Receive::done) return false;
    free(request.slot);
    request.slot = -1;
    return true;
}

std::optional<Arrival> Mailbox::find(int from, int tag) const {
    for (const Message& message : messages_) {
        if (fits(from, tag, message.source, message.tag)) {
            return Arrival{message.source, message.tag, message.data.size()};
        }
    }
    return std::nullopt;
}

}  // namespace ranvier::exchange
