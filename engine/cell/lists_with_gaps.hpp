#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Section;

/// The point processes of a section, in order of placement.
///
/// Removing one leaves a gap and takes O(log n), wherever it is; gaps are closed when the list is read, and when half of
/// it is gaps. A gap keeps the sequence number of the point process that was there, so the list stays sorted by it.
class LocatedPoints {
  public:
    /// The sequence number of a placement is above all earlier ones.
    void add(InstanceId point) { points_.push_back(point); }
    /// `sequence_of(point)` is the sequence number of a point process in the list.
    template <class SequenceOf>
    void remove(std::uint32_t sequence, SequenceOf&& sequence_of) {
        const auto is_before = [&](InstanceId each, std::uint32_t wanted) {
            return (is_gap(each) ? each.id : sequence_of(each)) < wanted;
        };
        *std::lower_bound(points_.begin(), points_.end(), sequence, is_before) = {gap, sequence};
        if (2 * ++gaps_ > points_.size()) close_gaps();
    }
    std::span<const InstanceId> all() const {
        if (gaps_ > 0) close_gaps();
        return points_;
    }
    bool empty() const { return points_.size() == gaps_; }

  private:
    static constexpr MechanismId gap = scalar_table;  // not a mechanism
    static bool is_gap(InstanceId point) { return point.mechanism == gap; }
    void close_gaps() const {
        std::erase_if(points_, is_gap);
        gaps_ = 0;
    }

    mutable std::vector<InstanceId> points_;
    mutable std::size_t gaps_ = 0;
};

/// Owns the sections, in order of creation. Removing one leaves a gap, like that of LocatedPoints, and takes O(1). To close
/// gaps takes time for those behind the first: little where a template removes sections of the cell that it makes.
class OwnedSections {
  public:
    Section& add(std::unique_ptr<Section> section);
    void remove(const Section& section);
    std::span<const std::unique_ptr<Section>> all() const {
        if (gaps_ > 0) close_gaps();
        return sections_;
    }

  private:
    void close_gaps() const;

    mutable std::vector<std::unique_ptr<Section>> sections_;
    mutable std::size_t gaps_ = 0, first_gap_ = 0;  // the latter if there is one
};

}  // namespace ranvier::engine
