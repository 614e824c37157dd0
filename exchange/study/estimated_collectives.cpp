#include "exchange/study/estimated_collectives.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "exchange/strategy/allgather.hpp"
#include "exchange/study/paired_spikes.hpp"

namespace ranvier::exchange {

namespace {

constexpr std::size_t gather_header = 8;  // [bytes], as in allgather.cpp

/// The spikes of ranks that gather those of all: fixed parts, then what does not fit.
class GatheredSpikes {
  public:
    explicit GatheredSpikes(std::vector<int> members) : members_(std::move(members)), spikes_(members_.size(), 0) {}

    std::span<const int> members() const { return members_; }
    void add(std::size_t member) { ++spikes_[member]; }
    std::int64_t of_others(std::size_t member) const { return all() - spikes_[member]; }
    std::int64_t all() const { return std::reduce(spikes_.begin(), spikes_.end()); }

    /// Lets the members gather; returns the bytes that all of them receive.
    std::int64_t gather(const CostModel& machine, std::span<double> clocks) const {
        const auto size = static_cast<int>(members_.size());
        const std::size_t part = gather_header + full_bytes(AllgatherOptions{}.fixed);
        double end = 0;
        for (const int rank : members_) end = std::max(end, clocks[static_cast<std::size_t>(rank)]);
        end += machine[CollectiveKind::allgather].seconds(size, members_.size() * part);
        std::size_t rest = 0;
        for (const std::int64_t spikes : spikes_) {
            rest += full_bytes(std::max<std::int64_t>(0, spikes - AllgatherOptions{}.fixed));
        }
        if (rest > 0) end += machine[CollectiveKind::allgather].seconds(size, rest);
        for (const int rank : members_) clocks[static_cast<std::size_t>(rank)] = end;
        return static_cast<std::int64_t>((members_.size() - 1) * (members_.size() * part + rest));
    }
    void clear() { std::ranges::fill(spikes_, 0); }

