#include "engine/rule/split.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/rule/chosen.hpp"
#include "engine/rule/counts.hpp"

namespace ranvier::engine {

namespace {

/// A range of positions of targets: the whole, or a half of one. `path` numbers it.
struct Part {
    std::uint32_t begin, end;
    std::uint64_t path;

    std::uint32_t size() const { return end - begin; }
    Part lower() const { return {begin, begin + size() / 2, 2 * path}; }
    Part upper() const { return {begin + size() / 2, end, 2 * path + 1}; }
};

using Positions = std::span<const std::uint32_t>;

std::pair<Positions, Positions> cut(Positions targets, std::uint32_t at) {
    const auto below_it =
        static_cast<std::size_t>(std::lower_bound(targets.begin(), targets.end(), at) - targets.begin());
    return {targets.first(below_it), targets.subspan(below_it)};
}

/// How many of `n` go to the lower half, which has `lower` of the places.
std::uint64_t to_lower(std::uint64_t n, std::uint64_t lower, std::uint64_t upper, bool places_repeat, double u) {
    if (!places_repeat) return hypergeometric(lower, upper, n, u);
    return binomial(n, static_cast<double>(lower) / (static_cast<double>(lower) + static_cast<double>(upper)), u);
}

class TotalSplit {
  public:
    TotalSplit(const Rule& rule, Positions targets) : rule_(rule), random_(rule.random()), all_(targets) {
        counts_.resize(targets.size());
        if (rule.autapses || rule.sources.is_range()) return;
        own_before_.resize(rule.targets.size() + std::size_t{1});
        for (std::uint32_t t = 0; t < rule.targets.size(); ++t) {
            own_before_[t + 1] = own_before_[t] + rule.sources.contains(rule.targets[t]);
        }
    }
    std::vector<std::uint64_t> split(const ForEachTask& for_each_task) {
        std::vector<Share> large = {{{0, rule_.targets.size(), 1}, rule_.count, all_}}, tasks;
        while (!large.empty()) {
            const Share share = large.back();
            large.pop_back();
            if (share.targets.size() <= of_a_task || share.part.size() == 1) {
                tasks.push_back(share);
            } else {
                for (const Share& half : halves(share)) large.push_back(half);
            }
        }
        for_each_task(tasks.size(), [&](std::size_t k) { follow(tasks[k]); });
        return std::move(counts_);
    }

  private:
    static constexpr std::size_t of_a_task = 512;  // targets at most
    /// A part, the number of connections onto it, and those of its targets that are wanted.
    struct Share {
        Part part;
        std::uint64_t n;
        Positions targets;
    };

    void follow(const Share& share) {
        if (share.n == 0 || share.targets.empty()) return;
        if (share.part.size() == 1) {
            counts_[static_cast<std::size_t>(share.targets.data() - all_.data())] = share.n;
            return;
        }
        for (const Share& half : halves(share)) follow(half);
    }
    std::array<Share, 2> halves(const Share& share) const {
        const Part lower = share.part.lower(), upper = share.part.upper();
        const double u = unit_interval(random_.pair(Use::split, 0, share.part.path).word[0]);
        const std::uint64_t n = to_lower(share.n, pairs(lower), pairs(upper), rule_.multapses, u);
        const auto [below_it, above] = cut(share.targets, upper.begin);
        return {Share{lower, n, below_it}, Share{upper, share.n - n, above}};
    }
    /// The number of pairs onto these targets.
    std::uint64_t pairs(const Part& part) const {
        return std::uint64_t{part.size()} * rule_.sources.size() - (rule_.autapses ? 0 : own(part));
    }
    /// The number of these targets that are sources, too.
    std::uint64_t own(const Part& part) const {
        if (!own_before_.empty()) return own_before_[part.end] - own_before_[part.begin];
        std::uint64_t count = 0;
        if (rule_.targets.is_range() && part.size() > 0) {
            const std::int64_t first = rule_.sources.size() > 0 ? rule_.sources[0] : 0;
            const std::int64_t begin = std::max<std::int64_t>(rule_.targets[part.begin], first);
            const std::int64_t end = std::min<std::int64_t>(std::int64_t{rule_.targets[part.begin]} + part.size(),
                                                            first + rule_.sources.size());
            return begin < end ? static_cast<std::uint64_t>(end - begin) : 0;
        }
        for (std::uint32_t t = part.begin; t < part.end; ++t) count += rule_.sources.contains(rule_.targets[t]);
        return count;
    }

