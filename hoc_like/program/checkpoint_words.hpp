#pragma once

#include <string>

namespace ranvier::program {

/// The checkpoints that a command line or script requests.
struct CheckpointWords {
    double every_ms = 0;  ///< [ms] of model time; 0: not by model time
    double every_s = 0;   ///< [s] of wall-clock time; 0: not by the clock
    std::string file;     ///< empty: named after the raster
    bool resume = false;  ///< continue from the last checkpoint
    bool force = false;   ///< even if the run was made from other scripts or parameters

    /// Sets the interval: model time in ms (`10`, `10ms`) or wall-clock time (`90s`, `30min`, `2h`). Throws
    /// std::invalid_argument.
    void set_interval(const std::string& text);
    /// Whether checkpoints are written, at least on request by a signal.
    bool any() const { return every_ms > 0 || every_s > 0 || resume || !file.empty(); }
};

}  // namespace ranvier::program
