#pragma once

#include <memory>
#include <string>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How a rank waits for the others. Spinning responds fastest while each rank has a core. With more ranks than cores,
/// spinning can keep the awaited rank from running, so ranks nap from the start. Naps stay short: a collective passes
/// through log2(ranks) messages, each of which may find its receiver asleep.
struct WaitPolicy {
    double spin_s = -1;    ///< spin this long before napping [s]; negative: 0.2 ms, or 0 with more ranks than cores
    double nap_s = 20e-6;  ///< shortest nap [s]; a nap lasts a twentieth of the time waited so far,
    double longest_s = 500e-6;  ///< but at least nap_s and at most this [s]
};

/// Whether this process was started by mpiexec, srun or the like, judging by the environment variables that they set.
bool started_by_launcher();

/// The number of ranks according to the launcher's environment variables; 1 if none is set.
int launched_ranks();

/// This process's rank according to the launcher's environment variables, known before MPI is initialized; 0 if none is
/// set. What concerns all ranks alike, such as errors in the command line, is written by rank 0 alone.
int launched_rank();

/// NEURON's line about the number of ranks, "numprocs=N", for rank 0 to print; empty for other ranks, and at later calls.
std::string announcement(const Transport& transport);

/// Whether this build has MPI.
bool built_with_mpi();

/// Version of the MPI library that this process has opened, for instance "MPICH 4.0.2 ...", or "none"; for diagnosis.
std::string mpi_library_version();

/// Version and file of the MPI library that a parallel run would use here, or why there is none. Opens the library.
std::string describe_mpi_library();

/// "MPICH" or "Open MPI": which kind of library a parallel run would use here; empty if there is none that this build can
/// call, or no ground for a choice (exchange/mpi/library.hpp). Valid until the next call.
const char* mpi_vendor();

/// Returns when what was written to standard output and error has been read, if they are pipes; at the latest after a
/// second each. Launchers that end a rank forget what they have not read. Async-signal-safe.
void wait_until_output_is_read();

/// Asks the launcher to end all ranks with this exit status, once it has read this rank's output. False if it cannot be
/// asked. Async-signal-safe. Known: mpiexec of MPICH (PMI-1 wire protocol, command
/// "abort").
bool ask_launcher_to_end_all(int status);

enum class Parallel {
    automatic,  ///< MPI if started by a launcher
    mpi,        ///< always MPI; an error if the build has none
    none,       ///< one rank, without MPI
};

/// The transport for this process. The MPI library is opened and initialized here (thread level SERIALIZED), unless it has
/// been already, and finalized with the transport; one rank without a launcher opens none. Throws ExchangeError if no
/// library fits the launcher, or if several ranks were launched that do not see each other: each would run the whole model.
std::unique_ptr<Transport> make_transport(Parallel parallel = Parallel::automatic, WaitPolicy policy = {});

}  // namespace ranvier::exchange
