#pragma once

#include <memory>
#include <string>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How a rank waits for the others. Spinning answers fastest while each rank has a core; with more ranks than cores it
/// keeps the very rank it waits for from running, so there it naps from the start. Naps stay short: a collective passes
/// through log2(ranks) messages, each of which may find its receiver asleep.
struct WaitPolicy {
    double spin_s = -1;    ///< spin this long before napping [s]; negative: 0.2 ms, or 0 with more ranks than cores
    double nap_s = 20e-6;  ///< a nap [s]; after a long wait, a twentieth of the time waited,
    double longest_s = 500e-6;  ///< but not longer than this [s]
};

/// Whether this process was started by mpiexec, srun or the like, judged by the environment that they set.
bool started_by_launcher();

/// Ranks that the launcher's environment speaks of; 1 when it says nothing.
int launched_ranks();

/// Whether this build can speak MPI.
bool built_with_mpi();

/// "MPICH 4.0.2 ..." of the library that was linked, else "none". For diagnosis.
std::string mpi_library_version();

enum class Parallel {
    automatic,  ///< MPI if started by a launcher
    mpi,        ///< MPI always; an error where it was not built in
    none,       ///< one rank, without MPI
};

/// The transport for this process. MPI is initialised here (thread level SERIALIZED), unless it has been already, and
/// finalised with the transport. Throws ExchangeError where several ranks were launched of a build without MPI, which
/// would run the whole model once on each.
std::unique_ptr<Transport> make_transport(Parallel parallel = Parallel::automatic, WaitPolicy policy = {});

}  // namespace ranvier::exchange
