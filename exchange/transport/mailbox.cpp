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

void Mailbox::deliver(int source, int tag, std::span<const std::byte> data) {
    const auto slot = std::find_if(posted_.begin(), posted_.end(), [&](std::int32_t s) {
        return fits(receives_[s].from, receives_[s].tag, source, tag);
    });
    if (slot == posted_.end()) {
        messages_.push_back({source, tag, {data.begin(), data.end()}});
        return;
    }
    Receive& receive = receives_[*slot];
    copy_message(source, tag, data, receive.data);
    receive.state = Receive::done;
    posted_.erase(slot);
}

Request Mailbox::post(int from, int tag, std::span<std::byte> data) {
    const auto free = std::find_if(receives_.begin(), receives_.end(),
                                   [](const Receive& receive) { return receive.state == Receive::free; });
    const auto slot = static_cast<std::int32_t>(free - receives_.begin());
    if (free == receives_.end()) receives_.emplace_back();
    Receive& receive = receives_[slot];
    receive = {from, tag, data, Receive::posted};

    const auto message = std::find_if(messages_.begin(), messages_.end(),
                                      [&](const Message& m) { return fits(from, tag, m.source, m.tag); });
    if (message == messages_.end()) {
        posted_.push_back(slot);
    } else {
        receive.state = Receive::free;  // should the message not fit
        copy_message(message->source, message->tag, message->data, data);
        receive.state = Receive::done;
        messages_.erase(message);
    }
    return Request{slot};
}

bool Mailbox::test(Request& request) {
    if (request.slot < 0) return true;
    Receive& receive = receives_[request.slot];
    if (receive.state != Receive::done) return false;
    receive.state = Receive::free;
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
