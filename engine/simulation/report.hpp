#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/simulation/simulation.hpp"

namespace ranvier::engine {

/// The values of a report: those of one range variable in segments of cells, at regular times.
struct ReportSelection {
    std::string variable;   ///< "v", "m_hh", "ina"; "name[k]" of an array
    std::vector<Gid> gids;  ///< ascending; empty: all cells with sections that have gids
    /// Names as in "soma", "dend", "dend[3]", or "all"; of each cell at least one section must have one of them.
    std::vector<std::string> sections{"soma"};
    std::vector<std::uint32_t> section_ids;  ///< Section::id; not empty: these, instead of gids and names
    std::optional<bool> center_only;         ///< each section's middle segment; nullopt: if sections are "soma"
    std::optional<double> dt;                ///< [ms]; nullopt: the script's dt at finitialize
    double begin = 0, end = std::numeric_limits<double>::infinity();  ///< [ms], both included
};

/// One value of each frame.
struct ReportSegment {
    Gid gid;
    std::uint32_t section;  ///< of the cell, in order of creation
    double x;               ///< center of the segment
};

/// Samples the selected values on this rank while a Simulation runs, as Vector.record with the same dt does, also with
/// variable steps, including local ones. Its owner takes the frames during the run.
class Report {
  public:
    /// Must not outlive the simulation. User errors are std::invalid_argument.
    Report(Simulation& simulation, ReportSelection selection);
    ~Report();
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    /// Finds the segments in the model as it is, within initialize; sampling begins at its end. Gids without a cell on
    /// this rank are left out; a cell that lacks the sections or the variable is an error.
    void select();
    /// In the order of a frame's values: of gids, sections, x.
    std::span<const ReportSegment> segments() const { return segments_; }
    double dt() const { return dt_; }  ///< [ms]
    const std::string& units() const { return units_; }
    const ReportSelection& selection() const { return selection_; }

    /// Called at least after each window of a run, whose length bounds the number of waiting samples.
    void on_samples(std::function<void()> take);
    /// Appends the frames that are complete, one after the other. `has_begun`: the first of them is the first of a
    /// record that has begun (initialize, frecord_init); what was taken before is void.
    void take(std::vector<double>& frames, bool& has_begun);
    double first_time() const;  ///< of the frames since then [ms]
    /// At the end of a run: throws SimulationError if there are too few frames for its time.
    void check_complete(std::int64_t frames) const;

  private:
    struct Cell {
        std::vector<VariableRef> variables;
        RecordId record = 0;
        Samples samples;
    };
    struct Chosen;
    std::map<Gid, Section*> chosen_roots() const;
    std::vector<Chosen> chosen_cells() const;
    bool is_named(const Section& section) const;
    [[noreturn]] void fail_without_sections(Gid gid, std::span<Section* const> sections) const;
    Cell find(const Chosen& cell, const RangeVariable& variable, int element,
              std::vector<ReportSegment>& segments) const;
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

/// "mV", "mA/cm2", ... of a range variable; empty if it has none.
std::string units_of(const Model& model, const RangeVariable& variable);

}  // namespace ranvier::engine
