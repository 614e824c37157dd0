#include "exchange/transport/simulated_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/mailbox.hpp"
#include "exchange/transport/plain_collectives.hpp"

namespace ranvier::exchange {

namespace {

struct Part;

/// What one rank brings to a collective operation.
struct Collective {
    enum Kind {
        none,
        barrier,
        allreduce_double,
        allreduce_int,
        allgather,
        allgatherv,
        alltoall,
        alltoallv,
        broadcast,
        split
    };
    Kind kind = none;
    std::span<const std::byte> send = {};
    std::span<std::byte> receive = {};
    std::span<const std::size_t> send_counts = {};
    std::span<const std::size_t> receive_counts = {};
    int option = 0;        // the root of a broadcast, the operation of a reduction
    Part* part = nullptr;  // of a split
};

/// Ranks that speak with each other: all of the machine, or a part of them.
struct Group {
    explicit Group(std::vector<int> the_members)
        : members(std::move(the_members)), arrived(members.size()), mailboxes(members.size()) {}

    std::vector<int> members;         // by rank in the group: rank of the machine
    std::vector<Collective> arrived;  // by rank in the group; kind none: not there yet
    int arrivals = 0;
    std::vector<Mailbox> mailboxes;
};

/// What a rank asks of a split, and gets.
struct Part {
    int color;
    int key;
    std::shared_ptr<Group> group = nullptr;
    int rank = 0;
};

const char* name_of(Collective::Kind kind) {
    static constexpr const char* names[] = {"nothing",    "barrier",  "allreduce", "allreduce", "allgather",
                                            "allgatherv", "alltoall", "alltoallv", "broadcast", "split"};
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

/// Each rank's r-th piece goes to rank r; pieces of a rank are of equal length, or as long as its counts say. Goes
/// through the pieces in order: looking each up would cost large machines the cube of their ranks.
void perform_alltoall(std::span<Collective> ranks) {
    const std::size_t n = ranks.size();
    const auto length = [n](std::size_t all, std::span<const std::size_t> counts, std::size_t r) {
        return counts.empty() ? all / n : counts[r];
    };
    std::vector<std::size_t> sent(n);
    for (std::size_t to = 0; to < n; ++to) {
        std::size_t received = 0;
        for (std::size_t from = 0; from < n; ++from) {
            const std::size_t out = length(ranks[from].send.size(), ranks[from].send_counts, to);
            const std::size_t in = length(ranks[to].receive.size(), ranks[to].receive_counts, from);
            copy(ranks[from].send.subspan(sent[from], out), ranks[to].receive.subspan(received, in));
            sent[from] += out;
            received += in;
        }
    }
}

/// Makes a group of each color. `members` are the ranks of the machine.
void split(std::span<Collective> ranks, std::span<const int> members) {
    std::map<int, std::vector<std::pair<int, int>>> by_color;  // (key, rank)
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        by_color[ranks[r].part->color].emplace_back(ranks[r].part->key, static_cast<int>(r));
    }
    for (auto& [color, keys] : by_color) {
        std::sort(keys.begin(), keys.end());
        std::vector<int> chosen;
        for (const auto& [key, rank] : keys) chosen.push_back(members[static_cast<std::size_t>(rank)]);
        const auto group = std::make_shared<Group>(std::move(chosen));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            Part& part = *ranks[static_cast<std::size_t>(keys[i].second)].part;
            part.group = group;
            part.rank = static_cast<int>(i);
        }
    }
}

/// Moves the data once every rank has arrived.
void perform(Group& group) {
    const std::span<Collective> ranks = group.arrived;
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
                std::size_t begin = 0;
                for (std::size_t r = 0; r < n; ++r) {
                    const std::size_t length = to.receive_counts.empty() ? to.receive.size() / n : to.receive_counts[r];
                    copy(ranks[r].send, to.receive.subspan(begin, length));
                    begin += length;
                }
            }
            break;
        case Collective::alltoall:
        case Collective::alltoallv:
            perform_alltoall(ranks);
            break;
        case Collective::broadcast:
            for (Collective& to : ranks) {
                if (&to != &ranks[to.option]) copy(ranks[to.option].receive, to.receive);
            }
            break;
        case Collective::split:
            split(ranks, group.members);
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

