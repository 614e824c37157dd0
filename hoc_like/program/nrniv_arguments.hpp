#pragma once

#include <span>
#include <string>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// Parses `nrniv [options] files`, with the options used in job scripts. Throws std::invalid_argument with the name of
/// the option if it is unknown or unsupported. Source: NEURON's documentation, "nrniv command line". Python sees `command`,
/// which started the program, and all arguments as sys.argv, as in NEURON.
RunOptions parse_nrniv(std::span<const std::string> arguments, const std::string& command = "nrniv");

}  // namespace ranvier::program
