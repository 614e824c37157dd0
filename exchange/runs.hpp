#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::exchange {

/// The numbers first, first + stride, ..., `count` of them.
struct Run {
    std::int64_t first = 0, stride = 1, count = 0;

    friend bool operator==(const Run&, const Run&) = default;
};

/// A list of ascending numbers as runs: three numbers for those of a rank, where cells are dealt like cards or in ranges.
class Runs {
  public:
    void append(std::int64_t value) {
        if (!runs_.empty() && continues(runs_.back(), value)) {
            if (runs_.back().count == 1) runs_.back().stride = value - runs_.back().first;
            ++runs_.back().count;
        } else {
            runs_.push_back({value, 1, 1});
        }
    }

    /// The last number. Precondition: there is one.
    std::int64_t last() const { return runs_.back().first + runs_.back().stride * (runs_.back().count - 1); }
    std::span<const Run> all() const { return runs_; }

  private:
    static bool continues(const Run& run, std::int64_t value) {
        return run.count == 1 || value == run.first + run.stride * run.count;
    }

    std::vector<Run> runs_;
};

}  // namespace ranvier::exchange
