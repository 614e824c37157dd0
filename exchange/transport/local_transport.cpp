#include "exchange/transport/local_transport.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "exchange/error.hpp"
#include "exchange/transport/mailbox.hpp"
#include "exchange/transport/plain_collectives.hpp"

namespace ranvier::exchange {

namespace {

class LocalTransport final : public Transport {
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
    Task<std::unique_ptr<Neighbourhood>> neighbourhood(std::span<const int> sources,
                                                       std::span<const int> targets) override {
        return make_message_neighbourhood(*this, sources, targets);
    }
    bool has_persistent_collectives() const override { return true; }
    Task<std::unique_ptr<PersistentCollective>> persistent_alltoall(std::span<const std::byte> send,
                                                                    std::span<std::byte> receive) override {
        co_return make_repeated_alltoall(*this, send, receive);
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        check_rank(to);
        mailbox_.deliver(0, tag, data);
        return {};
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

    void abort(std::string_view message) override {
        std::fflush(stdout);
        const std::string line = std::string(message) + '\n';
        std::fputs(line.c_str(), stderr);
        std::exit(1);
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
        throw TransportError("the only rank waits for a message that nobody can send");
    }

    Mailbox mailbox_;
};

}  // namespace

std::unique_ptr<Transport> make_local_transport() {
    return std::make_unique<LocalTransport>();
}

}  // namespace ranvier::exchange
