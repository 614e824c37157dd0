#include "exchange/transport/mpi_collectives.hpp"

#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

namespace {

bool is_finalized() {
    int answer = 0;
    MPI_Finalized(&answer);
    return answer != 0;
}

class MpiNeighborhood final : public Neighborhood {
  public:
    MpiNeighborhood(MPI_Comm graph, std::shared_ptr<MpiProgress> progress, Completion complete)
        : graph_(graph), progress_(std::move(progress)), complete_(std::move(complete)) {
        MPI_Comm_set_errhandler(graph_, MPI_ERRORS_RETURN);
    }
    ~MpiNeighborhood() override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_finalized()) MPI_Comm_free(&graph_);
    }
    MpiNeighborhood(const MpiNeighborhood&) = delete;
    MpiNeighborhood& operator=(const MpiNeighborhood&) = delete;

    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                         std::span<std::byte> receive, std::span<const std::size_t> receive_counts) override {
        const MpiProgress::Turn turn(*progress_);
        alltoallv_of_bytes(MPI_Ineighbor_alltoallv, "MPI_Ineighbor_alltoallv", graph_, send, send_counts, receive,
                           receive_counts, complete_);
        co_return;
    }

  private:
    MPI_Comm graph_;
    const std::shared_ptr<MpiProgress> progress_;
    const Completion complete_;
};

#if MPI_VERSION >= 4
class MpiPersistentAlltoall final : public PersistentCollective {
  public:
    MpiPersistentAlltoall(MPI_Comm world, std::span<const std::byte> send, std::span<std::byte> receive,
                          std::shared_ptr<MpiProgress> progress, Completion complete)
        : progress_(std::move(progress)), complete_(std::move(complete)) {
        int ranks = 1;
        MPI_Comm_size(world, &ranks);
        const int n = as_count(send.size() / static_cast<std::size_t>(ranks));
        check(MPI_Alltoall_init(send.data(), n, MPI_BYTE, receive.data(), n, MPI_BYTE, world, MPI_INFO_NULL, &request_),
              "MPI_Alltoall_init");
    }
    ~MpiPersistentAlltoall() override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_finalized()) MPI_Request_free(&request_);
    }
    MpiPersistentAlltoall(const MpiPersistentAlltoall&) = delete;
    MpiPersistentAlltoall& operator=(const MpiPersistentAlltoall&) = delete;

    Task<void> run() override {
        const MpiProgress::Turn turn(*progress_);
        check(MPI_Start(&request_), "MPI_Start");
        complete_(request_, "MPI_Alltoall_init");
        co_return;
    }

  private:
    MPI_Request request_ = MPI_REQUEST_NULL;
    const std::shared_ptr<MpiProgress> progress_;
    const Completion complete_;
};
#endif

}  // namespace

std::unique_ptr<Neighborhood> make_mpi_neighborhood(MPI_Comm world, std::span<const int> sources,
                                                    std::span<const int> targets, std::shared_ptr<MpiProgress> progress,
                                                    Completion complete) {
    MPI_Comm graph = MPI_COMM_NULL;
    constexpr int keep_ranks = 0;
    check(MPI_Dist_graph_create_adjacent(world, static_cast<int>(sources.size()), sources.data(), MPI_UNWEIGHTED,
                                         static_cast<int>(targets.size()), targets.data(), MPI_UNWEIGHTED,
                                         MPI_INFO_NULL, keep_ranks, &graph),
          "MPI_Dist_graph_create_adjacent");
    return std::make_unique<MpiNeighborhood>(graph, std::move(progress), std::move(complete));
}

bool mpi_has_persistent_collectives() {
    return MPI_VERSION >= 4;
}

std::unique_ptr<PersistentCollective> make_mpi_persistent_alltoall(
    [[maybe_unused]] MPI_Comm world, [[maybe_unused]] std::span<const std::byte> send,
    [[maybe_unused]] std::span<std::byte> receive, [[maybe_unused]] std::shared_ptr<MpiProgress> progress,
    [[maybe_unused]] Completion complete) {
#if MPI_VERSION >= 4
    return std::make_unique<MpiPersistentAlltoall>(world, send, receive, std::move(progress), std::move(complete));
#else
    throw ExchangeError("this MPI library has no persistent collectives (MPI 4)");
#endif
}

}  // namespace ranvier::exchange
