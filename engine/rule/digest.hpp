#pragma once

#include <bit>
#include <cstdint>

#include "engine/rule/distribution.hpp"
#include "engine/rule/gid_set.hpp"
#include "engine/rule/point.hpp"

namespace ranvier::engine {

/// FNV-1a, word by word, by which ranks compare their arguments.
class Digest {
  public:
    void add(std::uint64_t word) { sum_ = (sum_ ^ word) * 0x100000001b3; }
    void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    void add(const GidSet& set) {
        add(std::uint64_t{set.size()});
        if (set.size() == 0) return;
        add(static_cast<std::uint64_t>(set[0]));
        for (std::uint32_t k = 1; !set.is_range() && k < set.size(); ++k) add(static_cast<std::uint64_t>(set[k]));
    }
    void add(const Distribution& d) {
        add(static_cast<std::uint64_t>(d.kind) << 8 | static_cast<std::uint64_t>(d.outside));
        for (const double x : {d.a, d.b, d.low, d.high, d.resolution}) add(x);
        if (!d.values) return;
        for (const double x : *d.values) add(x);
    }
    void add(const Point& p) {
        for (const double x : {p.x, p.y, p.z}) add(x);
    }
    std::uint64_t sum() const { return sum_; }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

}  // namespace ranvier::engine
