#include "exchange/transport/mpi_transport.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/mpi/library.hpp"
#include "exchange/transport/mpi_calls.hpp"
#include "exchange/transport/mpi_collectives.hpp"
#include "exchange/transport/mpi_direct.hpp"
#include "exchange/transport/mpi_failure.hpp"
#include "exchange/transport/mpi_persistent.hpp"
#include "exchange/transport/mpi_progress.hpp"
#include "exchange/transport/mpi_reductions.hpp"
#include "exchange/transport/mpi_watch.hpp"
#include "exchange/transport/mpi_worlds.hpp"
#include "exchange/transport/start_watch.hpp"
#include "exchange/transport/wait.hpp"

namespace ranvier::exchange {

namespace {

RanvierMpiOperation operation(Reduce reduce) {
    switch (reduce) {
        case Reduce::sum:
            return ranvier_sum;
        case Reduce::min:
            return ranvier_min;
        case Reduce::max:
            return ranvier_max;
    }
    return ranvier_sum;
}

/// MPICH makes the standard output unbuffered: launchers then mix the words of ranks. They do not mix what is written at
/// once.
void write_whole_lines() {
    static std::array<char, BUFSIZ> buffer;
    std::fflush(stdout);
    std::setvbuf(stdout, buffer.data(), _IOLBF, buffer.size());
}

class MpiTransport final : public Transport {
    using Kind = DirectCollectives::Kind;

  public:
    explicit MpiTransport(const WaitPolicy& policy) {
        open_mpi();
        int is_initialized = 0;
        mpi().is_initialized(&is_initialized);
        if (!is_initialized) {
            setenv("MPIR_CVAR_SUPPRESS_ABORT_MESSAGE", "1", 0);  // a variable of MPICH; our own message is enough
            const StartWatch watch;
            check(mpi().initialize(), "MPI_Init_thread");
            owns_mpi_ = true;
            write_whole_lines();
        }
        mpi().comm_rank(mpi().world, &rank_);
        mpi().comm_size(mpi().world, &size_);
        std::array<RanvierComm, 2> own;
        duplicate(mpi().world, own);
        failure_ = std::make_shared<MpiFailure>(own[0]);
        watch_ = std::make_shared<MpiWatch>(own[1], *failure_);
        use(MpiWorlds::for_each_kind(mpi().world));
        progress_ = std::make_shared<MpiProgress>(worlds_.messages);
        policy_ = prepare_to_wait(policy, ranks_on_this_computer());
        polls_before_yield_ = policy_.spin_s > 0 ? most_polls_before_yield : 0;
        if (size_ > 1) of_scripts_ = std::make_unique<MpiTransport>(*this, MpiWorlds::for_each_kind(mpi().world));
    }

    /// A transport over some or all ranks of `whole`, with these communicators.
    MpiTransport(const MpiTransport& whole, const MpiWorlds& worlds)
        : failure_(whole.failure_),
          watch_(whole.watch_),
          progress_(whole.progress_),
          policy_(whole.policy_),
          polls_before_yield_(whole.polls_before_yield_) {
        mpi().comm_rank(worlds.messages, &rank_);
        mpi().comm_size(worlds.messages, &size_);
        use(worlds);
    }

    ~MpiTransport() override {
        int is_finalized = 0;
        mpi().is_finalized(&is_finalized);
        if (is_finalized) return;
        // MPI_Finalize still completes pending operations, so their buffers must outlive it. Without memory for a
        // pointer the process may end here. NOLINTNEXTLINE(bugprone-unhandled-exception-at-new)
        static auto& kept_until_exit = *new std::vector<std::shared_ptr<void>>;
        for (std::shared_ptr<void>& each : take_kept()) kept_until_exit.push_back(std::move(each));
        const MpiProgress::Turn turn(*progress_);
        if (!is_finished_) finish();
        of_scripts_.reset();
        watch_.reset();
        failure_.reset();
        worlds_.free();
        if (owns_mpi_) mpi().finalize();
    }