    // What the ranks' transports call; ranks are those of the group. A paused rank is resumed by `run` once `is_ready`.
    void join(Group& group, int rank, const Collective& collective, std::coroutine_handle<> paused);
    void pause(const Group& group, int rank, std::coroutine_handle<> paused, std::string waits_for);
    void deliver(Group& group, int from, int to, int tag, std::span<const std::byte> data);

  private:
    struct Rank {
        std::unique_ptr<Transport> transport;
        std::coroutine_handle<> paused;
        bool is_ready = false;
        bool is_in_collective = false;
        std::string waits_for;
    };

    [[noreturn]] void throw_deadlock(std::span<Task<void>> tasks) const;

    std::vector<Rank> ranks_;
};

void check_rank(const Group& group, int rank) {
    const int ranks = static_cast<int>(group.members.size());
    if (rank < 0 || rank >= ranks) throw TransportError(fmt::format("there is no rank {} among {}", rank, ranks));
}

/// One virtual rank's view of the machine, or of a part of it.
class SimulatedTransport final : public Transport {
  public:
    SimulatedTransport(SimulatedMachine::Implementation& machine, std::shared_ptr<Group> group, int rank)
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

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        machine_.deliver(*group_, rank_, to, tag, data);
        return {};
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

    void abort(std::string_view message) override { throw Aborted(fmt::format("rank {}: {}", rank_, message)); }

  private:
    struct Join {
        SimulatedTransport& transport;
        const Collective& collective;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const {
            transport.machine_.join(*transport.group_, transport.rank_, collective, paused);
        }
        void await_resume() const {}
    };
    struct Pause {
        SimulatedTransport& transport;
        std::string_view waits_for;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> paused) const {
            transport.machine_.pause(*transport.group_, transport.rank_, paused, std::string(waits_for));
        }
        void await_resume() const {}
    };

    Task<void> join(Collective collective) { co_await Join{*this, collective}; }
    Mailbox& mailbox() { return group_->mailboxes[static_cast<std::size_t>(rank_)]; }

    SimulatedMachine::Implementation& machine_;
    const std::shared_ptr<Group> group_;
    const int rank_;
};

SimulatedMachine::Implementation::Implementation(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {
    std::vector<int> members(static_cast<std::size_t>(ranks));
    std::iota(members.begin(), members.end(), 0);
    const auto all = std::make_shared<Group>(std::move(members));
    for (int r = 0; r < ranks; ++r) ranks_[r].transport = std::make_unique<SimulatedTransport>(*this, all, r);
}

void SimulatedMachine::Implementation::join(Group& group, int rank, const Collective& collective,
                                            std::coroutine_handle<> paused) {
    std::vector<Collective>& arrived = group.arrived;
    const auto other =
        std::find_if(arrived.begin(), arrived.end(), [](const Collective& c) { return c.kind != Collective::none; });
    if (other != arrived.end() && (other->kind != collective.kind || other->option != collective.option)) {
        throw Deadlock(fmt::format("rank {} calls {} while rank {} waits in {}", rank, name_of(collective.kind),
                                   other - arrived.begin(), name_of(other->kind)));
    }
    if (other != arrived.end() && collective.kind <= Collective::allreduce_int &&
        collective.receive.size() != other->receive.size()) {
        throw Deadlock(
            fmt::format("rank {} and rank {} reduce different numbers of values", other - arrived.begin(), rank));
    }
    arrived[rank] = collective;
    pause(group, rank, paused, name_of(collective.kind));
    ranks_[group.members[rank]].is_in_collective = true;
    if (++group.arrivals < static_cast<int>(group.members.size())) return;
    perform(group);
    group.arrivals = 0;
    std::fill(arrived.begin(), arrived.end(), Collective{});
    for (const int member : group.members) {
        ranks_[member].is_ready = true;
        ranks_[member].is_in_collective = false;
    }
}

void SimulatedMachine::Implementation::pause(const Group& group, int rank, std::coroutine_handle<> paused,
                                             std::string waits_for) {
    Rank& pausing = ranks_[group.members[rank]];
    pausing.paused = paused;
    pausing.is_ready = false;
    pausing.waits_for = std::move(waits_for);
}

void SimulatedMachine::Implementation::deliver(Group& group, int from, int to, int tag,
                                               std::span<const std::byte> data) {
    check_rank(group, to);
    group.mailboxes[to].deliver(from, tag, data);
    Rank& receiver = ranks_[group.members[to]];
    // A rank in a collective is not woken: its handle would leave the collective early.
    if (!receiver.is_in_collective) receiver.is_ready = true;
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
