#include "exchange/transport/simulated_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "exchange/error.hpp"
#include "exchange/transport/mailbox.hpp"

namespace ranvier::exchange {

namespace {

/// What one rank brings to a collective operation.
struct Collective {
    enum Kind { none, barrier, allreduce_double, allreduce_int, allgather, allgatherv, alltoall, alltoallv, broadcast };
    Kind kind = none;
    std::span<const std::byte> send = {};
    std::span<std::byte> receive = {};
    std::span<const std::size_t> send_counts = {};
    std::span<const std::size_t> receive_counts = {};
    int option = 0;  // the root of a broadcast, the operation of a reduction
};

const char* name_of(Collective::Kind kind) {
    static constexpr const char* names[] = {"nothing",    "barrier",  "allreduce", "allreduce", "allgather",
                                            "allgatherv", "alltoall", "alltoallv", "broadcast"};
    return names[kind];
}

void copy(std::span<const std::byte> from, std::span<std::byte> to) {
    if (from.size() != to.size()) {
        throw Deadlock(
            fmt::format("one rank sends a piece of {} bytes where another expects {}", from.size(), to.size()));
    }
    std::copy(from.begin(), from.end(), to.begin());
}

template <typename T>
void reduce(std::span<Collective> ranks) {
    const auto values = [](const Collective& rank) {
        return std::span(reinterpret_cast<T*>(rank.receive.data()), rank.receive.size() / sizeof(T));
    };
    const auto first = values(ranks[0]);
    std::vector<T> total(first.begin(), first.end());
    for (const Collective& rank : ranks.subspan(1)) {
        const auto next = values(rank);
        for (std::size_t i = 0; i < total.size(); ++i) {
            switch (static_cast<Reduce>(rank.option)) {
                case Reduce::sum:
                    total[i] += next[i];
                    break;
                case Reduce::min:
                    total[i] = std::min(total[i], next[i]);
                    break;
                case Reduce::max:
                    total[i] = std::max(total[i], next[i]);
                    break;
            }
        }
    }
    for (const Collective& rank : ranks) std::copy(total.begin(), total.end(), values(rank).begin());
}

/// The r-th of size() pieces: of equal length, or as long as `counts` says.
template <typename Byte>
std::span<Byte> piece(std::span<Byte> all, std::span<const std::size_t> counts, std::size_t r, std::size_t ranks) {
    if (counts.empty()) return all.subspan(r * (all.size() / ranks), all.size() / ranks);
    const std::size_t begin = std::accumulate(counts.begin(), counts.begin() + r, std::size_t{0});
    return all.subspan(begin, counts[r]);
}

/// Moves the data once every rank has arrived.
void perform(std::span<Collective> ranks) {
    const std::size_t n = ranks.size();
    switch (ranks[0].kind) {
        case Collective::none:
        case Collective::barrier:
            break;
        case Collective::allreduce_double:
            reduce<double>(ranks);
            break;
        case Collective::allreduce_int:
            reduce<std::int64_t>(ranks);
            break;
        case Collective::allgather:
        case Collective::allgatherv:
            for (Collective& to : ranks) {
                std::size_t begin = 0;  // not piece(): quadratic work a rank would make large machines slow to simulate
                for (std::size_t r = 0; r < n; ++r) {
                    const std::size_t length = to.receive_counts.empty() ? to.receive.size() / n : to.receive_counts[r];
                    copy(ranks[r].send, to.receive.subspan(begin, length));
                    begin += length;
                }
            }
            break;
        case Collective::alltoall:
        case Collective::alltoallv:
            for (std::size_t to = 0; to < n; ++to) {
                for (std::size_t from = 0; from < n; ++from) {
                    copy(piece(ranks[from].send, ranks[from].send_counts, to, n),
                         piece(ranks[to].receive, ranks[to].receive_counts, from, n));
                }
            }
            break;
        case Collective::broadcast:
            for (Collective& to : ranks) {
                if (&to != &ranks[to.option]) copy(ranks[to.option].receive, to.receive);
            }
            break;
    }
}

}  // namespace

class SimulatedMachine::Implementation {
  public:
    explicit Implementation(int ranks);

    Transport& transport(int rank) { return *ranks_[rank].transport; }
    int size() const { return static_cast<int>(ranks_.size()); }
    void run(std::span<Task<void>> tasks);

    // What the ranks' transports call. A paused rank is resumed by `run` once `is_ready`.
    void join(int rank, const Collective& collective, std::coroutine_handle<> paused);
    void pause(int rank, std::coroutine_handle<> paused, std::string waits_for);
    void deliver(int from, int to, int tag, std::span<const std::byte> data);
    Mailbox& mailbox(int rank) { return ranks_[rank].mailbox; }
    void check_rank(int rank) const;

  private:
    struct Rank {
        std::unique_ptr<Transport> transport;
        Mailbox mailbox;
        std::coroutine_handle<> paused;
        bool is_ready = false;
        std::string waits_for;
    };

    [[noreturn]] void throw_deadlock(std::span<Task<void>> tasks) const;

