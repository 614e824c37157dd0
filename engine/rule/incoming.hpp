#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rule/gid_set.hpp"

namespace ranvier::engine {

/// The connections that a rule makes onto some targets, target by target. Those of one target are in the order in which
/// they are created.
///
/// Threads make parts, each of consecutive targets, which stay where they are: to put them together would take one
/// thread as long as it takes others to draw.
class Incoming {
  public:
    struct Part {
        std::vector<std::uint64_t> first;  ///< by target of the part, into sources; one more at the end
        std::vector<Gid> sources;
    };

    Incoming() = default;
    explicit Incoming(std::vector<Part> parts) : parts_(std::move(parts)) {
        for (const Part& part : parts_) {
            begin_.push_back(first_.size() - 1);
            const std::uint64_t before = first_.back();
            for (std::size_t t = 1; t < part.first.size(); ++t) first_.push_back(before + part.first[t]);
        }
        for (Part& part : parts_) std::vector<std::uint64_t>().swap(part.first);
    }

    std::size_t targets() const { return first_.size() - 1; }
    std::uint64_t size() const { return first_.back(); }
    /// The number of the first connection of target i, which may be one behind the last target.
    std::uint64_t first(std::size_t i) const { return first_[i]; }
    /// The target of the connection of this number.
    std::size_t target(std::uint64_t number) const {
        return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), number) - first_.begin()) - 1;
    }
    std::span<const Gid> sources(std::size_t i) const {
        const auto behind = std::upper_bound(begin_.begin(), begin_.end(), i);
        const auto part = static_cast<std::size_t>(behind - begin_.begin()) - 1;
        return std::span(parts_[part].sources).subspan(first_[i] - first_[begin_[part]], first_[i + 1] - first_[i]);
    }
    /// Frees the sources, after which only the numbers of connections are known.
    void release_sources() { std::vector<Part>().swap(parts_); }

  private:
    std::vector<Part> parts_;
    std::vector<std::size_t> begin_;          // by part: its first target
    std::vector<std::uint64_t> first_ = {0};  // by target; one more at the end
};

}  // namespace ranvier::engine
