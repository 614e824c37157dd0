#include "exchange/transport/simulated_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "exchange/error.hpp"
#include "exchange/transport/plain_collectives.hpp"
#include "exchange/transport/simulated_group.hpp"

namespace ranvier::exchange {

class SimulatedMachine::Implementation {
  public:
    Implementation(int ranks, SimulatedDelays delays);

    Transport& transport(int rank) { return *ranks_[rank].transport; }
    int size() const { return static_cast<int>(ranks_.size()); }
    void run(std::span<Task<void>> tasks);

    // What the ranks' transports call; ranks are those of the group. A paused rank is resumed by `run` once something
    // has happened to it.
    using Group = std::shared_ptr<SimulatedGroup>;
    Request join(const Group& group, int rank, const Collective& collective);
    Request send(const Group& group, int from, int to, int tag, std::span<const std::byte> data, bool is_synchronous);
    void pause(const Group& group, int rank, std::coroutine_handle<> paused, std::string waits_for);

  private:
    struct Rank {
        std::unique_ptr<Transport> transport;
        std::coroutine_handle<> paused;
        bool is_ready = false;
        std::string waits_for;
    };

    void complete(SimulatedGroup& group, int rank, Request request);
    bool has_a_turn(int rank) const;
    [[noreturn]] void throw_deadlock(std::span<Task<void>> tasks) const;

    std::vector<Rank> ranks_;
    SimulatedNetwork network_;
    std::vector<bool> is_slow_;  // by rank
};

void check_rank(const SimulatedGroup& group, int rank) {
    const int ranks = static_cast<int>(group.members.size());
    if (rank < 0 || rank >= ranks) throw TransportError(fmt::format("there is no rank {} among {}", rank, ranks));
}

/// One virtual rank's view of the machine, or of a part of it.
class SimulatedTransport final : public Transport {
  public:
    SimulatedTransport(SimulatedMachine::Implementation& machine, std::shared_ptr<SimulatedGroup> group, int rank)
        : machine_(machine), group_(std::move(group)), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(group_->members.size()); }
    double clock() const override { return 0; }
    double waited() const override { return 0; }

