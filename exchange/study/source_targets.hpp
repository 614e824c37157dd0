#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::exchange {

/// The ranks that listen for each source of a network, without its own.
///
/// Memory [bytes]: 8 for each source, 4 for each of its ranks.
class SourceTargets {
  public:
    /// `wanted`: for each rank, what it listens for of other ranks, by the number of the source, ascending.
    SourceTargets(std::size_t sources, const std::vector<std::vector<std::uint32_t>>& wanted);

    /// Ascending.
    std::span<const int> operator[](std::size_t source) const {
        return std::span(ranks_).subspan(begin_[source], begin_[source + 1] - begin_[source]);
    }
    std::size_t sources() const { return begin_.size() - 1; }

    /// Those pairs of a source and a rank for which keeps(source, rank).
    template <class Keeps>
    SourceTargets filtered(const Keeps& keeps) const {
        SourceTargets some;
        for (std::size_t source = 0; source < sources(); ++source) {
            for (const int rank : (*this)[source]) {
                if (keeps(source, rank)) some.ranks_.push_back(rank);
            }
            some.begin_.push_back(some.ranks_.size());
        }
        return some;
    }

  private:
    SourceTargets() = default;

    std::vector<std::size_t> begin_ = {0};
    std::vector<int> ranks_;
};

}  // namespace ranvier::exchange
