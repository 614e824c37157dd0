#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace ranvier::engine {

/// Connections counted by the keys of their sources, in bins of a few dozen connections each: bin b has the keys from
/// b << shift to (b + 1) << shift. So connections are sorted by bin in linear time.
///
/// A table is filled in parts: as many bins as have a tenth of the connections, or 2^18.
class KeyBins {
  public:
    struct Part {
        std::size_t first_bin, end_bin;
    };
    static constexpr std::size_t parts = 10;  ///< in which a large table is filled

    /// `for_each_key(act)` calls act(key) for each of `size` connections.
    template <class ForEachKey>
    KeyBins(std::size_t size, ForEachKey&& for_each_key) : size_(size) {
        std::uint32_t last = 0;
        for_each_key([&](std::uint32_t key) { last = std::max(last, key); });
        while (last >> shift_ > size / of_a_bin) ++shift_;
        ends_.assign((last >> shift_) + std::size_t{1}, 0);
        for_each_key([&](std::uint32_t key) { ++ends_[key >> shift_]; });
        std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    }

    std::size_t count() const { return ends_.size(); }
    int shift() const { return shift_; }
    /// The connections before those of a bin, which may be one behind the last.
    std::uint32_t begin_of(std::size_t bin) const { return bin == 0 ? 0 : ends_[bin - 1]; }
    /// The most connections of a part, unless a bin has more.
    std::size_t size_of_part() const { return std::max(smallest_part, size_ / parts); }
    /// Calls act(part) for each, in ascending order.
    template <class Act>
    void for_each_part(Act&& act) const {
        for (std::size_t begin = 0; begin < count();) {
            const auto first = ends_.begin() + static_cast<std::ptrdiff_t>(begin) + 1;
            const auto end = std::upper_bound(first, ends_.end(), begin_of(begin) + size_of_part());
            const auto end_bin = static_cast<std::size_t>(end - ends_.begin());
            act(Part{begin, end_bin});
            begin = end_bin;
        }
    }

  private:
    static constexpr std::size_t of_a_bin = 32;  // connections, on average
    static constexpr std::size_t smallest_part = 1u << 18;

    std::size_t size_;
    int shift_ = 0;                    // of a key, to the number of its bin
    std::vector<std::uint32_t> ends_;  // connections up to and including those of a bin
};

/// The places of the connections of a part, counted from its first, by bin. Connections take the places of their bins in
/// the order in which they come.
class BinPlaces {
  public:
    void begin(const KeyBins& bins, const KeyBins::Part& part) {
        shift_ = bins.shift();
        first_bin_ = part.first_bin;
        first_key_ = static_cast<std::uint32_t>(part.first_bin << shift_);
        keys_ = static_cast<std::uint32_t>((part.end_bin - part.first_bin) << shift_);
        next_.clear();
        for (std::size_t b = part.first_bin; b < part.end_bin; ++b) {
            next_.push_back(bins.begin_of(b) - bins.begin_of(part.first_bin));
        }
    }
    /// Whether a bin of the part has this key.
    bool contains(std::uint32_t key) const { return key - first_key_ < keys_; }
    /// A place for one more connection.
    std::uint32_t take(std::uint32_t key) { return next_[(key >> shift_) - first_bin_]++; }
    /// The place behind the last one of each bin, once all are taken.
    std::span<const std::uint32_t> ends() const { return next_; }

  private:
    int shift_ = 0;
    std::size_t first_bin_ = 0;
    std::uint32_t first_key_ = 0, keys_ = 0;  // first_key_ to first_key_ + keys_ - 1
    std::vector<std::uint32_t> next_;         // by bin
};

}  // namespace ranvier::engine
