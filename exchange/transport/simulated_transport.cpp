#include "exchange/transport/simulated_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "exchange/error.hpp"
#include "exchange/transport/plain_collectives.hpp"
#include "exchange/transport/simulated_machine.hpp"

namespace ranvier::exchange {

void check_rank(const SimulatedGroup& group, int rank) {
    const int ranks = static_cast<int>(group.members.size());
    if (rank < 0 || rank >= ranks) throw TransportError(fmt::format("there is no rank {} among {}", rank, ranks));
}

/// Awaited by a rank whose clock may be ahead of the others.
struct CatchUp {
    SimulatedMachine::Implementation& machine;
    int rank;
    bool await_ready() const { return !machine.is_ahead(rank); }
    void await_suspend(std::coroutine_handle<> paused) const {
        machine.pause(rank, paused, Wake::when_caught_up, "its turn");
    }
    void await_resume() const {}
};

/// One virtual rank's view of the machine, or of a part of it.
class SimulatedTransport final : public PlainTransport {
  public:
    SimulatedTransport(SimulatedMachine::Implementation& machine, std::shared_ptr<SimulatedGroup> group, int rank)
        : machine_(machine), group_(std::move(group)), rank_(rank), whole_rank_(group_->members[rank]) {}

    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(group_->members.size()); }
    double clock() const override { return machine_.clock(whole_rank_); }
    double waited() const override { return machine_.waited(whole_rank_); }

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
        const Collective splitting{.kind = Collective::split, .part = &part};
        co_await join(splitting);
        co_return std::make_unique<SimulatedTransport>(machine_, part.group, part.rank);
    }

    Request ibarrier() override { return begin({Collective::barrier}); }
    Request iallgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        return begin({Collective::allgather, mine, all});
    }
    Request iallgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                        std::span<std::byte> all) override {
        return begin({Collective::allgatherv, mine, all, {}, counts});
    }
    Request iallreduce(std::span<std::int64_t> values, Reduce op) override {
        return begin({Collective::allreduce_int, {}, std::as_writable_bytes(values), {}, {}, static_cast<int>(op)});
    }
    Request ireduce_scatter(std::span<const std::int32_t> numbers, std::int32_t& mine) override {
        return begin({Collective::reduce_scatter, std::as_bytes(numbers), std::as_writable_bytes(std::span(&mine, 1))});
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override { return send(to, tag, data, false); }
    Request issend(int to, int tag, std::span<const std::byte> data) override { return send(to, tag, data, true); }
    Request irecv(int from, int tag, std::span<std::byte> data) override {
        if (from != any_rank) check_rank(*group_, from);
        machine_.look(whole_rank_);
        return mailbox().post(from, tag, data);
    }
    bool test(Request& request) override {
        machine_.look(whole_rank_);
        const bool is_receive = mailbox().is_receive(request);
        if (!mailbox().test(request)) return false;
        if (is_receive) machine_.charge(whole_rank_, Charge::receive);
        return true;
    }
    Task<void> wait(Request request) override {
        const CatchUp turn{machine_, whole_rank_};
        co_await turn;
        const Pause pause{*this, "a requested operation"};
        while (!test(request)) co_await pause;
    }
    std::optional<Arrival> try_probe(int from, int tag) override {
        machine_.look(whole_rank_);
        return mailbox().find(from, tag);
    }
    Task<Arrival> probe(int from, int tag) override {
        const std::string waits_for =
            fmt::format("a message from {} with {}", from == any_rank ? "any rank" : fmt::format("rank {}", from),
                        tag == any_tag ? "any tag" : fmt::format("tag {}", tag));
        const CatchUp turn{machine_, whole_rank_};
        co_await turn;
        const Pause pause{*this, waits_for};
        for (;;) {
            const std::optional<Arrival> found = try_probe(from, tag);
            if (found) co_return *found;
            co_await pause;
        }
    }
    void take(const Arrival& found, std::span<std::byte> data) override {
        mailbox().take(found, data);
        machine_.charge(whole_rank_, Charge::receive);
    }
    Task<void> wait_until(std::function<bool()> is_done) override {
        const CatchUp turn{machine_, whole_rank_};
        co_await turn;
        const Pause pause{*this, "a condition that it polls for"};
        while (!is_done()) co_await pause;
    }

    PersistentRequest send_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        charge_record(targets.size());
        return persistent().add_send(PersistentRequests::send, targets, tag, data);
    }
    PersistentRequest ssend_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        charge_record(targets.size());
        return persistent().add_send(PersistentRequests::synchronous_send, targets, tag, data);
    }
    PersistentRequest recv_init(int from, int tag, std::span<std::byte> data) override {
        return persistent().add_receive(from, tag, data);
    }
    void start(PersistentRequest request) override {
        is_replaying_ = persistent().is_send(request);
        if (is_replaying_) machine_.charge(whole_rank_, Charge::replay_list);
        persistent().start(*this, request);
        is_replaying_ = false;
    }
    bool test(PersistentRequest request) override { return persistent().test(*this, request); }
    void release(PersistentRequest& request) override { persistent().release(mailbox(), request); }

    void abort(std::string_view message, int /*status*/) override {
        throw Aborted(fmt::format("rank {}: {}", rank_, message));
    }

  private:
    struct Pause {
        SimulatedTransport& transport;
        std::string_view waits_for;
        Wake wake = Wake::on_anything;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const {
            transport.machine_.pause(transport.whole_rank_, paused, wake, waits_for);
        }
        void await_resume() const {}
    };

    Task<void> join(Collective collective) {
        Request request = machine_.join(group_, rank_, collective);
        const Pause pause{*this, name_of(collective.kind), Wake::on_completion};
        while (!test(request)) co_await pause;
    }
    Request begin(const Collective& collective) {
        machine_.charge(whole_rank_, Charge::send);
        return machine_.join(group_, rank_, collective);
    }

    Request send(int to, int tag, std::span<const std::byte> data, bool is_synchronous) {
        machine_.charge(whole_rank_, is_replaying_        ? Charge::replay_target
                                     : repeats(tag, data) ? Charge::further_send
                                                          : Charge::send);
        return machine_.send(group_, rank_, to, tag, data, is_synchronous);
    }

    /// Whether this is the last message again, sent to a further rank. A caller that sends to a list of ranks leaves
    /// the message in place; a different message in the same place has different contents, since spikes differ.
    bool repeats(int tag, std::span<const std::byte> data) {
        const bool is_same = tag == last_tag_ && data.data() == last_place_ && !data.empty() &&
                             std::equal(data.begin(), data.end(), last_sent_.begin(), last_sent_.end());
        if (!is_same) {
            last_tag_ = tag;
            last_place_ = data.data();
            last_sent_.assign(data.begin(), data.end());
        }
        return is_same;
    }

    void charge_record(std::size_t targets) {
        machine_.charge(whole_rank_, Charge::record_list);
        machine_.charge(whole_rank_, Charge::record_target, targets);
    }

    Mailbox& mailbox() { return group_->mailboxes[rank_]; }
    PersistentRequests& persistent() { return group_->persistent[rank_]; }

    SimulatedMachine::Implementation& machine_;
    const std::shared_ptr<SimulatedGroup> group_;
    const int rank_;
    const int whole_rank_;  // its number in the machine
    bool is_replaying_ = false;
    int last_tag_ = -1;
    const std::byte* last_place_ = nullptr;
    std::vector<std::byte> last_sent_;
};

