#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "exchange/run_outline.hpp"
#include "exchange/spike.hpp"
#include "exchange/study/measured_times.hpp"
#include "exchange/study/traffic.hpp"

namespace ranvier::exchange {

/// A connection onto a rank's cell.
struct Heard {
    Gid source;
    double delay;    ///< [ms]
    int from;        ///< the target's rank in the recorded run, if times were measured
    double event_s;  ///< as in CellCost
    double group_s;
    friend auto operator<=>(const Heard&, const Heard&) = default;
};

/// One simulated rank's share of a recorded run.
class RecordedTraffic final : public RankTraffic {
  public:
    /// `end`: of the run [ms]. `owned`: the rank's sources, with their areas. `heard`: the connections onto its cells.
    RecordedTraffic(const RunOutline& outline, double end, std::vector<Gid> owned, std::vector<int> areas,
                    std::vector<Heard> heard);

    /// Sources on other ranks, and the shortest delays from them. `is_here`: of a source.
    template <class IsHere>
    void listen(const IsHere& is_here) {
        for (std::size_t k = 0; k < sources_.size(); ++k) {
            if (!is_here(sources_[k])) listen_for(k);
        }
    }

    void add(const Spike& spike, bool at_ends) { spikes_[at_ends].push_back(spike); }

    /// The shortest delay from a source on another rank [ms]; infinity if this rank listens to none.
    double least_delay() const { return least_delay_; }
    /// The sources on other ranks that this one listens for, ascending, and their shortest delays [steps].
    std::span<const Gid> wanted() const { return wanted_; }
    std::span<const Step> least_delays() const { return least_delays_; }

    Connections connections() const override;
    void collect(const Window& window, std::vector<FiredSpike>& fired) override;
    void collect_at_end(double t, std::vector<FiredSpike>& fired) override;
    void for_each_input(const Spike& spike, const Act& act) const override;
    std::optional<double> step_seconds(Step step) override;
    Step longest_delay() const override;

    /// From now on, the cells of this rank that were on a rank of the recorded run take so long in a step, in the mean over
    /// the run [s], and vary with the course, which must outlive this object.
    void take_times(double step_s, const TimeCourse& course) { shares_.push_back({step_s, &course}); }

    /// By rank of the recorded run, how the times of inputs vary; the courses must outlive this object.
    void take_input_courses(std::vector<const TimeCourse*> courses) { input_courses_ = std::move(courses); }

  private:
    struct Inputs {
        double delay;  // [ms]
        int from;      // as in Heard
        std::int64_t count = 0;
        double seconds = 0;  // of all, as measured
        double group_s = 0;  // of the group of each, added up
    };
    struct Share {
        double step_s;
        const TimeCourse* course;
        std::size_t cursor = 0;
    };

    void listen_for(std::size_t source);
    void charge_groups(std::size_t first, std::size_t end);
    template <class IsInStep>
    void take(std::size_t kind, std::vector<FiredSpike>& fired, Step step, const IsInStep& is_in_step);

    static constexpr double never = std::numeric_limits<double>::infinity();

    const double begin_, end_, dt_;  // [ms]
    const Step last_step_;
    const std::vector<Gid> owned_;
    const std::vector<int> areas_;
    std::vector<Gid> sources_;        // that cells of this rank have connections from, ascending
    std::vector<std::size_t> first_;  // of each of sources_, in inputs_, whose delays ascend
    std::vector<Inputs> inputs_;
    double longest_ = 0, least_delay_ = never;  // [ms]
    std::vector<Gid> wanted_;
    std::vector<Step> least_delays_;
    std::vector<Spike> spikes_[2];  // at any time; of cells that may fire at the ends of steps
    std::size_t next_[2] = {0, 0};
    std::vector<Share> shares_;  // empty: nothing was measured
    std::vector<const TimeCourse*> input_courses_;
    Step next_step_ = 0;
};

}  // namespace ranvier::exchange
