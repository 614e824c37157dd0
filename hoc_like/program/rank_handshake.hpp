#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/task.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"

struct rv_mechanism;

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::program {

/// What is known of a rank before its first script runs and must be the same on all ranks: versions, options, the names of
/// outputs, and the mechanisms that the rank has found. Nothing depends on the computer on which a rank runs.
class RankFacts {
  public:
    /// `program`: "ranvier", "nrniv" or "Python".
    RankFacts(std::string_view program, const RunOptions& options, const MechanismLoader& loader);

    std::uint64_t hash() const;
    /// Throws std::runtime_error that says what differs, and on which ranks. To be called on all ranks if their hashes
    /// differ; collective.
    exchange::Task<void> refuse_differences(exchange::Transport& transport) const;
    /// Compares the hashes of all ranks and refuses differences. Collective.
    exchange::Task<void> compare(exchange::Transport& transport) const;

  private:
    std::string text() const;
    std::vector<std::pair<std::string, std::string>> facts_;  // name and value
};

/// The name of the program that runs: "nrniv", also for `special`, or "ranvier".
std::string_view running_program();

/// Whether results of a mechanism depend on celsius, judging by the text of its .mod file.
bool depends_on_celsius(const rv_mechanism& mechanism);

}  // namespace ranvier::program
