#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/source_number.hpp"

namespace ranvier::engine {

/// The connections of one source in one table: the groups from `group` to the last of the source.
struct Fan {
    std::uint32_t table, group;
    bool operator==(const Fan&) const = default;
};

/// The fans of all sources.
///
/// Sources of this rank are found by number. Inputs are sorted by gid, with a table of the places at which ranges of gids
/// begin: a spike of another rank is found, or found to have no target here, in two reads of memory, where gids lie
/// evenly. Memory of an input with one fan [bytes]: gid 4, fan 8, ranges about 1.
class Fans {
  public:
    Fans() : Fans(0) {}
    /// `sources`: the number of this rank's sources.
    explicit Fans(std::size_t sources) : first_(sources + 1) {}
    /// Adds a fan; sources in ascending order of their numbers, the tables of one source in ascending order.
    void add(std::uint32_t source, const Fan& fan);
    /// To be called after the last `add`.
    void finish();

    std::span<const Fan> of(std::uint32_t source) const {
        if (is_input(source)) return of_input(gid_of_input(source));
        if (source + std::size_t{1} >= first_.size()) return {};
        return std::span(fans_).subspan(first_[source], first_[source + 1] - first_[source]);
    }
    /// The fans of a gid of another rank; none if nothing here is connected to it.
    std::span<const Fan> of_input(Gid gid) const;
    /// Calls act(source, fan) for all, in the order of `add`.
    template <class Act>
    void for_each(Act&& act) const {
        for (std::uint32_t s = 0; s + 1 < first_.size(); ++s) {
            for (std::uint32_t k = first_[s]; k < first_[s + 1]; ++k) act(s, fans_[k]);
        }
        for (std::size_t k = 0; k < gids_.size(); ++k) act(input_of(gids_[k]), input_fans_[k]);
    }
    std::size_t bytes() const;

  private:
    static constexpr std::size_t gids_of_range = 4;  // on average

    std::vector<std::uint32_t> first_;  // by source, one more at the end
    std::vector<Fan> fans_;
    std::vector<Gid> gids_;  // of inputs, ascending; a gid with many fans is listed many times
    std::vector<Fan> input_fans_;
    std::vector<std::uint32_t> range_first_;  // by gid >> shift_, one more at the end
    int shift_ = 0;
};

}  // namespace ranvier::engine
