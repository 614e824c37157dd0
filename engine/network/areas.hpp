#pragma once

#include <memory>
#include <optional>

#include "engine/rule/gid_set.hpp"

namespace ranvier::engine {

/// The areas of gids. Neighbors of one area together take as much memory as one gid.
class Areas {
  public:
    Areas();
    ~Areas();

    /// The gids first, ..., first + count - 1.
    void set(Gid first, std::int64_t count, int area);
    std::optional<int> of(Gid gid) const;
    void clear();

  private:
    struct Intervals;
    std::unique_ptr<Intervals> intervals_;
};

}  // namespace ranvier::engine
