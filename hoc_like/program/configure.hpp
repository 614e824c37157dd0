#pragma once

#include "hoc_like/program/run_options.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Sets up a fresh session as the options say: arithmetic, threads, random numbers, depth of calls.
void configure(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
