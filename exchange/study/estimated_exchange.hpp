#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exchange/spike.hpp"
#include "exchange/study/source_targets.hpp"
#include "exchange/study/study.hpp"

namespace ranvier::exchange {

/// A network, as far as exchanges need it for an estimate.
struct EstimatedNet {
    SourceTargets targets;
    std::vector<int> owners;        ///< the rank of each source
    std::vector<int> groups;        ///< of each rank: groups_of_ranks; empty: ranks have no areas
    Step steps_between_groups = 1;  ///< from one exchange between groups to the next
    bool has_within_groups = false, has_between_groups = false;  ///< connections between ranks
    bool is_shorter_between_groups = false;                      ///< than within: two_tier refuses it
};

/// The clocks of all ranks under a strategy of which only the counts are known: which rank fires how many spikes, who listens
/// for them, and what the machine takes for that many messages and bytes. Nothing is sent, so that P ranks take memory in
/// proportion to P and to the ranks that listen for each source, where a simulation has P² pieces.
///
/// Differs from the simulation (study.hpp) in what depends on the order within an interval: messages are received at the
/// interval's end, not also after each fourth spike.
class EstimatedExchange {
  public:
    EstimatedExchange(const EstimatedNet& net, const StudyTerms& terms);
    virtual ~EstimatedExchange() = default;
    EstimatedExchange(const EstimatedExchange&) = delete;
    EstimatedExchange& operator=(const EstimatedExchange&) = delete;

    void compute(int rank, double seconds) { clocks_[static_cast<std::size_t>(rank)] += seconds; }
    void fire(std::uint32_t source) {
        if (!net_.targets[source].empty()) send(source);
    }
    /// The ranks are at `step`. `is_early`: no spike may stay in flight.
    void finish(Step step, bool is_early);
    virtual bool holds_spikes() const { return false; }
    /// The run begins at this step.
    virtual void start(Step /*first*/) {}

    /// Forgets what was counted so far.
    void begin_counting();

    /// Times since counting began, if the run ends now; `computing_s` of each rank: until the exchange of each interval.
    double total_s() const;
    std::span<const double> computing_s() const { return computing_; }
    /// All ranks' together.
    std::int64_t bytes_received() const { return bytes_received_; }
    std::int64_t messages() const { return messages_; }

  protected:
    std::size_t ranks() const { return clocks_.size(); }
    const CostModel& machine() const { return terms_.machine; }
    /// What a rank does with the spikes that arrived.
    void look_up(std::size_t rank, std::int64_t spikes, bool counts_as_computing);

    virtual void send(std::uint32_t source) = 0;
    virtual void communicate(Step step, bool is_early) = 0;

    const EstimatedNet& net_;
    const StudyTerms& terms_;
    std::vector<double> clocks_;  // [s]
    std::int64_t bytes_received_ = 0, messages_ = 0;

  private:
    std::vector<double> began_;      // of the interval, by rank [s]
    std::vector<double> counted_;    // from here, by rank [s]
    std::vector<double> computing_;  // by rank [s]
};

}  // namespace ranvier::exchange