    Task<void> barrier() override { return join({Collective::barrier}); }
    Task<void> allreduce(std::span<double> values, Reduce op) override {
        return join({Collective::allreduce_double, {}, std::as_writable_bytes(values), {}, {}, static_cast<int>(op)});
    }
    Task<void> allreduce(std::span<std::int64_t> values, Reduce op) override {
        return join({Collective::allreduce_int, {}, std::as_writable_bytes(values), {}, {}, static_cast<int>(op)});
    }
    Task<void> allgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        return join({Collective::allgather, mine, all});
    }
    Task<void> allgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                          std::span<std::byte> all) override {
        return join({Collective::allgatherv, mine, all, {}, counts});
    }
    Task<void> alltoall(std::span<const std::byte> send, std::span<std::byte> receive) override {
        return join({Collective::alltoall, send, receive});
    }
    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                         std::span<std::byte> receive, std::span<const std::size_t> receive_counts) override {
        return join({Collective::alltoallv, send, receive, send_counts, receive_counts});
    }
    Task<void> broadcast(std::span<std::byte> data, int root) override {
        check_rank(*group_, root);
        return join({Collective::broadcast, {}, data, {}, {}, root});
    }

    Task<std::unique_ptr<Transport>> split(int color, int key) override {
        Part part{color, key};
        co_await join({.kind = Collective::split, .part = &part});
        co_return std::make_unique<SimulatedTransport>(machine_, part.group, part.rank);
    }
    Task<std::unique_ptr<Neighbourhood>> neighbourhood(std::span<const int> sources,
                                                       std::span<const int> targets) override {
        return make_message_neighbourhood(*this, sources, targets);
    }
    bool has_persistent_collectives() const override { return true; }
    Task<std::unique_ptr<PersistentCollective>> persistent_alltoall(std::span<const std::byte> send,
                                                                    std::span<std::byte> receive) override {
        co_return make_repeated_alltoall(*this, send, receive);
    }

    Request ibarrier() override { return machine_.join(group_, rank_, {Collective::barrier}); }
    Request iallgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        return machine_.join(group_, rank_, {Collective::allgather, mine, all});
    }
    Request iallgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                        std::span<std::byte> all) override {
        return machine_.join(group_, rank_, {Collective::allgatherv, mine, all, {}, counts});
    }
    Request ireduce_scatter(std::span<const std::int32_t> numbers, std::int32_t& mine) override {
        return machine_.join(
            group_, rank_,
            {Collective::reduce_scatter, std::as_bytes(numbers), std::as_writable_bytes(std::span(&mine, 1))});
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        return machine_.send(group_, rank_, to, tag, data, false);
    }
    Request issend(int to, int tag, std::span<const std::byte> data) override {
        return machine_.send(group_, rank_, to, tag, data, true);
    }
    Request irecv(int from, int tag, std::span<std::byte> data) override {
        if (from != any_rank) check_rank(*group_, from);
        return mailbox().post(from, tag, data);
    }
    bool test(Request& request) override { return mailbox().test(request); }
    Task<void> wait(Request request) override {
        while (!test(request)) co_await Pause{*this, "a message that it has asked for"};
    }
    std::optional<Arrival> try_probe(int from, int tag) override { return mailbox().find(from, tag); }
    Task<Arrival> probe(int from, int tag) override {
        const std::string waits_for =
            fmt::format("a message from {} with {}", from == any_rank ? "any rank" : fmt::format("rank {}", from),
                        tag == any_tag ? "any tag" : fmt::format("tag {}", tag));
        for (;;) {
            const std::optional<Arrival> found = try_probe(from, tag);
            if (found) co_return *found;
            co_await Pause{*this, waits_for};
        }
    }
    void take(const Arrival& found, std::span<std::byte> data) override { mailbox().take(found, data); }
    Task<void> wait_until(std::function<bool()> is_done) override {
        while (!is_done()) co_await Pause{*this, "what it polls for"};
    }

    PersistentRequest send_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        return persistent().add_send(PersistentRequests::send, targets, tag, data);
    }
    PersistentRequest ssend_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        return persistent().add_send(PersistentRequests::synchronous_send, targets, tag, data);
    }
    PersistentRequest recv_init(int from, int tag, std::span<std::byte> data) override {
        return persistent().add_receive(from, tag, data);
    }
    void start(PersistentRequest request) override { persistent().start(*this, request); }
    bool test(PersistentRequest request) override { return persistent().test(*this, request); }
    void release(PersistentRequest& request) override { persistent().release(mailbox(), request); }

    void abort(std::string_view message) override { throw Aborted(fmt::format("rank {}: {}", rank_, message)); }

  private:
    struct Pause {
        SimulatedTransport& transport;
        std::string_view waits_for;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const {
            transport.machine_.pause(transport.group_, transport.rank_, paused, std::string(waits_for));
        }
        void await_resume() const {}
    };

    Task<void> join(Collective collective) {
        Request request = machine_.join(group_, rank_, collective);
        while (!test(request)) co_await Pause{*this, name_of(collective.kind)};
    }

    Mailbox& mailbox() { return group_->mailboxes[rank_]; }
    PersistentRequests& persistent() { return group_->persistent[rank_]; }

    SimulatedMachine::Implementation& machine_;
    const std::shared_ptr<SimulatedGroup> group_;
    const int rank_;
};

SimulatedMachine::Implementation::Implementation(int ranks, SimulatedDelays delays)
    : ranks_(ranks), network_(std::move(delays)), is_slow_(ranks) {
    std::vector<int> members(ranks);
    std::iota(members.begin(), members.end(), 0);
    const auto all = std::make_shared<SimulatedGroup>(std::move(members));
    for (int r = 0; r < ranks; ++r) ranks_[r].transport = std::make_unique<SimulatedTransport>(*this, all, r);
    for (const int r : network_.delays().slow_ranks) is_slow_.at(r) = true;
}

