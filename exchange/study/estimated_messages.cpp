#include "exchange/study/estimated_messages.hpp"

#include <algorithm>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "exchange/strategy/persistent.hpp"
#include "exchange/strategy/point_to_point/message.hpp"
#include "exchange/study/paired_spikes.hpp"

namespace ranvier::exchange {

namespace {

/// A message on its way: when it arrives, and at which place in the order in which its rank reads.
struct Underway {
    double arrives = 0;    // [s]
    std::size_t rest = 0;  // bytes that follow
};

/// A link into the network: messages leave one after the other.
struct Link {
    double free = 0;  // [s]

    /// When a message that the rank sends now arrives; `clock` is after the call.
    double arrival(const CostModel& machine, double clock, std::size_t bytes) {
        const double bytes_s = static_cast<double>(bytes) * machine.per_byte_s;
        const double leaves = std::max(clock, free);
        free = leaves + machine.gap_s + bytes_s;
        left = leaves;
        return leaves + bytes_s + machine.latency_s;
    }
    double left = 0;  // when the last one left [s]
};

/// alltoall:collective=neighbor: a message from each rank to each that listens for one of its sources.
class EstimatedNeighbors final : public EstimatedExchange {
  public:
    EstimatedNeighbors(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedExchange(net, terms), spikes_(ranks()), links_(ranks()), targets_(ranks()), sources_(ranks()) {
        for (std::size_t source = 0; source < net.targets.sources(); ++source) {
            auto& targets = targets_[static_cast<std::size_t>(net.owners[source])];
            for (const int rank : net.targets[source]) targets.push_back({rank, 0});
        }
        for (std::size_t from = 0; from < ranks(); ++from) {
            auto& targets = targets_[from];
            std::ranges::sort(targets, {}, &Target::rank);
            const auto same = std::ranges::unique(targets, {}, &Target::rank);
            targets.erase(same.begin(), same.end());
            targets.shrink_to_fit();
            for (Target& target : targets) {
                auto& sources = sources_[static_cast<std::size_t>(target.rank)];
                target.place = static_cast<std::uint32_t>(sources.size());
                sources.emplace_back();
            }
        }
    }

  private:
    struct Target {
        int rank;
        std::uint32_t place;  // of this rank among the target's sources
    };

    void send(std::uint32_t source) override { spikes_.add(net_.owners[source], net_.targets[source]); }

    void communicate(Step, bool) override {
        for (std::size_t r = 0; r < ranks(); ++r) send_parts(r);
        for (std::size_t r = 0; r < ranks(); ++r) receive_parts(r);
        for (std::size_t r = 0; r < ranks(); ++r) send_rest(r);
        for (std::size_t r = 0; r < ranks(); ++r) receive_rest(r);
        spikes_.clear();
    }

    void send_parts(std::size_t r) {
        for (const Target& target : targets_[r]) {
            clocks_[r] += machine().send_overhead_s;
            sources_[static_cast<std::size_t>(target.rank)][target.place] = {
                links_[r].arrival(machine(), clocks_[r], bytes_of_pair()), 0};
        }
        spikes_.for_each_target(r, [&](std::size_t to, std::int64_t count) {
            const auto target = std::ranges::lower_bound(targets_[r], static_cast<int>(to), {}, &Target::rank);
            sources_[to][target->place].rest = rest_of(count);
        });
    }

    void receive_parts(std::size_t r) {
        for (const Underway& message : sources_[r]) {
            clocks_[r] = std::max(clocks_[r], message.arrives) + machine().receive_overhead_s;
        }
        bytes_received_ += static_cast<std::int64_t>(sources_[r].size() * bytes_of_pair());
        if (!targets_[r].empty()) clocks_[r] = std::max(clocks_[r], links_[r].left);
    }

    void send_rest(std::size_t r) {
        spikes_.for_each_target(r, [&](std::size_t to, std::int64_t count) {
            if (rest_of(count) == 0) return;
            const auto target = std::ranges::lower_bound(targets_[r], static_cast<int>(to), {}, &Target::rank);
            clocks_[r] += machine().send_overhead_s;
            sources_[to][target->place].arrives = links_[r].arrival(machine(), clocks_[r], rest_of(count));
        });
    }

    void receive_rest(std::size_t r) {
        for (const Underway& message : sources_[r]) {
            if (message.rest == 0) continue;
            clocks_[r] = std::max(clocks_[r], message.arrives) + machine().receive_overhead_s;
            bytes_received_ += static_cast<std::int64_t>(message.rest);
        }
        look_up(r, spikes_.received(r), true);
    }

    PairedSpikes spikes_;
    std::vector<Link> links_;
    std::vector<std::vector<Target>> targets_;    // by rank
    std::vector<std::vector<Underway>> sources_;  // by rank: the message of each source in this interval
};

/// isend and persistent: a message for each spike to each rank that listens, sent when it fires.
class EstimatedMessages : public EstimatedExchange {
  public:
    EstimatedMessages(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedExchange(net, terms), links_(ranks()), arrivals_(ranks()), received_(ranks(), 0) {}

  protected:
    /// What the rank's call for one spike takes: before all messages, and for each of them [s].
    struct CallCost {
        double before_s, first_s, further_s;
    };
    virtual CallCost cost_of(std::uint32_t /*source*/) {
        return {0, machine().send_overhead_s, machine().further_send_s};
    }

  private:
    void send(std::uint32_t source) override {
        const auto r = static_cast<std::size_t>(net_.owners[source]);
        const CallCost cost = cost_of(source);
        clocks_[r] += cost.before_s;
        bool is_first = true;
        for (const int to : net_.targets[source]) {
            clocks_[r] += std::exchange(is_first, false) ? cost.first_s : cost.further_s;
            const double arrives = links_[r].arrival(machine(), clocks_[r], sizeof(SpikeMessage));
            arrivals_[static_cast<std::size_t>(to)].push_back(arrives);
        }
        messages_ += static_cast<std::int64_t>(net_.targets[source].size());
        clocks_[r] += terms_.costs.message_s * static_cast<double>(net_.targets[source].size());
    }

    /// Receives what has arrived by the rank's own clock. Returns whether that is all.
    bool receive(std::size_t r) {
        const std::vector<double>& arrivals = arrivals_[r];
        std::size_t& next = received_[r];
        for (; next < arrivals.size() && arrivals[next] <= clocks_[r]; ++next) {
            clocks_[r] += machine().receive_overhead_s;
        }
        return next == arrivals.size();
    }

    /// Receives, while it waits, what arrives before `end`.
    void receive_until(std::size_t r, double end) {
        const std::vector<double>& arrivals = arrivals_[r];
        std::size_t& next = received_[r];
        for (; next < arrivals.size() && arrivals[next] <= std::max(end, clocks_[r]); ++next) {
            clocks_[r] = std::max(clocks_[r], arrivals[next]) + machine().receive_overhead_s;
        }
        clocks_[r] = std::max(clocks_[r], end);
    }

    /// Rounds of reductions, until all that was sent had been received when a round began.
    void communicate(Step, bool) override {
        for (auto& arrivals : arrivals_) std::ranges::sort(arrivals);
        for (bool is_settled = false; !is_settled;) {
            is_settled = true;
            double end = 0;
            for (std::size_t r = 0; r < ranks(); ++r) {
                is_settled = receive(r) && is_settled;
                clocks_[r] += machine().send_overhead_s;
                end = std::max(end, clocks_[r]);
            }
            end += machine()[CollectiveKind::allreduce].seconds(static_cast<int>(ranks()), 2 * sizeof(std::int64_t));
            for (std::size_t r = 0; r < ranks(); ++r) receive_until(r, end);
        }
        for (std::size_t r = 0; r < ranks(); ++r) {
            const auto spikes = static_cast<std::int64_t>(arrivals_[r].size());
            bytes_received_ += spikes * static_cast<std::int64_t>(sizeof(SpikeMessage));
            look_up(r, spikes, true);
            arrivals_[r].clear();
            received_[r] = 0;
        }
    }

    std::vector<Link> links_;
    std::vector<std::vector<double>> arrivals_;  // by receiving rank, of this interval [s]
    std::vector<std::size_t> received_;          // of these
};

/// Lists of sends are recorded when a source first fires, and those used longest ago discarded when a rank has too many.
class EstimatedPersistent final : public EstimatedMessages {
  public:
    EstimatedPersistent(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedMessages(net, terms), recorded_(ranks()), place_(net.targets.sources()) {}

  private:
    struct Recorded {
        std::list<std::uint32_t> sources;  // used last first
        std::size_t requests = 0;
    };

    CallCost cost_of(std::uint32_t source) override {
        const CostModel& costs = machine();
        const std::size_t targets = net_.targets[source].size();
        if (targets > PersistentOptions{}.most_requests) return EstimatedMessages::cost_of(source);
        Recorded& of_rank = recorded_[static_cast<std::size_t>(net_.owners[source])];
        CallCost cost{costs.replay_list_s, costs.replay_target_s, costs.replay_target_s};
        if (place_[source]) {
            of_rank.sources.splice(of_rank.sources.begin(), of_rank.sources, *place_[source]);
            return cost;
        }
        of_rank.requests += targets;
        while (of_rank.requests > PersistentOptions{}.most_requests) {
            const std::uint32_t oldest = of_rank.sources.back();
            of_rank.requests -= net_.targets[oldest].size();
            place_[oldest].reset();
            of_rank.sources.pop_back();
        }
        of_rank.sources.push_front(source);
        place_[source] = of_rank.sources.begin();
        cost.before_s += costs.record_list_s + costs.record_target_s * static_cast<double>(targets);
        return cost;
    }

    std::vector<Recorded> recorded_;                                        // by rank
    std::vector<std::optional<std::list<std::uint32_t>::iterator>> place_;  // by source; none: not recorded
};

}  // namespace

std::unique_ptr<EstimatedExchange> estimate_neighbors(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedNeighbors>(net, terms);
}

std::unique_ptr<EstimatedExchange> estimate_isend(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedMessages>(net, terms);
}

std::unique_ptr<EstimatedExchange> estimate_persistent(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedPersistent>(net, terms);
}

}  // namespace ranvier::exchange