    std::vector<Rank> ranks_;
    std::vector<Collective> arrived_;  // by rank; kind none: not there yet
    int arrivals_ = 0;
};

/// One virtual rank's view of the machine.
class SimulatedTransport final : public Transport {
  public:
    SimulatedTransport(SimulatedMachine::Implementation& machine, int rank) : machine_(machine), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return machine_.size(); }
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
        machine_.check_rank(root);
        return join({Collective::broadcast, {}, data, {}, {}, root});
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        machine_.deliver(rank_, to, tag, data);
        return {};
    }
    Request irecv(int from, int tag, std::span<std::byte> data) override {
        if (from != any_rank) machine_.check_rank(from);
        return machine_.mailbox(rank_).post(from, tag, data);
    }
    bool test(Request& request) override { return machine_.mailbox(rank_).test(request); }
    Task<void> wait(Request request) override {
        while (!test(request)) co_await Pause{machine_, rank_, "a message that it has asked for"};
    }
    std::optional<Arrival> try_probe(int from, int tag) override { return machine_.mailbox(rank_).find(from, tag); }
    Task<Arrival> probe(int from, int tag) override {
        const std::string waits_for =
            fmt::format("a message from {} with {}", from == any_rank ? "any rank" : fmt::format("rank {}", from),
                        tag == any_tag ? "any tag" : fmt::format("tag {}", tag));
        for (;;) {
            const std::optional<Arrival> found = try_probe(from, tag);
            if (found) co_return *found;
            co_await Pause{machine_, rank_, waits_for};
        }
    }

    void abort(std::string_view message) override { throw Aborted(fmt::format("rank {}: {}", rank_, message)); }

  private:
    struct Join {
        SimulatedMachine::Implementation& machine;
        int rank;
        const Collective& collective;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const { machine.join(rank, collective, paused); }
        void await_resume() const {}
    };
    struct Pause {
        SimulatedMachine::Implementation& machine;
        int rank;
        std::string_view waits_for;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const {
            machine.pause(rank, paused, std::string(waits_for));
        }
        void await_resume() const {}
    };

    Task<void> join(Collective collective) { co_await Join{machine_, rank_, collective}; }

    SimulatedMachine::Implementation& machine_;
    int rank_;
};

SimulatedMachine::Implementation::Implementation(int ranks) : ranks_(ranks), arrived_(ranks) {
    for (int r = 0; r < ranks; ++r) ranks_[r].transport = std::make_unique<SimulatedTransport>(*this, r);
}

void SimulatedMachine::Implementation::check_rank(int rank) const {
    if (rank < 0 || rank >= size()) throw TransportError(fmt::format("there is no rank {} among {}", rank, size()));
}

void SimulatedMachine::Implementation::join(int rank, const Collective& collective, std::coroutine_handle<> paused) {
    const auto other =
        std::find_if(arrived_.begin(), arrived_.end(), [](const Collective& c) { return c.kind != Collective::none; });
    if (other != arrived_.end() && (other->kind != collective.kind || other->option != collective.option)) {
        throw Deadlock(fmt::format("rank {} calls {} while rank {} waits in {}", rank, name_of(collective.kind),
                                   other - arrived_.begin(), name_of(other->kind)));
    }
    if (other != arrived_.end() && collective.kind <= Collective::allreduce_int &&
        collective.receive.size() != other->receive.size()) {
        throw Deadlock(
            fmt::format("rank {} and rank {} reduce different numbers of values", other - arrived_.begin(), rank));
    }
    arrived_[rank] = collective;
    pause(rank, paused, name_of(collective.kind));
    if (++arrivals_ < size()) return;
    perform(arrived_);
    arrivals_ = 0;
    std::fill(arrived_.begin(), arrived_.end(), Collective{});
    for (Rank& each : ranks_) each.is_ready = true;
}

void SimulatedMachine::Implementation::pause(int rank, std::coroutine_handle<> paused, std::string waits_for) {
    ranks_[rank].paused = paused;
    ranks_[rank].is_ready = false;
    ranks_[rank].waits_for = std::move(waits_for);
}

void SimulatedMachine::Implementation::deliver(int from, int to, int tag, std::span<const std::byte> data) {
    check_rank(to);
    ranks_[to].mailbox.deliver(from, tag, data);
    // A rank in a collective is not woken: its handle would leave the collective early.
    if (arrived_[to].kind == Collective::none) ranks_[to].is_ready = true;
}

void SimulatedMachine::Implementation::run(std::span<Task<void>> tasks) {
    if (tasks.size() != ranks_.size()) throw std::logic_error("a simulated machine runs one task a rank");
    for (std::size_t r = 0; r < tasks.size(); ++r) {
        tasks[r].start();
        if (tasks[r].done()) tasks[r].take();
    }
    for (bool all_done = false; !all_done;) {
        all_done = true;
        bool progress = false;
        for (std::size_t r = 0; r < tasks.size(); ++r) {
            if (tasks[r].done()) continue;
            all_done = false;
            if (!ranks_[r].is_ready) continue;
            progress = true;
            ranks_[r].is_ready = false;
            ranks_[r].paused.resume();
            if (tasks[r].done()) tasks[r].take();
        }
        if (!all_done && !progress) throw_deadlock(tasks);
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

SimulatedMachine::SimulatedMachine(int ranks) : implementation_(std::make_unique<Implementation>(ranks)) {}
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
