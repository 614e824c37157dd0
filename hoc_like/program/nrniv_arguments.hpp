#pragma once

#include <span>
#include <string>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// `nrniv [options] files`: the options used in job scripts. Throws std::invalid_argument, naming the option, if one is
/// unknown or unsupported. Source: NEURON's documentation, "nrniv command line".
RunOptions parse_nrniv(std::span<const std::string> arguments);

}  // namespace ranvier::program
