#include "exchange/transport/local_transport.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "exchange/error.hpp"
#include "exchange/transport/mailbox.hpp"
#include "exchange/transport/persistent.hpp"
#include "exchange/transport/plain_collectives.hpp"

namespace ranvier::exchange {

namespace {

class LocalTransport final : public PlainTransport {
  public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    double clock() const override {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    double waited() const override { return 0; }

    Task<void> barrier() override { co_return; }
    Task<void> allreduce(std::span<double>, Reduce) override { co_return; }
    Task<void> allreduce(std::span<std::int64_t>, Reduce) override { co_return; }
    Task<void> allgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        copy(mine, all);
        co_return;
    }
    Task<void> allgatherv(std::span<const std::byte> mine, std::span<const std::size_t>,
                          std::span<std::byte> all) override {
        copy(mine, all);
        co_return;
    }
    Task<void> alltoall(std::span<const std::byte> send, std::span<std::byte> receive) override {
        copy(send, receive);
        co_return;
    }
    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t>, std::span<std::byte> receive,
                         std::span<const std::size_t>) override {
        copy(send, receive);
        co_return;
    }
    Task<void> broadcast(std::span<std::byte>, int) override { co_return; }
    Task<std::unique_ptr<Transport>> split(int, int) override { co_return make_local_transport(); }

    Request ibarrier() override { return {}; }
    Request iallgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        copy(mine, all);
        return {};
    }
    Request iallgatherv(std::span<const std::byte> mine, std::span<const std::size_t>,
                        std::span<std::byte> all) override {
        copy(mine, all);
        return {};
    }
    Request iallreduce(std::span<std::int64_t>, Reduce) override { return {}; }
    Request ireduce_scatter(std::span<const std::int32_t> numbers, std::int32_t& mine) override {
        mine = numbers[0];
        return {};
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        check_rank(to);
        mailbox_.deliver(0, tag, data);
        return {};
    }
    Request issend(int to, int tag, std::span<const std::byte> data) override {
        check_rank(to);
        const Request request = mailbox_.open();
        mailbox_.deliver(0, tag, data, [this, request] { mailbox_.complete(request); });
        return request;
    }
    Request irecv(int from, int tag, std::span<std::byte> data) override {
        if (from != any_rank) check_rank(from);
        return mailbox_.post(from, tag, data);
    }
    bool test(Request& request) override { return mailbox_.test(request); }
    Task<void> wait(Request request) override {
        if (!mailbox_.test(request)) throw_forever();
        co_return;
    }
    std::optional<Arrival> try_probe(int from, int tag) override { return mailbox_.find(from, tag); }
    Task<Arrival> probe(int from, int tag) override {
        const std::optional<Arrival> found = mailbox_.find(from, tag);
        if (!found) throw_forever();
        co_return *found;
    }
    void take(const Arrival& found, std::span<std::byte> data) override { mailbox_.take(found, data); }
    Task<void> wait_until(std::function<bool()> is_done) override {
        if (!is_done()) throw TransportError("deadlock: the only rank waits for another rank");
        co_return;
    }

    PersistentRequest send_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        return persistent_.add_send(PersistentRequests::send, targets, tag, data);
    }
    PersistentRequest ssend_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        return persistent_.add_send(PersistentRequests::synchronous_send, targets, tag, data);
    }
    PersistentRequest recv_init(int from, int tag, std::span<std::byte> data) override {
        return persistent_.add_receive(from, tag, data);
    }
    void start(PersistentRequest request) override { persistent_.start(*this, request); }
    bool test(PersistentRequest request) override { return persistent_.test(*this, request); }
    void release(PersistentRequest& request) override { persistent_.release(mailbox_, request); }

    void abort(std::string_view message, int status) override {
        std::fflush(stdout);
        const std::string line = std::string(message) + '\n';
        std::fputs(line.c_str(), stderr);
        std::exit(status);
    }

  private:
    static void copy(std::span<const std::byte> from, std::span<std::byte> to) {
        if (from.size() != to.size()) throw TransportError("the pieces of a collective operation differ in size");
        std::copy(from.begin(), from.end(), to.begin());
    }
    static void check_rank(int rank) {
        if (rank != 0) throw TransportError("there is no rank " + std::to_string(rank) + " among 1");
    }
    [[noreturn]] static void throw_forever() {
        throw TransportError("deadlock: the only rank waits for a message from another rank");
    }

    Mailbox mailbox_;
    PersistentRequests persistent_;
};

}  // namespace

std::unique_ptr<Transport> make_local_transport() {
    return std::make_unique<LocalTransport>();
}

}  // namespace ranvier::exchange
