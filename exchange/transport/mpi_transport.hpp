#pragma once

#include <memory>

#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// A transport over all ranks of MPI_COMM_WORLD. Operations wait inside (nonblocking calls, tested as the policy says),
/// so tasks over this transport never pause: drive them with run_to_completion.
///
/// Opens the MPI library (exchange/mpi/library.hpp) and initializes MPI if needed, and in that case finalizes MPI when destroyed. All calls must come from one thread.
std::unique_ptr<Transport> make_mpi_transport(WaitPolicy policy);

}  // namespace ranvier::exchange
