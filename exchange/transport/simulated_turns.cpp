#include <algorithm>
#include <numeric>
#include <utility>

#include "exchange/transport/simulated_machine.hpp"
#include "exchange/transport/simulated_network.hpp"

namespace ranvier::exchange {

namespace {

class MachineOfTurns final : public SimulatedMachine::Implementation {
  public:
    MachineOfTurns(int ranks, SimulatedDelays delays)
        : Implementation(ranks), network_(std::move(delays)), is_ready_(ranks), is_slow_(ranks) {
        for (const int r : network_.delays().slow_ranks) is_slow_.at(r) = true;
    }

    ~MachineOfTurns() override { end_transports(); }
    MachineOfTurns(const MachineOfTurns&) = delete;
    MachineOfTurns& operator=(const MachineOfTurns&) = delete;

    double clock(int) const override { return 0; }
    double waited(int) const override { return 0; }
    void compute(int, double) override {}
    void charge(int, Charge, std::size_t) override {}
    bool is_ahead(int) const override { return false; }
    void look(int) override {}

    Request join(const Group& group, int rank, const Collective& collective) override {
        const Request mine = group->mailboxes[rank].open();
        const auto finished = group->collectives.join(rank, collective, mine, 0);
        if (!finished) return mine;
        for (std::size_t r = 0; r < finished->requests.size(); ++r) {
            network_.tell(
                [this, group, r, request = finished->requests[r]] { complete(*group, static_cast<int>(r), request); });
        }
        return mine;
    }

    Request send(const Group& group, int from, int to, int tag, std::span<const std::byte> data,
                 bool is_synchronous) override {
        check_rank(*group, to);
        const Request request = group->mailboxes[from].open();
        // A message keeps its group alive while it is under way; one in a mailbox must not keep its own mailbox alive.
        const std::function<void()> is_done = [this, in = group.get(), from, request] { complete(*in, from, request); };
        network_.send(group->order, from, to, [=, this, copy = std::vector<std::byte>(data.begin(), data.end())] {
            group->mailboxes[to].deliver(from, tag, std::span(copy), is_synchronous ? is_done : nullptr);
            is_ready_[group->members[to]] = true;
            if (!is_synchronous) is_done();
        });
        return request;
    }

    void pause(int rank, std::coroutine_handle<> paused, Wake, std::string_view waits_for) override {
        waiting_[rank].paused = paused;
        waiting_[rank].waits_for = waits_for;
    }

    void run(std::span<Task<void>> tasks) override;

  private:
    void complete(SimulatedGroup& group, int rank, Request request) {
        group.mailboxes[rank].complete(request);
        is_ready_[group.members[rank]] = true;
    }

    bool has_a_turn(int rank) const { return !is_slow_[rank] || network_.turn() % network_.delays().slowness == 0; }

    SimulatedNetwork network_;
    std::vector<bool> is_ready_;  // by rank: whether something has happened to it since it paused
    std::vector<bool> is_slow_;
};

void MachineOfTurns::run(std::span<Task<void>> tasks) {
    check_tasks(tasks);
    for (Task<void>& task : tasks) {
        task.start();
        if (task.done()) task.take();
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
            if (!is_ready_[r]) continue;
            progress = true;
            if (!has_a_turn(r)) continue;
            is_ready_[r] = false;
            waiting_[r].paused.resume();
            if (tasks[r].done()) tasks[r].take();
        }
        if (!all_done && !progress && !network_.skip_to_next()) throw_deadlock(tasks);
    }
}

}  // namespace

std::unique_ptr<SimulatedMachine::Implementation> make_machine_of_turns(int ranks, SimulatedDelays delays) {
    return std::make_unique<MachineOfTurns>(ranks, std::move(delays));
}

}  // namespace ranvier::exchange
