#pragma once

#include <string>
#include <vector>

namespace ranvier::program {

/// The options of SONATA circuits.
struct CircuitWords {
    std::vector<std::string> settings;  ///< --set: "run.tstop=100"
    std::string dialect;                ///< --dialect; empty: recognized by the keys
};

/// Whether a file is the configuration of a SONATA circuit: JSON with a key network or networks.
bool is_circuit(const std::string& path);

/// sys.argv of the Python script that runs or validates a circuit, which is the first of the words. Throws
/// std::runtime_error if the package ranvier_sonata is missing.
std::vector<std::string> circuit_arguments(const std::string& command, const std::string& path,
                                           const CircuitWords& words);

}  // namespace ranvier::program
