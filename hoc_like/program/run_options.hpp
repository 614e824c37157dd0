#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::program {

/// One thing to do, in the order of the command line.
struct Input {
    enum class Kind { file, statement, standard_input, python_file, python_statement };
    Kind kind;
    std::string text;  ///< path, or the statement
};

/// What `ranvier replay` adds to a run. One of cells, populations and expression says which cells run again.
struct ReplayOptions {
    std::string raster;                    ///< path of what the whole network fired
    std::string population;                ///< of a file that names several: this one alone is the raster; empty: all
    std::vector<std::int32_t> cells;       ///< gids
    std::vector<std::string> populations;  ///< of the file: what fires in them
    std::string expression;                ///< of hoc, in gid
    int rank = 0, of = 1;                  ///< which rank of how many the script takes this for
    bool verify = false;                   ///< compare what the cells fire with the raster
};

/// Checkpoints of a run.
struct CheckpointWords {
    double every = 0;     ///< [ms] of model time; 0: none
    std::string file;     ///< empty: named after the raster
    bool resume = false;  ///< go on from the last one
    bool any() const { return every > 0 || resume; }
};

/// What `ranvier run` and `nrniv` were asked to do.
struct RunOptions {
    std::vector<Input> inputs;
    std::vector<std::string> python_arguments;  ///< sys.argv for what is Python's
    std::string python;                         ///< -pyexe: whose library is used; empty: $NRN_PYTHONEXE's, python3's
    bool vector_math = true;                    ///< --math vector; nrniv: libm
    std::string exchange = "allgather";         ///< strategy with options
    std::string compat = "9";                   ///< whose random numbers are the default: 8.2 or 9
    int threads = 1;
    std::size_t block_size = 2048;       ///< compartments; with libm on one rank and thread all are one block
    std::string raster;                  ///< path; empty: none
    std::vector<std::string> reports;    ///< as report_words.hpp reads them
    bool notes_intervals = false;        ///< --intervals: what each exchange interval costs goes into the raster
    std::string isa;                     ///< of mechanisms; empty: the best of this CPU
    bool exact_tables = false;           ///< --tables exact: TABLEs start switched off
    std::vector<std::string> libraries;  ///< -dll: compiled mechanisms, or folders of .mod files
    bool mpi = false;                    ///< -mpi: also without a launcher
    bool quiet = false;                  ///< no summary, no progress line
    bool announce_ranks = false;         ///< print numprocs=N as nrniv -mpi does
    bool banner = false;
    std::string figures;               ///< folder for pictures of graphs and cells; empty: none
    bool list_buttons = false;         ///< --buttons: what can be pressed, after the inputs
    std::vector<std::string> presses;  ///< --press: labels, in order, after the inputs
    bool sandbox = false;              ///< no commands, no writing outside of the working folder
    std::size_t memory = 0;            ///< --memory: bytes that the process may take; 0: what the machine has
    CheckpointWords checkpoints;
    int frames = 0;  ///< depth of calls; 0: default
    std::optional<ReplayOptions> replay;
};

/// Runs scripts; returns the exit status. Writes errors to the standard error, once for all ranks.
int run(const RunOptions& options);

}  // namespace ranvier::program
