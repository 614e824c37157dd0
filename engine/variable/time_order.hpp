#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ranvier::engine {

/// Numbered items with times, earliest first; of equal times, the lowest number comes first.
///
/// A tournament tree: each match stores the winner of the two below it, and match 1 the overall winner. first and
/// first_time are O(1); set and second are O(log n), with one comparison in two arrays per level. This matters because
/// with local steps, each step changes a cell's time.
class TimeOrder {
  public:
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// Items 0 .. n - 1, all at t [ms].
    void reset(std::size_t n, double t) {
        count_ = n;
        leaves_ = 1;
        while (leaves_ < n) leaves_ *= 2;
        times_.assign(leaves_, never);
        for (std::size_t k = 0; k < n; ++k) times_[k] = t;
        winner_.assign(2 * leaves_, 0);
        for (std::size_t k = 0; k < leaves_; ++k) winner_[leaves_ + k] = static_cast<std::uint32_t>(k);
        for (std::size_t match = leaves_; match-- > 1;) play(match);
    }
    void set(std::uint32_t number, double t) {
        if (times_[number] == t) return;
        times_[number] = t;
        for (std::size_t match = (leaves_ + number) / 2; match > 0; match /= 2) {
            const std::uint32_t before = winner_[match];
            play(match);
            if (winner_[match] == before && before != number) return;  // nothing changes for the matches above
        }
    }
    bool empty() const { return count_ == 0; }
    /// Infinity if there are no items.
    double first_time() const { return empty() ? never : times_[winner_[1]]; }
    /// Precondition: not empty.
    std::uint32_t first() const { return winner_[1]; }
    /// The item after the first. Precondition: there are at least two.
    std::uint32_t second() const {
        std::size_t at = leaves_ + first();
        std::uint32_t best = winner_[at ^ 1];
        for (at /= 2; at > 1; at /= 2) best = earlier(best, winner_[at ^ 1]);
        return best;
    }

  private:
    std::uint32_t earlier(std::uint32_t a, std::uint32_t b) const {
        if (times_[a] != times_[b]) return times_[a] < times_[b] ? a : b;
        return a < b ? a : b;
    }
    void play(std::size_t match) { winner_[match] = earlier(winner_[2 * match], winner_[2 * match + 1]); }

    std::size_t count_ = 0, leaves_ = 0;  // leaves_: a power of two
    std::vector<double> times_;           // of the items, then `never`
    std::vector<std::uint32_t> winner_;   // of match 1, the final, to leaves_ - 1; then the items
};

}  // namespace ranvier::engine