    const Rule& rule_;
    KeyedRandom random_;
    Positions all_;
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint32_t> own_before_;  // by position of the target; only where sources are a list
};

using Pair = std::pair<std::uint32_t, Gid>;  // number among the targets, and source

class OutdegreeSplit {
  public:
    OutdegreeSplit(const Rule& rule, Positions targets) : rule_(rule), random_(rule.random()), all_(targets) {}

    /// The connections from the sources at these positions.
    std::vector<Pair> split(std::uint32_t begin, std::uint32_t end) {
        const double share = static_cast<double>(all_.size()) / std::max(rule_.targets.size(), 1u);
        const double expected = static_cast<double>((end - begin) * rule_.count) * share;
        pairs_.reserve(static_cast<std::size_t>(expected + 5 * std::sqrt(expected)));
        for (std::uint32_t s = begin; s < end; ++s) {
            source_ = rule_.sources[s];
            self_ = rule_.autapses ? GidSet::absent : rule_.targets.position(source_);
            follow({0, rule_.targets.size(), 1}, rule_.count, all_);
        }
        return std::move(pairs_);
    }

  private:
    static constexpr std::uint32_t smallest = 64;  // a part that is not split further

    void follow(const Part& part, std::uint64_t n, Positions targets) {
        if (n == 0 || targets.empty()) return;
        if (part.size() <= smallest) return end(part, n, targets);
        const std::uint64_t word = random_.pair(Use::split, static_cast<std::uint32_t>(source_), part.path).word[0];
        const std::uint64_t lower =
            to_lower(n, places(part.lower()), places(part.upper()), rule_.multapses, unit_interval(word));
        const auto [below_it, above] = cut(targets, part.upper().begin);
        follow(part.lower(), lower, below_it);
        follow(part.upper(), n - lower, above);
    }
    bool has_self(const Part& part) const { return self_ >= part.begin && self_ < part.end; }
    std::uint32_t places(const Part& part) const { return part.size() - (has_self(part) ? 1 : 0); }

    void end(const Part& part, std::uint64_t n, Positions targets) {
        RandomSequence sequence(random_, Use::source, static_cast<std::uint32_t>(source_), part.begin);
        const auto connect = [&](std::uint32_t place) {
            std::uint32_t target = part.begin + place;
            if (has_self(part) && target >= self_) ++target;
            const auto found = std::lower_bound(targets.begin(), targets.end(), target);
            if (found == targets.end() || *found != target) return;
            pairs_.emplace_back(static_cast<std::uint32_t>(&*found - all_.data()), source_);
        };
        if (!rule_.multapses) return choose(places(part), n, sequence, chosen_, connect);
        for (std::uint64_t k = 0; k < n; ++k) connect(below(places(part), sequence.next()));
    }

    const Rule& rule_;
    KeyedRandom random_;
    Positions all_;
    std::vector<Pair> pairs_;
    Chosen chosen_;
    Gid source_ = 0;
    std::uint32_t self_ = GidSet::absent;
};

/// Sorts pairs by target. Those of one target keep their order.
Incoming by_target(std::vector<std::vector<Pair>> parts, std::size_t targets) {
    Incoming::Part made;
    made.first.resize(targets + 1);
    for (const auto& pairs : parts) {
        for (const auto& [target, source] : pairs) ++made.first[target + std::size_t{1}];
    }
    std::partial_sum(made.first.begin(), made.first.end(), made.first.begin());
    made.sources.resize(made.first.back());
    std::vector<std::uint64_t> next(made.first.begin(), made.first.end() - 1);
    for (const auto& pairs : parts) {
        for (const auto& [target, source] : pairs) made.sources[next[target]++] = source;
    }
    std::vector<Incoming::Part> all(1);
    all[0] = std::move(made);
    return Incoming(std::move(all));
}

}  // namespace

std::size_t tasks_of(std::uint64_t connections) {
    constexpr std::uint64_t of_a_task = 1u << 16, most = 64;
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(connections / of_a_task, 1, most));
}

std::vector<std::uint64_t> split_total(const Rule& rule, Positions targets, const ForEachTask& for_each_task) {
    return TotalSplit(rule, targets).split(for_each_task);
}

Incoming split_outdegrees(const Rule& rule, Positions targets, const ForEachTask& for_each_task) {
    const std::uint64_t sources = rule.sources.size();
    std::vector<std::vector<Pair>> parts(tasks_of(sources * rule.count));
    for_each_task(parts.size(), [&](std::size_t k) {
        const auto begin = static_cast<std::uint32_t>(sources * k / parts.size());
        const auto end = static_cast<std::uint32_t>(sources * (k + 1) / parts.size());
        parts[k] = OutdegreeSplit(rule, targets).split(begin, end);
    });
    return by_target(std::move(parts), targets.size());
}

}  // namespace ranvier::engine
