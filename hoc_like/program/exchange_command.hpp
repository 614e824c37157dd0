#pragma once

#include <string>

#include "exchange/study/study.hpp"
#include "hoc_like/program/recorded_files.hpp"

namespace ranvier::program {

/// `ranvier exchange list`; with `only_specifications`, prints one line for each of
/// `exchange::specifications_of_all(together)`.
int list_exchanges_command(bool only_specifications, int together, bool as_json);

/// `ranvier exchange machines`.
int list_machines_command(bool as_json);

/// The options of `ranvier exchange simulate`.
struct SimulateWords {
    exchange::StudyOptions options;  ///< except the machine
    RecordedWords recorded;          ///< if it has a raster: of this run, with the terms of `options`
    std::string recorded_placement;  ///< empty: by default
    bool has_core_speed = false;     ///< else it is the machine's
    std::string constant_cost;       ///< an option that was given of those that measured times replace; empty: none
    std::string machine = "bluegene_p";
    std::string machine_file;  ///< instead of a known machine
    std::string out;           ///< JSON to this file; empty: none
    bool as_json = false;      ///< JSON on standard output, instead of a table
    bool force = false;        ///< even if memory may not suffice
};
int simulate_exchange_command(const SimulateWords& words);

/// Refuses a simulation that this machine cannot hold, before it takes the memory. The bytes are measured ones: of a
/// connection while the network is connected, of a spike, and of what each rank keeps for each other.
void check_memory(double connections, double spikes, int ranks);
bool simulation_fits(double connections, double spikes, int ranks);

/// Refuses to estimate what this machine cannot hold.
void check_memory_of_estimate(const exchange::RecordedRun& run, int ranks);

/// Notes that NEURON's order of events was used, which several ranks do not use.
void warn_of_order(const exchange::MeasuredTimes& times);

/// Where the times of computing come from, in words.
std::string source_of_times(const exchange::RecordedRun& run, const exchange::StudyTerms& terms);

/// 2.75e-06 as "2.75 us".
std::string time_in_words(double seconds);
/// 2.75e6 as "2.75 MB".
std::string size_in_words(double bytes);

/// `ranvier exchange calibrate`, run under mpiexec. Rank 0 writes the result; an empty `out` means standard output.
int calibrate_exchange_command(const std::string& out);

}  // namespace ranvier::program