    MpiTransport(const MpiTransport&) = delete;
    MpiTransport& operator=(const MpiTransport&) = delete;

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    double clock() const override {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    double waited() const override { return waited_; }

    Task<void> barrier() override {
        const MpiProgress::Turn turn(*progress_);
        if (direct_.fits(0)) {
            direct_.begin_allgather(Kind::barrier, round_, {}, {});
            complete(round_, "barrier");
            co_return;
        }
        RanvierRequest request;
        check(mpi().ibarrier(worlds_.barrier, &request), "MPI_Ibarrier");
        complete(request, "MPI_Ibarrier", "barrier");
        co_return;
    }

    Task<void> allreduce(std::span<double> values, Reduce reduce) override {
        return allreduce_typed(values.data(), values.size(), ranvier_double, reduce);
    }
    Task<void> allreduce(std::span<std::int64_t> values, Reduce reduce) override {
        if (!direct_.fits(values.size_bytes())) {
            return allreduce_typed(values.data(), values.size(), ranvier_int64, reduce);
        }
        return allreduce_directly(values, reduce);
    }

    Task<void> allgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        const MpiProgress::Turn turn(*progress_);
        const int n = as_count(mine.size());
        if (all.size() != mine.size() * size_) throw TransportError("allgather: the pieces differ in size");
        if (direct_.fits(mine.size())) {
            direct_.begin_allgather(Kind::gather, round_, mine, all);
            complete(round_, "allgather");
            co_return;
        }
        RanvierRequest request;
        check(mpi().iallgather(mine.data(), n, all.data(), worlds_.gather, &request), "MPI_Iallgather");
        complete(request, "MPI_Iallgather", "allgather");
        co_return;
    }

    Task<void> allgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                          std::span<std::byte> all) override {
        const MpiProgress::Turn turn(*progress_);
        const ByteCounts pieces(counts);
        RanvierRequest request;
        check(mpi().iallgatherv(mine.data(), as_count(mine.size()), all.data(), pieces.counts.data(),
                                pieces.offsets.data(), worlds_.gather, &request),
              "MPI_Iallgatherv");
        complete(request, "MPI_Iallgatherv", "allgather");
        co_return;
    }

    Task<void> alltoall(std::span<const std::byte> send, std::span<std::byte> receive) override {
        const MpiProgress::Turn turn(*progress_);
        const int n = as_count(send.size() / size_);
        if (direct_.fits(send.size() / size_)) {
            direct_.begin_alltoall(Kind::alltoall, round_, send, receive);
            complete(round_, "alltoall");
            co_return;
        }
        RanvierRequest request;
        check(mpi().ialltoall(send.data(), n, receive.data(), worlds_.alltoall, &request), "MPI_Ialltoall");
        complete(request, "MPI_Ialltoall", "alltoall");
        co_return;
    }

    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                         std::span<std::byte> receive, std::span<const std::size_t> receive_counts) override {
        const MpiProgress::Turn turn(*progress_);
        alltoallv_of_bytes(mpi().ialltoallv, "MPI_Ialltoallv", worlds_.alltoall, send, send_counts, receive,
                           receive_counts,
                           [this](RanvierRequest& request, const char* call) { complete(request, call, "alltoall"); });
        co_return;
    }

    Task<void> broadcast(std::span<std::byte> data, int root) override {
        const MpiProgress::Turn turn(*progress_);
        RanvierRequest request;
        check(mpi().ibcast(data.data(), as_count(data.size()), root, worlds_.broadcast, &request), "MPI_Ibcast");
        complete(request, "MPI_Ibcast", "broadcast");
        co_return;
    }

    Task<std::unique_ptr<Transport>> split(int color, int key) override {
        const MpiProgress::Turn turn(*progress_);
        meet_for("split");
        RanvierComm part = nullptr;
        check(mpi().comm_split(worlds_.messages, color, key, &part), "MPI_Comm_split");
        co_return std::make_unique<MpiTransport>(*this, MpiWorlds::for_all_kinds(part));
    }

    Task<std::unique_ptr<Neighborhood>> neighborhood(std::span<const int> sources,
                                                     std::span<const int> targets) override {
        meet_for("making a neighborhood");
        co_return make_mpi_neighborhood(worlds_.messages, sources, targets, progress_, completion());
    }

    bool has_persistent_collectives() const override { return mpi_has_persistent_collectives(); }

    Task<std::unique_ptr<PersistentCollective>> persistent_alltoall(std::span<const std::byte> send,
                                                                    std::span<std::byte> receive) override {
        meet_for("making a persistent alltoall");
        co_return make_mpi_persistent_alltoall(worlds_.alltoall, send, receive, progress_, completion());
    }

