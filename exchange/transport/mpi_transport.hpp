#pragma once

#include <memory>
#include <string>

#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// A transport over all ranks of MPI_COMM_WORLD. Operations wait inside (nonblocking calls, tested as the policy says),
/// so tasks over this transport never pause: drive them with run_to_completion.
///
/// Initializes MPI if needed, and in that case finalizes MPI when destroyed. All calls must come from one thread.
std::unique_ptr<Transport> make_mpi_transport(WaitPolicy policy);

std::string mpi_version_text();

}  // namespace ranvier::exchange
