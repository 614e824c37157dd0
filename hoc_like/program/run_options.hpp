#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hoc_like/program/checkpoint_words.hpp"
#include "hoc_like/program/progress.hpp"

namespace ranvier::program {

/// One input, in the order of the command line.
struct Input {
    enum class Kind {
        file,
        extracted,
        statement,
        standard_input,
        python_file,
        python_statement,
        python_standard_input
    };
    Kind kind;
    std::string text;  ///< path, or the statement
};

/// The options of `ranvier replay`. At most one of cells, populations and expression selects the cells to run; without any,
/// they are those of `rank`.
struct ReplayOptions {
    std::string raster;                     ///< path of the raster of the whole network
    std::string population;                 ///< the population of the raster to use; empty: all
    std::vector<std::int32_t> cells;        ///< gids
    std::vector<std::string> populations;   ///< populations of the raster whose cells run
    std::string expression;                 ///< hoc expression in gid, not 0 for cells that run
    int rank = 0, of = 1;                   ///< the script's pc.id and pc.nhost
    std::string placement = "round_robin";  ///< of the cells on `of` ranks
    std::uint64_t seed = 1;                 ///< of random placement
    std::string recorded;  ///< the recorded run's summary, which names cells and areas; empty: the raster does
    bool verify = false;   ///< compare the cells' spikes with the raster
};

/// The options of `ranvier build --dry-run`.
struct DryRunOptions {
    int rank = 0, ranks = 1;  ///< the script's pc.id and pc.nhost
    bool as_json = false;     ///< print JSON instead of a table
};

/// The options of `ranvier run` and `nrniv`.
struct RunOptions {
    std::vector<Input> inputs;
    std::vector<std::string> python_arguments;  ///< sys.argv for Python
    std::string python;                         ///< -pyexe: the Python whose library to use; empty: $NRN_PYTHONEXE or
                                                ///< python3
    bool has_python = true;                     ///< false: -nopython
    bool vector_math = true;                    ///< --math vector; nrniv: libm
    bool math_is_given = false;                 ///< else a file of extracted cells has its own
    bool orders_as_ranks = false;               ///< --event-order ranks: not NEURON's, even where libm would have it
    std::string exchange = "allgather";         ///< strategy with options
    std::string compat = "9";                   ///< NEURON version whose default random numbers and hh to use: 8.2 or 9
    std::optional<int> threads;                 ///< of each rank; none: one, or as many as the script wishes
    std::size_t block_size = 2048;              ///< compartments; one block for all with libm, one rank and one thread
    std::string raster;                         ///< path; empty: none
    std::vector<std::string> reports;           ///< in the syntax of report_words.hpp
    std::vector<std::string> traces;            ///< --trace: variables whose values at each step are written
    std::string trace_file = "traces.csv";      ///< --trace-file
    std::string connections;                    ///< path for the connections of all ranks; empty: none
    bool notes_intervals = false;               ///< --intervals: note the time of each exchange interval
    std::string summary;                        ///< path for what the run says about itself, as JSON; empty: none
    double presimulate = 0;                     ///< model time that is not counted [ms]
    std::string isa;                            ///< instruction set of mechanisms; empty: the best of this CPU
    bool exact_tables = false;                  ///< --tables exact: TABLEs are off initially
    std::vector<std::string> libraries;         ///< -dll: compiled mechanisms, or folders of .mod files
    bool mpi = false;                           ///< -mpi: also without a launcher
    bool quiet = false;                         ///< no summary, no progress line
    ProgressWish progress = ProgressWish::usual;
    bool announce_ranks = false;            ///< print numprocs=N like nrniv -mpi
    bool banner = false;                    ///< say first what this program is
    bool hints = true;                      ///< at a terminal, say in a line what the prompt offers
    std::string figures;                    ///< folder for pictures of graphs and cells; empty: none
    bool list_buttons = false;              ///< --buttons: list buttons, menu items and fields after the inputs
    std::vector<std::string> presses;       ///< --press: labels, pressed in order after the inputs
    bool sandbox = false;                   ///< no commands, no writing outside the working folder
    std::vector<std::string> sandbox_read;  ///< --sandbox-read: further folders that may be read
    std::string extract;                    ///< with `replay`: write the cells to this file instead of running them
    bool estimates = false;                 ///< ranvier estimate: says what memory the network takes, and makes none
    bool force = false;                     ///< --force: makes connections that may not fit into memory
    std::size_t memory = 0;                 ///< --memory: limit in bytes; 0: the machine's memory
    CheckpointWords checkpoints;
    bool is_terminal = false;                ///< prompt even if the standard input is not a terminal
    std::optional<bool> ignores_not_finite;  ///< --not-finite continue; none: as RANVIER_NOT_FINITE says
    int frames = 0;                          ///< maximum depth of calls; 0: default
    std::optional<ReplayOptions> replay;
    std::optional<DryRunOptions> dry_run;
};

/// Runs scripts; returns the exit status. Writes errors to standard error, once for all ranks.
int run(const RunOptions& options);

}  // namespace ranvier::program