Request SimulatedMachine::Implementation::join(const Group& group, int rank, const Collective& collective) {
    const Request mine = group->mailboxes[rank].open();
    const std::vector<Request> all = group->collectives.join(rank, collective, mine);
    for (std::size_t r = 0; r < all.size(); ++r) {
        network_.tell([this, group, r, request = all[r]] { complete(*group, static_cast<int>(r), request); });
    }
    return mine;
}

Request SimulatedMachine::Implementation::send(const Group& group, int from, int to, int tag,
                                               std::span<const std::byte> data, bool is_synchronous) {
    check_rank(*group, to);
    const Request request = group->mailboxes[from].open();
    // A message keeps its group alive while it is under way; one in a mailbox must not keep its own mailbox alive.
    const std::function<void()> is_done = [this, in = group.get(), from, request] { complete(*in, from, request); };
    network_.send(group->order, from, to, [=, this, copy = std::vector<std::byte>(data.begin(), data.end())] {
        group->mailboxes[to].deliver(from, tag, copy, is_synchronous ? is_done : nullptr);
        ranks_[group->members[to]].is_ready = true;
        if (!is_synchronous) is_done();
    });
    return request;
}

void SimulatedMachine::Implementation::complete(SimulatedGroup& group, int rank, Request request) {
    group.mailboxes[rank].complete(request);
    ranks_[group.members[rank]].is_ready = true;
}

void SimulatedMachine::Implementation::pause(const Group& group, int rank, std::coroutine_handle<> paused,
                                             std::string waits_for) {
    Rank& pausing = ranks_[group->members[rank]];
    pausing.paused = paused;
    pausing.waits_for = std::move(waits_for);
}

bool SimulatedMachine::Implementation::has_a_turn(int rank) const {
    return !is_slow_[rank] || network_.turn() % network_.delays().slowness == 0;
}

void SimulatedMachine::Implementation::run(std::span<Task<void>> tasks) {
    if (tasks.size() != ranks_.size()) throw std::logic_error("a simulated machine runs one task a rank");
    for (std::size_t r = 0; r < tasks.size(); ++r) {
        tasks[r].start();
        if (tasks[r].done()) tasks[r].take();
    }
    std::vector<int> order(tasks.size());
    std::iota(order.begin(), order.end(), 0);
    for (bool all_done = false; !all_done;) {
        all_done = true;
        bool progress = false;
        network_.next_turn();
        network_.arrange(order);
        for (const int r : order) {
            if (tasks[r].done()) continue;
            all_done = false;
            if (!ranks_[r].is_ready) continue;
            progress = true;
            if (!has_a_turn(r)) continue;
            ranks_[r].is_ready = false;
            ranks_[r].paused.resume();
            if (tasks[r].done()) tasks[r].take();
        }
        if (!all_done && !progress && !network_.skip_to_next()) throw_deadlock(tasks);
    }
}

void SimulatedMachine::Implementation::throw_deadlock(std::span<Task<void>> tasks) const {
    std::string message = "no rank can go on:";
    constexpr std::size_t told = 16;
    for (std::size_t r = 0; r < std::min(tasks.size(), told); ++r) {
        message += tasks[r].done() ? fmt::format("\n  rank {} has ended", r)
                                   : fmt::format("\n  rank {} waits for {}", r, ranks_[r].waits_for);
    }
    if (tasks.size() > told) message += fmt::format("\n  and {} more", tasks.size() - told);
    throw Deadlock(message);
}

SimulatedMachine::SimulatedMachine(int ranks, SimulatedDelays delays)
    : implementation_(std::make_unique<Implementation>(ranks, std::move(delays))) {}
SimulatedMachine::~SimulatedMachine() = default;
int SimulatedMachine::size() const {
    return implementation_->size();
}
Transport& SimulatedMachine::transport(int rank) {
    return implementation_->transport(rank);
}
void SimulatedMachine::run(std::span<Task<void>> tasks) {
    implementation_->run(tasks);
}

}  // namespace ranvier::exchange
