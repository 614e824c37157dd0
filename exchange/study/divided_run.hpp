#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exchange/footprint.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/study/recorded_run.hpp"
#include "exchange/study/recorded_traffic.hpp"
#include "exchange/study/traffic.hpp"

namespace ranvier::exchange {

/// A recorded run whose cells, connections, spikes and times are divided among simulated ranks, whatever the strategy that
/// exchanges the spikes.
class DividedRun {
  public:
    /// `run` and `terms` must outlive this object. Throws ExchangeError if parts do not belong together.
    DividedRun(const RecordedRun& run, const RecordedTerms& terms);
    DividedRun(const DividedRun&) = delete;
    DividedRun& operator=(const DividedRun&) = delete;

    const RunPlan& plan() const { return plan_; }
    std::span<const std::unique_ptr<RecordedTraffic>> traffic() const { return traffic_; }
    const std::string& placement() const { return placement_; }
    double min_delay() const { return min_delay_; }  ///< between ranks [ms]; infinity if no ranks are connected
    double end() const { return end_; }              ///< of the run [ms]

    /// The simulated rank of a gid of the run.
    int rank_of(Gid gid) const { return rank_of_[index_.find(gid)]; }

    ShortestDelay shortest() const;
    /// Of the rank with the most sources, its own and others'.
    Share largest_share() const;
    /// What may make the counts differ from those of the recorded run; empty: nothing.
    std::string notice() const;

  private:
    bool is_as_recorded() const { return placement_ == "recorded"; }
    int recorded_ranks() const { return static_cast<int>(run_.listens.size()); }

    void check() const;
    void place();
    std::uint32_t find(Gid gid, const std::string& where) const;
    void make_traffic();
    void divide_times();
    void check(const RankSample& sample) const;
    void take_samples();
    void hand_out_spikes();
    Step find_interval() const;

    const RecordedRun& run_;
    const RecordedTerms& terms_;
    GidIndex index_;
    RunPlan plan_;
    std::string placement_;
    std::vector<int> rank_of_;            // in the order of gids
    std::vector<CellCost> costs_;         // in the order of gids; empty: nothing was measured
    std::vector<int> recorded_;           // the rank of each cell in the recorded run; empty like costs_
    std::vector<RankCourse> courses_;     // by rank of the recorded run
    std::vector<TimeCourse> of_samples_;  // by simulated rank
    std::vector<std::unique_ptr<RecordedTraffic>> traffic_;
    double min_delay_ = std::numeric_limits<double>::infinity();  // [ms]
    double end_ = 0;                                              // [ms]
};

/// The rank of each cell, in the order of `run.gids`, under a placement other than `recorded`; `seed`: of `random`. Throws
/// ExchangeError if there is no such placement, or the run lacks what it needs.
std::vector<int> ranks_of_cells(const RecordedRun& run, const std::string& placement, int ranks, std::uint64_t seed);

/// Throws ExchangeError unless each cell whose spikes travel has an area, which two_tier needs.
void check_areas(const RecordedRun& run);

}  // namespace ranvier::exchange
