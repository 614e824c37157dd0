#pragma once

#include <memory>

#include "hoc_like/program/compile_helper.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// For `--sandbox`: starts the process that compiles .mod files. To be called first, and `options` must outlive it.
std::unique_ptr<const CompileHelper> start_helper(const RunOptions& options);

}  // namespace ranvier::program
