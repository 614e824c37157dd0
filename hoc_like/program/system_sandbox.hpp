#pragma once

#include <memory>

#include "hoc_like/program/compile_helper.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::exchange {
class Transport;
}

/// `--sandbox` as far as the system holds it, whatever errors the program may have. The checks of
/// hoc_like/library/data/sandbox.hpp come before it, because they give the errors that a user understands.
namespace ranvier::program {

/// Starts the process that compiles .mod files. To be called first, and `options` must outlive it.
std::unique_ptr<const CompileHelper> start_helper(const RunOptions& options);

/// To be called before MPI begins: keeps its libraries from reading the memory of other ranks (CMA) and from opening
/// connections later, which would fail. Environment variables that the user has set stay.
void prepare_mpi_for_sandbox();

/// Closes the sandbox for this process, for good: after MPI has begun, and before the first thread, script or library.
/// Says on rank 0 what the system cannot hold. Collective.
void close_sandbox(exchange::Transport& transport);

}  // namespace ranvier::program
