#pragma once

#include <memory>
#include <string>

#include "hoc_like/program/compile_helper.hpp"
#include "hoc_like/program/run_options.hpp"
#include "hoc_like/program/sandbox_folders.hpp"

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::program {

/// `--sandbox` as far as the system holds it, whatever errors the program may have. The checks of
/// hoc_like/library/data/files/sandbox.hpp come before it, because they give the errors that a user understands.
class SystemSandbox {
  public:
    /// Starts the process that compiles .mod files, and keeps MPI's libraries from reading the memory of other ranks (CMA)
    /// and from opening connections later, which would fail; environment variables that the user has set stay. To be
    /// called before MPI begins; `options` must outlive it. Throws std::runtime_error if the program was started in a folder
    /// that contains the home folder, or if an option names such a folder for an output.
    explicit SystemSandbox(const RunOptions& options);

    /// Closes the sandbox for this process, for good: after MPI has begun, and before the first thread, script or library.
    /// Says on rank 0 what the system cannot hold. Collective.
    void close(exchange::Transport& transport);

    const CompileHelper& helper() const { return *helper_; }

  private:
    SandboxFolders folders_;
    std::unique_ptr<const CompileHelper> helper_;
};

/// What to add to an error that the sandbox may have caused; empty otherwise.
std::string sandbox_advice(const RunOptions& options, const std::string& error);

}  // namespace ranvier::program
