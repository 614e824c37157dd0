#pragma once

#include <functional>
#include <memory>
#include <span>

#include "exchange/mpi/table.h"
#include "exchange/transport/mpi_progress.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Waits for a request the way the transport does; the text names the MPI call in error messages.
using Completion = std::function<void(RanvierRequest&, const char*)>;

/// Uses MPI_Dist_graph_create_adjacent and MPI_Ineighbor_alltoallv.
std::unique_ptr<Neighborhood> make_mpi_neighborhood(RanvierComm world, std::span<const int> sources,
                                                    std::span<const int> targets, std::shared_ptr<MpiProgress> progress,
                                                    Completion complete);

bool mpi_has_persistent_collectives();

/// Uses MPI_Alltoall_init.
std::unique_ptr<PersistentCollective> make_mpi_persistent_alltoall(RanvierComm world, std::span<const std::byte> send,
                                                                   std::span<std::byte> receive,
                                                                   std::shared_ptr<MpiProgress> progress,
                                                                   Completion complete);

}  // namespace ranvier::exchange
