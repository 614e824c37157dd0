#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "exchange/transport/cost_model.hpp"
#include "exchange/transport/simulated_machine.hpp"

namespace ranvier::exchange {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

CollectiveKind kind_of(Collective::Kind kind) {
    switch (kind) {
        case Collective::none:
        case Collective::barrier:
            return CollectiveKind::barrier;
        case Collective::allreduce_double:
        case Collective::allreduce_int:
            return CollectiveKind::allreduce;
        case Collective::allgather:
        case Collective::allgatherv:
        case Collective::split:
            return CollectiveKind::allgather;
        case Collective::alltoall:
        case Collective::alltoallv:
            return CollectiveKind::alltoall;
        case Collective::broadcast:
            return CollectiveKind::broadcast;
        case Collective::reduce_scatter:
            return CollectiveKind::reduce_scatter;
    }
    return CollectiveKind::barrier;
}

/// An event planned for a time. Simultaneous events happen in the order in which they were planned.
struct Planned {
    double time;
    std::uint64_t number;

    bool operator>(const Planned& other) const {
        return time != other.time ? time > other.time : number > other.number;
    }
};

template <typename T>
using EarliestFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

/// A discrete-event simulation of the ranks' clocks.
///
/// 1. A rank runs until it waits; by then its clock may be ahead of the others'. Ranks resume in the order of their
///    clocks, so the event that wakes a rank is never earlier than the events that woke other ranks before.
/// 2. A rank sees the messages that have arrived by its own clock, from ranks that have already simulated the send.
///    Operations that wait let the others catch up first; polling (try_probe, test) may detect a message late, never
///    early.
/// 3. A message is stored at its receiver from the moment it is sent, ordered by arrival; the machine's queue holds
///    only the ranks that will resume.
class MachineOfClocks final : public SimulatedMachine::Implementation {
  public:
    MachineOfClocks(int ranks, const CostModel& model)
        : Implementation(ranks), model_(model), ranks_(static_cast<std::size_t>(ranks)) {}

    ~MachineOfClocks() override { end_transports(); }
    MachineOfClocks(const MachineOfClocks&) = delete;
    MachineOfClocks& operator=(const MachineOfClocks&) = delete;

    double clock(int rank) const override { return ranks_[rank].clock; }
    double waited(int rank) const override { return ranks_[rank].waited; }
    void compute(int rank, double seconds) override { ranks_[rank].clock += seconds; }
    void charge(int rank, Charge what, std::size_t times) override {
        ranks_[rank].clock += cost(what) * static_cast<double>(times);
    }
    bool is_ahead(int rank) const override { return ranks_[rank].clock > now_; }
    void look(int rank) override { bring_up_to(rank, ranks_[rank].clock); }

    Request join(const Group& group, int rank, const Collective& collective) override;
    Request send(const Group& group, int from, int to, int tag, std::span<const std::byte> data,
                 bool is_synchronous) override;
    void pause(int rank, std::coroutine_handle<> paused, Wake wake, std::string_view waits_for) override;
    void run(std::span<Task<void>> tasks) override;

  private:
    struct Message {
        Group group;
        int from = 0;
        int tag = 0;
        std::vector<std::byte> data;
        bool is_synchronous = false;
        int to = 0;
        Request request;
    };
    struct Arriving : Planned {
        std::uint32_t message;  // index in messages_
    };
    struct Completing : Planned {
        double others_done;  // until this time the rank waits for others, afterwards for the operation itself
        Group group;
        int rank;
        Request request;
    };
    struct Rank {
        double clock = 0;
        double waited = 0;
        double link_free = 0;  // when its next message may leave
        double wakes_at = never;
        double others_done = never;  // of the event that wakes it
        std::uint64_t pause = 0;     // number of its pause, so no pause is ended twice
        Wake wake = Wake::on_anything;
        EarliestFirst<Arriving> arriving;
        EarliestFirst<Completing> completing;
    };
    /// Resumes a rank from a pause, or (pause 0) only updates its mailboxes.
    struct Event : Planned {
        int rank;
        std::uint64_t pause;
    };