    Request ibarrier() override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        if (direct_.fits(0)) {
            reductions_.begin_barrier(direct_, request.slot);
            return request;
        }
        check(mpi().ibarrier(worlds_.barrier, &pending_[request.slot]), "MPI_Ibarrier");
        return request;
    }
    Request iallgather(std::span<const std::byte> mine, std::span<std::byte> all) override {
        const MpiProgress::Turn turn(*progress_);
        const int n = as_count(mine.size());
        if (all.size() != mine.size() * size_) throw TransportError("allgather: the pieces differ in size");
        const Request request = free_slot();
        check(mpi().iallgather(mine.data(), n, all.data(), worlds_.gather, &pending_[request.slot]), "MPI_Iallgather");
        return request;
    }
    Request iallgatherv(std::span<const std::byte> mine, std::span<const std::size_t> counts,
                        std::span<std::byte> all) override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        const ByteCounts& pieces = pieces_.emplace(request.slot, ByteCounts(counts)).first->second;
        check(mpi().iallgatherv(mine.data(), as_count(mine.size()), all.data(), pieces.counts.data(),
                                pieces.offsets.data(), worlds_.gather, &pending_[request.slot]),
              "MPI_Iallgatherv");
        return request;
    }
    Request iallreduce(std::span<std::int64_t> values, Reduce reduce) override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        if (direct_.fits(values.size_bytes())) {
            reductions_.begin_allreduce(direct_, size_, request.slot, values, reduce);
            return request;
        }
        check(mpi().iallreduce(values.data(), as_count(values.size()), ranvier_int64, operation(reduce), worlds_.reduce,
                               &pending_[request.slot]),
              "MPI_Iallreduce");
        return request;
    }
    Request ireduce_scatter(std::span<const std::int32_t> numbers, std::int32_t& mine) override {
        const MpiProgress::Turn turn(*progress_);
        if (numbers.size() != static_cast<std::size_t>(size_)) {
            throw TransportError("reduce_scatter: expected one number for each rank");
        }
        const Request request = free_slot();
        if (direct_.fits(sizeof mine)) {
            reductions_.begin_reduce_scatter(direct_, request.slot, numbers, mine);
            return request;
        }
        check(mpi().ireduce_scatter_sum(numbers.data(), &mine, worlds_.reduce, &pending_[request.slot]),
              "MPI_Ireduce_scatter_block");
        return request;
    }

    Request isend(int to, int tag, std::span<const std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        check(mpi().isend(data.data(), as_count(data.size()), to, tag, worlds_.messages, &pending_[request.slot]),
              "MPI_Isend");
        return request;
    }

    Request issend(int to, int tag, std::span<const std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        check(mpi().issend(data.data(), as_count(data.size()), to, tag, worlds_.messages, &pending_[request.slot]),
              "MPI_Issend");
        return request;
    }

    Request irecv(int from, int tag, std::span<std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        const Request request = free_slot();
        check(mpi().irecv(data.data(), as_count(data.size()), from, tag, worlds_.messages, &pending_[request.slot]),
              "MPI_Irecv");
        return request;
    }

    bool test(Request& request) override {
        const MpiProgress::Turn turn(*progress_);
        if (request.slot < 0) return true;
        int done = 0;
        if (reductions_.holds(request.slot)) {
            done = reductions_.test(request.slot);
        } else {
            check(mpi().test(&pending_[request.slot], &done), "MPI_Test");
        }
        if (done) free(request);
        return done != 0;
    }

    void drop_completed(std::vector<Request>& messages) override {
        if (messages.empty()) return;
        const MpiProgress::Turn turn(*progress_);
        tested_.clear();
        for (const Request& each : messages) tested_.push_back(pending_[each.slot]);
        completed_.resize(messages.size());
        int n = 0;
        check(mpi().test_some(as_count(messages.size()), tested_.data(), &n, completed_.data()), "MPI_Testsome");
        for (int i = 0; i < n; ++i) free(messages[completed_[i]]);
        std::erase_if(messages, [](const Request& each) { return each.slot < 0; });
    }

    Task<void> wait(Request request) override {
        const MpiProgress::Turn turn(*progress_);
        if (!test(request)) wait_for(for_messages, [&] { return test(request); });
        co_return;
    }

    std::optional<Arrival> try_probe(int from, int tag) override {
        const MpiProgress::Turn turn(*progress_);
        int found = 0;
        RanvierArrival arrival{};
        check(mpi().iprobe(from, tag, worlds_.messages, &found, &arrival), "MPI_Iprobe");
        if (!found) return std::nullopt;
        return Arrival{arrival.source, arrival.tag, static_cast<std::size_t>(arrival.bytes)};
    }

    Task<Arrival> probe(int from, int tag) override {
        const MpiProgress::Turn turn(*progress_);
        std::optional<Arrival> found = try_probe(from, tag);
        if (!found) {
            wait_for(for_messages, [&] {
                found = try_probe(from, tag);
                return found.has_value();
            });
        }
        co_return *found;
    }

    void take(const Arrival& found, std::span<std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        ++operations_;
        if (data.size() < found.bytes) throw TransportError("a message is longer than its buffer");
        check(mpi().recv(data.data(), as_count(data.size()), found.source, found.tag, worlds_.messages), "MPI_Recv");
    }

    Task<void> wait_until(std::function<bool()> is_done) override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_done()) wait_for(for_messages, is_done);
        co_return;
    }

    Task<void> wait_at_end(std::function<bool()> is_done, int status) override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_done()) wait_for({"the end of the program", 0, true, status}, is_done);
        co_return;
    }

    PersistentRequest send_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        return persistent_.send_init(worlds_.messages, targets, tag, data);
    }
    PersistentRequest ssend_init(std::span<const int> targets, int tag, std::span<const std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        return persistent_.ssend_init(worlds_.messages, targets, tag, data);
    }
    PersistentRequest recv_init(int from, int tag, std::span<std::byte> data) override {
        const MpiProgress::Turn turn(*progress_);
        return persistent_.recv_init(worlds_.messages, from, tag, data);
    }
    void start(PersistentRequest request) override {
        const MpiProgress::Turn turn(*progress_);
        ++operations_;
        persistent_.start(request);
    }
    bool test(PersistentRequest request) override {
        const MpiProgress::Turn turn(*progress_);
        return persistent_.test(request);
    }
    bool test_all(std::span<const PersistentRequest> requests) override {
        const MpiProgress::Turn turn(*progress_);
        return persistent_.test_all(requests);
    }
    void release(PersistentRequest& request) override {
        const MpiProgress::Turn turn(*progress_);
        persistent_.release(request);
    }

    std::shared_ptr<void> drive_in_background() override {
        progress_->start();
        return {nullptr, [progress = progress_](void*) { progress->stop(); }};
    }

    void abort(std::string_view message, int status) override {
        const MpiProgress::Turn turn(*progress_);
        failure_->fail(message, status);
        std::_Exit(status);  // after leave_exit_to_others
    }

    void leave_exit_to_others() override { failure_->leave_exit_to_others(); }
    void finish() override {
        is_finished_ = true;
        if (!of_scripts_ || failure_->has_failed()) return;
        const MpiProgress::Turn turn(*progress_);
        meet_at_end();
    }
    bool owns_mpi() const override { return owns_mpi_; }
    bool has_failed() const override { return failure_->has_failed(); }
    Transport& of_scripts() override { return of_scripts_ ? *of_scripts_ : *this; }
    void set_place(std::function<std::string()> place) override { watch_->set_place(std::move(place)); }

  private:
    Task<void> allreduce_typed(void* values, std::size_t count, RanvierMpiType type, Reduce reduce) {
        const MpiProgress::Turn turn(*progress_);
        RanvierRequest request;
        check(mpi().iallreduce(values, as_count(count), type, operation(reduce), worlds_.reduce, &request),
              "MPI_Iallreduce");
        complete(request, "MPI_Iallreduce", type == ranvier_double ? "allreduce" : "allreduce of integers");
        co_return;
    }

    Task<void> allreduce_directly(std::span<std::int64_t> values, Reduce reduce) {
        const MpiProgress::Turn turn(*progress_);
        gathered_.resize(values.size() * static_cast<std::size_t>(size_));
        direct_.begin_allgather(Kind::reduce, round_, std::as_bytes(values),
                                std::as_writable_bytes(std::span(gathered_)));
        complete(round_, "allreduce of integers");
        reduce_in_order(gathered_, reduce, values);
        co_return;
    }

    void use(const MpiWorlds& worlds) {
        worlds_ = worlds;
        direct_ = DirectCollectives(worlds_.direct);
    }

    static int ranks_on_this_computer() {
        RanvierComm computer = nullptr;
        check(mpi().comm_split_by_computer(mpi().world, &computer), "MPI_Comm_split_type");
        int ranks = 1;
        mpi().comm_size(computer, &ranks);
        mpi().comm_free(&computer);
        return ranks;
    }

    /// MPI_Finalize would wait for the others without looking for failures and deadlocks.
    void meet_at_end() {
        RanvierRequest request;
        check(mpi().ibarrier(worlds_.barrier, &request), "MPI_Ibarrier");
        wait_for({"the end of the program", 0, true, 0}, [&] { return is_complete(request, "MPI_Ibarrier"); });
        if (!failure_->has_failed()) watch_->finish();
    }

    /// Before a collective of MPI that waits without looking.
    void meet_for(const char* what) {
        const MpiProgress::Turn turn(*progress_);
        RanvierRequest request;
        check(mpi().ibarrier(worlds_.barrier, &request), "MPI_Ibarrier");
        complete(request, "MPI_Ibarrier", what);
    }

    Completion completion() {
        return [this](RanvierRequest& request, const char* call) { complete(request, call, call); };
    }

    /// Waits for a collective, of which messages about deadlocks say `what` it is.
    void complete(RanvierRequest& request, const char* call, const char* what) {
        ++collectives_;
        const auto is_done = [&] { return is_complete(request, call); };
        if (!is_done()) wait_for({what, collectives_}, is_done);
    }

    void complete(DirectCollectives::Round& round, const char* what) {
        ++collectives_;
        if (!round.test()) wait_for({what, collectives_}, [&] { return round.test(); });
    }

    static bool is_complete(RanvierRequest& request, const char* call) {
        int done = 0;
        check(mpi().test(&request, &done), call);
        return done != 0;
    }

    template <typename Condition>
    void wait_for(const Wait& wait, const Condition& is_done) {
        const double began = clock();
        double now = began;
        // Ranks that run in step respond within a microsecond, which is less than a yield takes.
        for (int polls = 0; polls < polls_before_yield_; ++polls) {
            if (!is_done()) continue;
            waited_ += clock() - began;
            return;
        }
        int polls = 1;
        for (; !is_done(); ++polls) {
            pause(policy_, began, now);
            now = clock();
            if (polls % polls_per_look != 0) continue;
            watch_->look(wait, operations_);
            if (failure_->has_failed()) break;
        }
        if (polls > polls_per_look) watch_->end_wait();
        waited_ += clock() - began;
    }

    Request free_slot() {
        ++operations_;
        if (free_.empty()) {
            pending_.push_back(nullptr);
            return {static_cast<std::int32_t>(pending_.size() - 1)};
        }
        const Request request{free_.back()};
        free_.pop_back();
        return request;
    }

    void free(Request& request) {
        ++operations_;
        if (!pieces_.empty()) pieces_.erase(request.slot);
        free_.push_back(std::exchange(request.slot, -1));
    }

    static constexpr int most_polls_before_yield = 100;
    static constexpr int polls_per_look = 64;  // polls per check for failures of other ranks; well below 1 us each
    static constexpr Wait for_messages{"messages"};

    MpiWorlds worlds_;
    std::shared_ptr<MpiFailure> failure_;  // these three are shared by the whole and its parts
    std::shared_ptr<MpiWatch> watch_;
    std::shared_ptr<MpiProgress> progress_;
    int rank_ = 0;
    int size_ = 1;
    bool owns_mpi_ = false;
    bool is_finished_ = false;
    WaitPolicy policy_;
    int polls_before_yield_ = 0;
    double waited_ = 0;
    std::int64_t collectives_ = 0;               // begun
    std::int64_t operations_ = 0;                // messages and nonblocking collectives begun or completed
    std::vector<RanvierRequest> pending_;        // by slot
    std::vector<std::int32_t> free_;             // slots of pending_
    std::vector<RanvierRequest> tested_;         // elements of pending_ tested in one call
    std::vector<int> completed_;                 // indices of those in tested_ that have completed
    std::map<std::int32_t, ByteCounts> pieces_;  // by slot of pending collectives: MPI reads them until completion
    MpiPersistentRequests persistent_;
    DirectCollectives direct_;
    DirectReductions reductions_;
    std::unique_ptr<MpiTransport> of_scripts_;  // only in the whole of several ranks
    DirectCollectives::Round round_;            // messages of the operation being waited for
    std::vector<std::int64_t> gathered_;        // buffer of that operation
};

}  // namespace

std::unique_ptr<Transport> make_mpi_transport(WaitPolicy policy) {
    return std::make_unique<MpiTransport>(policy);
}

}  // namespace ranvier::exchange
