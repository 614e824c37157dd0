#include "exchange/transport/mpi_collectives.hpp"

#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

namespace {

bool is_finalized() {
    int answer = 0;
    mpi().is_finalized(&answer);
    return answer != 0;
}

class MpiNeighborhood final : public Neighborhood {
  public:
    MpiNeighborhood(RanvierComm graph, std::shared_ptr<MpiProgress> progress, Completion complete)
        : graph_(graph), progress_(std::move(progress)), complete_(std::move(complete)) {
        mpi().comm_return_errors(graph_);
    }
    ~MpiNeighborhood() override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_finalized()) mpi().comm_free(&graph_);
    }
    MpiNeighborhood(const MpiNeighborhood&) = delete;
    MpiNeighborhood& operator=(const MpiNeighborhood&) = delete;

    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                         std::span<std::byte> receive, std::span<const std::size_t> receive_counts) override {
        const MpiProgress::Turn turn(*progress_);
        alltoallv_of_bytes(mpi().ineighbor_alltoallv, "MPI_Ineighbor_alltoallv", graph_, send, send_counts, receive,
                           receive_counts, complete_);
        co_return;
    }

  private:
    RanvierComm graph_;
    const std::shared_ptr<MpiProgress> progress_;
    const Completion complete_;
};

class MpiPersistentAlltoall final : public PersistentCollective {
  public:
    MpiPersistentAlltoall(RanvierComm world, std::span<const std::byte> send, std::span<std::byte> receive,
                          std::shared_ptr<MpiProgress> progress, Completion complete)
        : progress_(std::move(progress)), complete_(std::move(complete)) {
        int ranks = 1;
        mpi().comm_size(world, &ranks);
        const int n = as_count(send.size() / static_cast<std::size_t>(ranks));
        check(mpi().alltoall_init(send.data(), n, receive.data(), world, &request_), "MPI_Alltoall_init");
    }
    ~MpiPersistentAlltoall() override {
        const MpiProgress::Turn turn(*progress_);
        if (!is_finalized()) mpi().request_free(&request_);
    }
    MpiPersistentAlltoall(const MpiPersistentAlltoall&) = delete;
    MpiPersistentAlltoall& operator=(const MpiPersistentAlltoall&) = delete;

    Task<void> run() override {
        const MpiProgress::Turn turn(*progress_);
        check(mpi().start(&request_), "MPI_Start");
        complete_(request_, "MPI_Alltoall_init");
        co_return;
    }

  private:
    RanvierRequest request_ = nullptr;
    const std::shared_ptr<MpiProgress> progress_;
    const Completion complete_;
};

}  // namespace

std::unique_ptr<Neighborhood> make_mpi_neighborhood(RanvierComm world, std::span<const int> sources,
                                                    std::span<const int> targets, std::shared_ptr<MpiProgress> progress,
                                                    Completion complete) {
    RanvierComm graph = nullptr;
    check(mpi().comm_neighbors(world, as_count(sources.size()), sources.data(), as_count(targets.size()),
                               targets.data(), &graph),
          "MPI_Dist_graph_create_adjacent");
    return std::make_unique<MpiNeighborhood>(graph, std::move(progress), std::move(complete));
}

bool mpi_has_persistent_collectives() {
    return mpi().has_persistent_collectives() != 0;
}

std::unique_ptr<PersistentCollective> make_mpi_persistent_alltoall(RanvierComm world, std::span<const std::byte> send,
                                                                   std::span<std::byte> receive,
                                                                   std::shared_ptr<MpiProgress> progress,
                                                                   Completion complete) {
    if (!mpi_has_persistent_collectives())
        throw ExchangeError("this MPI library has no persistent collectives (MPI 4)");
    return std::make_unique<MpiPersistentAlltoall>(world, send, receive, std::move(progress), std::move(complete));
}

}  // namespace ranvier::exchange