SimulatedMachine::Implementation::Implementation(int ranks) : waiting_(static_cast<std::size_t>(ranks)) {
    std::vector<int> members(waiting_.size());
    std::iota(members.begin(), members.end(), 0);
    const auto all = std::make_shared<SimulatedGroup>(std::move(members));
    for (int r = 0; r < ranks; ++r) waiting_[r].transport = std::make_unique<SimulatedTransport>(*this, all, r);
}

SimulatedMachine::Implementation::~Implementation() = default;

void SimulatedMachine::Implementation::end_transports() {
    for (Waiting& rank : waiting_) rank.transport.reset();
}

void SimulatedMachine::Implementation::check_tasks(std::span<Task<void>> tasks) const {
    if (tasks.size() != waiting_.size()) throw std::logic_error("a simulated machine runs one task per rank");
}

void SimulatedMachine::Implementation::throw_deadlock(std::span<Task<void>> tasks) const {
    std::string message = "deadlock: no rank can proceed:";
    constexpr std::size_t told = 16;
    for (std::size_t r = 0; r < std::min(tasks.size(), told); ++r) {
        message += tasks[r].done() ? fmt::format("\n  rank {} has ended", r)
                                   : fmt::format("\n  rank {} waits for {}", r, waiting_[r].waits_for);
    }
    if (tasks.size() > told) message += fmt::format("\n  and {} more", tasks.size() - told);
    throw Deadlock(message);
}

SimulatedMachine::SimulatedMachine(int ranks, SimulatedDelays delays)
    : implementation_(make_machine_of_turns(ranks, std::move(delays))) {}
SimulatedMachine::SimulatedMachine(int ranks, const CostModel& model)
    : implementation_(make_machine_of_clocks(ranks, model)) {}
SimulatedMachine::~SimulatedMachine() = default;
int SimulatedMachine::size() const {
    return implementation_->size();
}
Transport& SimulatedMachine::transport(int rank) {
    return implementation_->transport(rank);
}
void SimulatedMachine::compute(int rank, double seconds) {
    implementation_->compute(rank, seconds);
}
Task<void> SimulatedMachine::catch_up(int rank) {
    const CatchUp turn{*implementation_, rank};
    co_await turn;
}
void SimulatedMachine::run(std::span<Task<void>> tasks) {
    implementation_->run(tasks);
}

}  // namespace ranvier::exchange
