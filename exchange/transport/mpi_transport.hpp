#pragma once

#include <memory>
#include <string>

#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// All ranks of MPI_COMM_WORLD. Operations wait inside (nonblocking calls, tested as the policy says), so tasks over
/// this transport never pause: drive them with run_to_completion.
///
/// Initializes MPI unless that has been done, and then finalizes it when destroyed. All calls from one thread.
std::unique_ptr<Transport> make_mpi_transport(WaitPolicy policy);

std::string mpi_version_text();

}  // namespace ranvier::exchange
