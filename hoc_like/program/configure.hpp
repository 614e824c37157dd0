#pragma once

#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Configures a new session from the options: arithmetic, threads, random numbers, call depth.
void configure(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
