// What does a boundary cost, beside the bare MPI calls that carry the same bytes? Run by two ranks:
//
//     mpiexec.mpich -n 2 build/release/benchmarks/bench_exchange [--rounds 15] [--repetitions 2000]
//
// Both sides take turns, round by round; a line shows medians. "empty" is an interval without spikes beside the
// collective that the strategy needs for one; "a spike" is what one costs beyond the calls that send and receive it.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/strategy/registry.hpp"
#include "exchange/transport/launch.hpp"

namespace {

namespace exchange = ranvier::exchange;
using exchange::run_to_completion;

constexpr int spikes = 500;  // of each rank in an interval with spikes, each of another cell
constexpr int full_header = 8;
constexpr int full_spike = 12;
constexpr int message = 16;

struct Buffers {
    explicit Buffers(int ranks) : all(static_cast<std::size_t>(ranks * (full_header + spikes * message))) {}
    std::vector<char> mine = std::vector<char>(full_header + spikes * message);
    std::vector<char> all;
};

int my_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int other_rank() {
    return 1 - my_rank();
}

void allgather(Buffers& buffers, int bytes) {
    MPI_Allgather(buffers.mine.data(), bytes, MPI_BYTE, buffers.all.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
}

void iallgather(Buffers& buffers, int bytes) {
    MPI_Request request;
    MPI_Iallgather(buffers.mine.data(), bytes, MPI_BYTE, buffers.all.data(), bytes, MPI_BYTE, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// A piece of `bytes` for each of two ranks.
void alltoall(Buffers& buffers, int bytes) {
    static std::vector<char> pieces(2 * buffers.mine.size());
    MPI_Alltoall(pieces.data(), bytes, MPI_BYTE, buffers.all.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
}

void allreduce() {
    std::int64_t totals[2] = {0, 0};
    MPI_Allreduce(MPI_IN_PLACE, totals, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

void reduce_scatter() {
    std::int32_t numbers[2] = {0, 0};
    std::int32_t mine = 0;
    MPI_Reduce_scatter_block(numbers, &mine, 1, MPI_INT32_T, MPI_SUM, MPI_COMM_WORLD);
}

void ibarrier() {
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Receives a message, the `number`-th, if one has arrived.
bool take_one(Buffers& buffers, int number) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &found, &status);
    if (!found) return false;
    MPI_Recv(buffers.all.data() + number * message, message, MPI_BYTE, status.MPI_SOURCE, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return true;
}

/// `n` messages there and as many back, received as they come.
template <int (*Send)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*)>
void messages(Buffers& buffers, int n) {
    static std::vector<MPI_Request> requests;
    requests.resize(static_cast<std::size_t>(n));
    int received = 0;
    const auto receive = [&] {
        while (received < n && take_one(buffers, received)) ++received;
    };
    for (int i = 0; i < n; ++i) {
        Send(buffers.mine.data() + i * message, message, MPI_BYTE, other_rank(), 1, MPI_COMM_WORLD,
             &requests[static_cast<std::size_t>(i)]);
        receive();
    }
    while (received < n) receive();
    MPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
}

/// As above, with sends that are set up once, and receives that are set up once or probes.
class PersistentMessages {
  public:
    enum class Receive { posted, probe };

    PersistentMessages(Buffers& buffers, Receive how) : buffers_(buffers), sends_(spikes) {
        if (how == Receive::posted) receives_.resize(16);
        for (std::size_t i = 0; i < sends_.size(); ++i) {
            MPI_Send_init(buffers.mine.data() + i * message, message, MPI_BYTE, other_rank(), 1, MPI_COMM_WORLD,
                          &sends_[i]);
        }
        for (std::size_t i = 0; i < receives_.size(); ++i) {
            MPI_Recv_init(buffers.all.data() + i * message, message, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                          &receives_[i]);
            MPI_Start(&receives_[i]);
        }
    }
    ~PersistentMessages() {
        for (MPI_Request& send : sends_) MPI_Request_free(&send);
        for (MPI_Request& receive : receives_) {
            MPI_Cancel(&receive);
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            MPI_Request_free(&receive);
        }
    }
    PersistentMessages(const PersistentMessages&) = delete;
    PersistentMessages& operator=(const PersistentMessages&) = delete;

    void exchange(int n) {
        received_ = 0;
        for (int i = 0; i < n; ++i) {
            MPI_Start(&sends_[static_cast<std::size_t>(i)]);
            receive(n);
        }
        while (received_ < n) receive(n);
        MPI_Waitall(n, sends_.data(), MPI_STATUSES_IGNORE);
    }

  private:
    void receive(int n) {
        while (received_ < n) {
            int found = 0;
            if (receives_.empty()) {
                if (!take_one(buffers_, received_)) return;
                ++received_;
                continue;
            }
            MPI_Test(&receives_[first_], &found, MPI_STATUS_IGNORE);
            if (!found) return;
            MPI_Start(&receives_[first_]);
            first_ = (first_ + 1) % receives_.size();
            ++received_;
        }
    }

    Buffers& buffers_;
    std::vector<MPI_Request> sends_;
    std::vector<MPI_Request> receives_;  // none: looks
    std::size_t first_ = 0;
    int received_ = 0;
};

struct Case {
    std::string strategy;
    std::function<void(Buffers&, int)> bare;  // carries so many spikes of each rank
};

/// Every registered strategy has to be among them: `complain_of_missing`.
std::vector<Case> cases() {
    const auto fixed = [](int least, int n) { return full_header + full_spike * std::max(least, n); };
    // Made when first used: posted receives would take the messages of other cases.
    const auto persistent = [](PersistentMessages::Receive how) {
        return [how, messages = std::make_shared<std::optional<PersistentMessages>>()](Buffers& b, int n) {
            if (!*messages) messages->emplace(b, how);
            (*messages)->exchange(n);
            allreduce();
        };
    };
    return {
        {"allgather", [=](Buffers& b, int n) { allgather(b, fixed(8, n)); }},
        {"alltoall", [=](Buffers& b, int n) { alltoall(b, fixed(4, n)); }},
        {"pairwise", [](Buffers& b, int n) { alltoall(b, full_header + full_spike * n); }},
        {"two_tier", [=](Buffers& b, int n) { alltoall(b, fixed(4, n)); }},
        {"iallgather",
         [=](Buffers& b, int n) {
             iallgather(b, fixed(8, n / 2));
             iallgather(b, fixed(8, n / 2));
         }},
        {"isend",
         [](Buffers& b, int n) {
             messages<MPI_Isend>(b, n);
             allreduce();
         }},
        {"isend:end=reduce_scatter",
         [](Buffers& b, int n) {
             messages<MPI_Isend>(b, n);
             reduce_scatter();
         }},
        {"isend:end=nbx",
         [](Buffers& b, int n) {
             messages<MPI_Issend>(b, n);
             ibarrier();
         }},
        {"persistent", persistent(PersistentMessages::Receive::probe)},
        {"persistent:receive=posted", persistent(PersistentMessages::Receive::posted)},
    };
}

void complain_of_missing(exchange::Transport& transport, const std::vector<Case>& all) {
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        if (strategy.name == "auto") continue;  // costs what the strategy does that it chooses
        const auto is_it = [&](const Case& each) { return each.strategy == strategy.name; };
        if (std::any_of(all.begin(), all.end(), is_it)) continue;
        transport.abort(fmt::format("bench_exchange: add to cases() what {} costs in bare MPI", strategy.name));
    }
}

double seconds(const std::function<void()>& what, int repetitions) {
    MPI_Barrier(MPI_COMM_WORLD);
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < repetitions; ++i) what();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / repetitions;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Intervals of a strategy whose cells on each rank are all listened for on the other.
class Intervals {
  public:
    Intervals(exchange::Transport& transport, const std::string& strategy, int n)
        : strategy_(exchange::make_exchange(strategy, transport)), n_(n) {
        std::vector<exchange::Gid> wanted;
        for (int i = 0; i < spikes; ++i) {
            owned_.push_back(2 * i + transport.rank());
            wanted.push_back(2 * i + 1 - transport.rank());
        }
        const std::vector<exchange::Step> delays(wanted.size(), 40);
        const std::vector<int> areas(owned_.size(), transport.rank());
        run_to_completion(strategy_->connect({owned_, wanted, delays, areas, {}, 0.025}));
        strategy_->start(0, 40);
    }

    void next() {
        const exchange::Step boundary = strategy_->next_boundary();
        const double t = static_cast<double>(boundary) * 0.025;
        for (int i = 0; i < n_; ++i) strategy_->fire({t, owned_[static_cast<std::size_t>(i)]});
        fired_ += n_;
        received_ += static_cast<std::int64_t>(run_to_completion(strategy_->finish(boundary)).size());
        if (fired_ - received_ > n_) MPI_Abort(MPI_COMM_WORLD, 1);  // iallgather has those of an interval in hand
    }

  private:
    std::unique_ptr<exchange::SpikeExchange> strategy_;
    std::vector<exchange::Gid> owned_;
    const int n_;
    std::int64_t fired_ = 0;
    std::int64_t received_ = 0;
};

struct Medians {
    double ours = 0;   // [s] an interval
    double bare = 0;   // [s] an interval
    double ratio = 0;  // of a round
    double above = 0;  // [s] an interval
};

/// The strategy with a first collective that holds `n` spikes, where it has one.
std::string with_room_for(int n, const std::string& strategy) {
    if (n > 0 && (strategy == "allgather" || strategy == "alltoall" || strategy == "iallgather")) {
        return fmt::format("{}:fixed={}", strategy, n);
    }
    return n > 0 && strategy == "two_tier" ? fmt::format("two_tier:outer=alltoall:fixed={}", n) : strategy;
}

Medians measure(exchange::Transport& transport, const Case& each, Buffers& buffers, int n, int rounds,
                int repetitions) {
    Intervals intervals(transport, with_room_for(n, each.strategy), n);
    std::vector<double> ours, bare, ratio, above;
    for (int round = 0; round <= rounds; ++round) {
        const double a = seconds([&] { each.bare(buffers, n); }, repetitions);
        const double b = seconds([&] { intervals.next(); }, repetitions);
        if (round == 0) continue;  // warm-up
        bare.push_back(a);
        ours.push_back(b);
        ratio.push_back(b / a);
        above.push_back(b - a);
    }
    return {median(ours), median(bare), median(ratio), median(above)};
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 15;
    int repetitions = 2000;
    std::string only;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--rounds") rounds = std::atoi(argv[i + 1]);
        if (option == "--repetitions") repetitions = std::atoi(argv[i + 1]);
        if (option == "--only") only = argv[i + 1];
    }
    const auto transport = exchange::make_transport(exchange::Parallel::mpi);
    if (transport->size() != 2) transport->abort("bench_exchange: run by 2 ranks, as in mpiexec -n 2 bench_exchange");
    const bool prints = transport->rank() == 0;
    if (prints)
        fmt::print("{:<26}{:>10}{:>10}{:>8}{:>14}{:>14}{:>12}\n", "strategy", "empty us", "bare us", "ratio",
                   "spike ns", "bare ns", "above ns");
    Buffers buffers(2);
    std::vector<Case> all = cases();
    complain_of_missing(*transport, all);
    for (Case& each : all) {
        if (!only.empty() && each.strategy != only) continue;
        const Medians empty = measure(*transport, each, buffers, 0, rounds, repetitions);
        const Medians full = measure(*transport, each, buffers, spikes, rounds, std::max(1, repetitions / 50));
        if (!prints) continue;
        fmt::print("{:<26}{:>10.2f}{:>10.2f}{:>8.2f}{:>14.0f}{:>14.0f}{:>12.0f}\n", each.strategy, empty.ours * 1e6,
                   empty.bare * 1e6, empty.ratio, full.ours * 1e9 / spikes, full.bare * 1e9 / spikes,
                   full.above * 1e9 / spikes);
        std::fflush(stdout);
    }
    return 0;
}
