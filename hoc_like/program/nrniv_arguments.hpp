#pragma once

#include <span>
#include <string>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// Parses `nrniv [options] files`, with the options used in job scripts. Throws std::invalid_argument with the name of
/// the option if it is unknown or unsupported. Source: NEURON's documentation, "nrniv command line".
RunOptions parse_nrniv(std::span<const std::string> arguments);

}  // namespace ranvier::program