    double cost(Charge what) const;
    Planned at(double time) { return {time, ++numbered_}; }
    std::uint32_t keep(Message message);
    void wake(int rank, double time, double others_done);
    void complete(const Group& group, int rank, Request request, double time, double others_done);
    bool bring_up_to(int rank, double time);
    void deliver(Message message, double time);

    const CostModel model_;
    std::vector<Rank> ranks_;
    EarliestFirst<Event> events_;
    double now_ = 0;
    double delivered_at_ = -1;  // arrival time while a message is put into its mailbox [s], else -1
    std::uint64_t numbered_ = 0;
    std::uint64_t pauses_ = 0;
    std::vector<Message> messages_;    // under way
    std::vector<std::uint32_t> free_;  // free places in messages_
};

double MachineOfClocks::cost(Charge what) const {
    switch (what) {
        case Charge::send:
            return model_.send_overhead_s;
        case Charge::further_send:
            return model_.further_send_s;
        case Charge::receive:
            return model_.receive_overhead_s;
        case Charge::record_list:
            return model_.record_list_s;
        case Charge::record_target:
            return model_.record_target_s;
        case Charge::replay_list:
            return model_.replay_list_s;
        case Charge::replay_target:
            return model_.replay_target_s;
    }
    return 0;
}

Request MachineOfClocks::join(const Group& group, int rank, const Collective& collective) {
    const Request mine = group->mailboxes[rank].open();
    const auto finished = group->collectives.join(rank, collective, mine, ranks_[group->members[rank]].clock);
    if (!finished) return mine;
    const int size = static_cast<int>(group->members.size());
    const double over = finished->last_call + model_[kind_of(finished->kind)].seconds(size, finished->payload);
    for (int r = 0; r < size; ++r) complete(group, r, finished->requests[r], over, finished->last_call);
    return mine;
}

Request MachineOfClocks::send(const Group& group, int from, int to, int tag, std::span<const std::byte> data,
                              bool is_synchronous) {
    check_rank(*group, to);
    Rank& sender = ranks_[group->members[from]];
    const int receiver = group->members[to];
    const double bytes_s = static_cast<double>(data.size()) * model_.per_byte_s;
    const double leaves = std::max(sender.clock, sender.link_free);
    sender.link_free = leaves + model_.gap_s + bytes_s;
    const double arrives = leaves + bytes_s + model_.latency_s;

    Mailbox& own = group->mailboxes[from];
    const Request request = own.open();
    const auto message = keep({group, from, tag, {data.begin(), data.end()}, is_synchronous, to, request});
    ranks_[receiver].arriving.push({at(arrives), message});
    if (is_synchronous) {
        // A posted receive is matched on arrival, whatever the receiving rank is doing.
        events_.push({at(arrives), receiver, 0});
    } else if (leaves <= sender.clock) {
        own.complete(request);
    } else {
        complete(group, from, request, leaves, leaves);
    }
    if (ranks_[receiver].wake == Wake::on_anything) wake(receiver, arrives, arrives);
    return request;
}

std::uint32_t MachineOfClocks::keep(Message message) {
    if (free_.empty()) {
        messages_.push_back(std::move(message));
        return static_cast<std::uint32_t>(messages_.size() - 1);
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    messages_[place] = std::move(message);
    return place;
}

void MachineOfClocks::complete(const Group& group, int rank, Request request, double time, double others_done) {
    const int whole_rank = group->members[rank];
    ranks_[whole_rank].completing.push({at(time), others_done, group, rank, request});
    if (ranks_[whole_rank].wake != Wake::when_caught_up) wake(whole_rank, time, others_done);
}

/// Delivers the messages and completions that are due. Returns whether there were any.
bool MachineOfClocks::bring_up_to(int rank, double time) {
    bool is_news = false;
    auto& arriving = ranks_[rank].arriving;
    while (!arriving.empty() && arriving.top().time <= time) {
        const Arriving next = arriving.top();
        arriving.pop();
        free_.push_back(next.message);
        deliver(std::move(messages_[next.message]), next.time);
        is_news = true;
    }
    auto& completing = ranks_[rank].completing;
    while (!completing.empty() && completing.top().time <= time) {
        const Completing& next = completing.top();
        next.group->mailboxes[next.rank].complete(next.request);
        completing.pop();
        is_news = true;
    }
    return is_news;
}

void MachineOfClocks::deliver(Message message, double time) {
    std::function<void()> matched;
    if (message.is_synchronous) {
        // No shared pointer: a message in a mailbox must not keep its own mailbox alive.
        matched = [this, in = message.group.get(), from = message.from, to = message.to, request = message.request] {
            const double when = delivered_at_ >= 0 ? delivered_at_ : ranks_[in->members[to]].clock;
            complete(in->shared_from_this(), from, request, when + model_.latency_s, when + model_.latency_s);
        };
    }
    delivered_at_ = time;
    message.group->mailboxes[message.to].deliver(message.from, message.tag, std::move(message.data),
                                                 std::move(matched));
    delivered_at_ = -1;
}

void MachineOfClocks::pause(int rank, std::coroutine_handle<> paused, Wake how, std::string_view waits_for) {
    waiting_[rank].paused = paused;
    waiting_[rank].waits_for = waits_for;
    Rank& self = ranks_[rank];
    self.pause = ++pauses_;
    self.wake = how;
    self.wakes_at = never;
    // Messages that arrived since the rank last polled count as new only once, even if the rank does not read them.
    const bool is_news = how != Wake::when_caught_up && bring_up_to(rank, self.clock);
    if (how == Wake::when_caught_up || is_news) wake(rank, self.clock, self.clock);
    if (how == Wake::on_anything && !self.arriving.empty()) {
        wake(rank, self.arriving.top().time, self.arriving.top().time);
    }
    if (how != Wake::when_caught_up && !self.completing.empty()) {
        wake(rank, self.completing.top().time, self.completing.top().others_done);
    }
}

/// Makes a paused rank resume at this time at the latest.
void MachineOfClocks::wake(int rank, double time, double others_done) {
    Rank& self = ranks_[rank];
    time = std::max(time, self.clock);
    if (!waiting_[rank].paused || time >= self.wakes_at) return;
    self.wakes_at = time;
    self.others_done = others_done;
    events_.push({at(time), rank, self.pause});
}

void MachineOfClocks::run(std::span<Task<void>> tasks) {
    check_tasks(tasks);
    std::size_t running = tasks.size();
    const auto end_if_done = [&](Task<void>& task) {
        if (!task.done()) return;
        task.take();
        --running;
    };
    for (Task<void>& task : tasks) {
        task.start();
        end_if_done(task);
    }
    while (running > 0) {
        if (events_.empty()) throw_deadlock(tasks);
        const Event event = events_.top();
        events_.pop();
        now_ = event.time;
        Rank& self = ranks_[event.rank];
        if (event.pause == 0) {
            bring_up_to(event.rank, event.time);
        } else if (event.pause == self.pause && event.time == self.wakes_at) {
            self.waited += std::max(0.0, std::min(self.others_done, event.time) - self.clock);
            self.clock = event.time;
            self.wakes_at = never;
            std::exchange(waiting_[event.rank].paused, nullptr).resume();
            end_if_done(tasks[event.rank]);
        }
    }
}

}  // namespace

std::unique_ptr<SimulatedMachine::Implementation> make_machine_of_clocks(int ranks, const CostModel& model) {
    return std::make_unique<MachineOfClocks>(ranks, model);
}

}  // namespace ranvier::exchange
