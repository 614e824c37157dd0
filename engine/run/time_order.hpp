#pragma once

#include <boost/heap/d_ary_heap.hpp>
#include <cstdint>
#include <limits>
#include <vector>

namespace ranvier::engine {

/// Numbered things, each with a time of its own; the earliest comes first, of equal times the lowest number. A 4-ary
/// heap of Boost.Heap: first is O(1), set O(log n).
class TimeOrder {
  public:
    static constexpr double never = std::numeric_limits<double>::infinity();

    /// Things 0 .. n - 1, all at t [ms].
    void reset(std::size_t n, double t) {
        heap_.clear();
        places_.clear();
        for (std::uint32_t k = 0; k < n; ++k) places_.push_back(heap_.push({t, k}));
    }
    void set(std::uint32_t number, double t) {
        if ((*places_[number]).t != t) heap_.update(places_[number], {t, number});
    }
    bool empty() const { return heap_.empty(); }
    /// Infinite if there is none.
    double first_time() const { return heap_.empty() ? never : heap_.top().t; }
    /// Precondition: not empty.
    std::uint32_t first() const { return heap_.top().number; }

  private:
    struct Entry {
        double t;
        std::uint32_t number;
    };
    struct Later {
        bool operator()(const Entry& a, const Entry& b) const { return a.t != b.t ? a.t > b.t : a.number > b.number; }
    };
    using Heap =
        boost::heap::d_ary_heap<Entry, boost::heap::arity<4>, boost::heap::mutable_<true>, boost::heap::compare<Later>>;
    Heap heap_;
    std::vector<Heap::handle_type> places_;
};

}  // namespace ranvier::engine