  private:
    std::vector<int> members_;
    std::vector<std::int64_t> spikes_;  // by member
};

class EstimatedAllgather final : public EstimatedExchange {
  public:
    EstimatedAllgather(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedExchange(net, terms), spikes_(all_ranks(ranks())) {}

  private:
    static std::vector<int> all_ranks(std::size_t ranks) {
        std::vector<int> all(ranks);
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    void send(std::uint32_t source) override { spikes_.add(static_cast<std::size_t>(net_.owners[source])); }
    void communicate(Step, bool) override {
        bytes_received_ += spikes_.gather(machine(), clocks_);
        for (std::size_t r = 0; r < ranks(); ++r) look_up(r, spikes_.of_others(r), false);
        spikes_.clear();
    }

    GatheredSpikes spikes_;
};

/// Lets all ranks exchange equal parts, then what did not fit; returns the bytes that all of them receive.
std::int64_t exchange_all(PairedSpikes& spikes, const CostModel& machine, std::span<double> clocks) {
    const auto ranks = static_cast<int>(clocks.size());
    double end = std::ranges::max(clocks);
    end += machine[CollectiveKind::alltoall].seconds(ranks, clocks.size() * bytes_of_pair());
    std::vector<std::size_t> out(clocks.size(), 0), in(clocks.size(), 0);
    for (std::size_t from = 0; from < clocks.size(); ++from) {
        spikes.for_each_target(from, [&](std::size_t to, std::int64_t count) {
            out[from] += rest_of(count);
            in[to] += rest_of(count);
        });
    }
    const std::size_t most = std::max(std::ranges::max(out), std::ranges::max(in));
    if (most > 0) end += machine[CollectiveKind::alltoall].seconds(ranks, most);
    std::ranges::fill(clocks, end);
    const std::size_t fixed = clocks.size() * (clocks.size() - 1) * bytes_of_pair();
    return static_cast<std::int64_t>(fixed + std::reduce(in.begin(), in.end()));
}

class EstimatedAlltoall final : public EstimatedExchange {
  public:
    EstimatedAlltoall(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedExchange(net, terms), spikes_(ranks()) {}

  private:
    void send(std::uint32_t source) override { spikes_.add(net_.owners[source], net_.targets[source]); }
    void communicate(Step, bool) override {
        bytes_received_ += exchange_all(spikes_, machine(), clocks_);
        for (std::size_t r = 0; r < ranks(); ++r) look_up(r, spikes_.received(r), false);
        spikes_.clear();
    }

    PairedSpikes spikes_;
};

/// Allgather within groups of ranks at each boundary, alltoall between groups where their delays allow it.
class EstimatedTwoTier final : public EstimatedExchange {
  public:
    EstimatedTwoTier(const EstimatedNet& net, const StudyTerms& terms)
        : EstimatedExchange(net, terms),
          is_near_(net.targets.sources(), false),
          far_(net.targets.filtered(
              [&](std::size_t source, int rank) { return group_of(rank) != group_of(net_.owners[source]); })),
          group_number_(ranks()),
          member_(ranks()),
          spikes_(ranks()) {
        std::vector<std::vector<int>> members(ranks());
        for (std::size_t r = 0; r < ranks(); ++r)
            members[static_cast<std::size_t>(net.groups[r])].push_back(static_cast<int>(r));
        for (auto& of_group : members) {
            for (std::size_t k = 0; k < of_group.size(); ++k) {
                group_number_[static_cast<std::size_t>(of_group[k])] = within_.size();
                member_[static_cast<std::size_t>(of_group[k])] = k;
            }
            if (!of_group.empty()) within_.emplace_back(std::move(of_group));
        }
        for (std::size_t source = 0; source < net.targets.sources(); ++source) {
            is_near_[source] = far_[source].size() < net.targets[source].size();
        }
    }

    bool holds_spikes() const override { return is_behind_; }
    void start(Step first) override { next_outer_ = first + net_.steps_between_groups; }

  private:
    int group_of(int rank) const { return net_.groups[static_cast<std::size_t>(rank)]; }

    void send(std::uint32_t source) override {
        const auto r = static_cast<std::size_t>(net_.owners[source]);
        if (is_near_[source]) within_[group_number_[r]].add(member_[r]);
        if (!far_[source].empty()) spikes_.add(net_.owners[source], far_[source]);
    }

    void communicate(Step step, bool is_early) override {
        std::vector<std::int64_t> arrived(ranks(), 0);
        if (net_.has_within_groups) {
            for (GatheredSpikes& group : within_) {
                bytes_received_ += group.gather(machine(), clocks_);
                for (std::size_t k = 0; k < group.members().size(); ++k) {
                    arrived[static_cast<std::size_t>(group.members()[k])] += group.of_others(k);
                }
                group.clear();
            }
        }
        is_behind_ = net_.has_between_groups && !is_early && next_outer_ > step;
        if (net_.has_between_groups && !is_behind_) {
            bytes_received_ += exchange_all(spikes_, machine(), clocks_);
            for (std::size_t r = 0; r < ranks(); ++r) arrived[r] += spikes_.received(r);
            spikes_.clear();
            next_outer_ = step + net_.steps_between_groups;
        }
        for (std::size_t r = 0; r < ranks(); ++r) look_up(r, arrived[r], false);
    }

    std::vector<bool> is_near_;                       // by source: ranks of its group listen
    const SourceTargets far_;                         // in other groups
    std::vector<std::size_t> group_number_, member_;  // of each rank: in within_, and its place there
    std::vector<GatheredSpikes> within_;
    PairedSpikes spikes_;  // between groups
    Step next_outer_ = 0;
    bool is_behind_ = false;
};

}  // namespace

std::unique_ptr<EstimatedExchange> estimate_allgather(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedAllgather>(net, terms);
}

std::unique_ptr<EstimatedExchange> estimate_alltoall(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedAlltoall>(net, terms);
}

std::unique_ptr<EstimatedExchange> estimate_two_tier(const EstimatedNet& net, const StudyTerms& terms) {
    return std::make_unique<EstimatedTwoTier>(net, terms);
}

}  // namespace ranvier::exchange
