#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/simulation/reported_values.hpp"

namespace ranvier::engine {

/// Samples the selected values on this rank while a Simulation runs, like Vector.record with the same dt, also with
/// variable steps, including local ones. The owner takes the frames during the run.
class Report {
  public:
    /// Must not outlive the simulation. User errors throw std::invalid_argument.
    Report(Simulation& simulation, ReportSelection selection);
    ~Report();
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    /// Finds the values in the present model (find_reported). To be called within initialize; sampling begins at the end
    /// of initialize.
    void select();
    /// In the order of a frame's values: by gid, section, x.
    std::span<const ReportSegment> segments() const { return segments_; }
    double dt() const { return dt_; }  ///< [ms]
    const std::string& units() const { return units_; }
    const ReportSelection& selection() const { return selection_; }

    /// Sets a function to be called at least after each window of a run; the length of windows bounds the number of
    /// waiting samples.
    void on_samples(std::function<void()> take);
    /// Appends the complete frames, one after the other. `has_begun`: the first of them begins a new record
    /// (initialize, frecord_init), and frames taken before are void.
    void take(std::vector<double>& frames, bool& has_begun);
    /// To be called when the run resumes from a checkpoint: the frames that follow belong to the record there.
    void go_on();
    double first_time() const;  ///< time of the first frame since then [ms]
    /// At the end of a run: throws SimulationError if there are too few frames for its time.
    void check_complete(std::int64_t frames) const;

  private:
    struct Cell {
        std::vector<VariableRef> variables;
        RecordId record = 0;
        Samples samples;
    };
    void record(std::vector<Cell> cells, double dt);
    void forget();

    Simulation& simulation_;
    const ReportSelection selection_;
    std::vector<Cell> cells_;
    std::vector<ReportSegment> segments_;
    double dt_ = 0;
    std::string units_;
    std::uint32_t beginning_ = 0;
};

}  // namespace ranvier::engine
