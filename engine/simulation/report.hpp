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

/// Selects the values of a report: one range variable in segments of cells, at regular times.
struct ReportSelection {
    std::string variable;   ///< "v", "m_hh", "ina"; "name[k]" of an array
    std::vector<Gid> gids;  ///< ascending; empty: all cells that have sections and gids
    /// Section names like "soma", "dend", "dend[3]", or "all"; each cell must have at least one section with such a
    /// name.
    std::vector<std::string> sections{"soma"};
    std::vector<std::uint32_t> section_ids;  ///< Section::id; if not empty, replaces gids and names
    std::optional<bool> center_only;         ///< only each section's middle segment; nullopt: if `sections` is "soma"
    std::optional<double> dt;                ///< [ms]; nullopt: the script's dt at finitialize
    double begin = 0, end = std::numeric_limits<double>::infinity();  ///< [ms], both included
};

/// One value of each frame.
struct ReportSegment {
    Gid gid;
    std::uint32_t section;  ///< number within the cell, in order of creation
    double x;               ///< center of the segment
};

/// Samples the selected values on this rank while a Simulation runs, like Vector.record with the same dt, also with
/// variable steps, including local ones. The owner takes the frames during the run.
class Report {
  public:
    /// Must not outlive the simulation. User errors throw std::invalid_argument.
    Report(Simulation& simulation, ReportSelection selection);
    ~Report();
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    /// Finds the segments in the present model. To be called within initialize; sampling begins at the end of
    /// initialize. Gids without a cell on this rank are left out; a cell that lacks the sections or the variable is an
    /// error.
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
    double first_time() const;  ///< time of the first frame since then [ms]
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
