#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// Objects in order, in one array with free places at its front: adding and removing take constant time at both ends, and
/// elsewhere move the shorter side as a block of memory.
class ObjectDeque {
  public:
    std::size_t size() const { return places_.size() - first_; }
    bool empty() const { return size() == 0; }
    const ObjectPtr& operator[](std::size_t i) const { return places_[first_ + i]; }
    auto begin() { return places_.begin() + static_cast<std::ptrdiff_t>(first_); }
    auto end() { return places_.end(); }
    auto begin() const { return places_.begin() + static_cast<std::ptrdiff_t>(first_); }
    auto end() const { return places_.end(); }

    void push_back(ObjectPtr object) { places_.push_back(std::move(object)); }
    /// Precondition: i <= size().
    void insert(std::size_t i, ObjectPtr object) {
        if (2 * i < size() || i == 0) {
            if (first_ == 0) free_front();
            move(first_ - 1, first_, i);
            --first_;
        } else {
            places_.emplace_back();
            move(first_ + i + 1, first_ + i, size() - 1 - i);
        }
        places_[first_ + i] = std::move(object);
    }
    /// Removes and returns object i. Precondition: i < size().
    ObjectPtr take(std::size_t i) {
        ObjectPtr taken = std::move(places_[first_ + i]);
        if (2 * i < size()) {
            move(first_ + 1, first_, i);
            if (++first_ > places_.size() / 2 + 8) close_front();
        } else {
            move(first_ + i, first_ + i + 1, size() - 1 - i);
            places_.pop_back();
        }
        return taken;
    }
    void clear() { ObjectDeque().swap(*this); }
    void swap(ObjectDeque& other) noexcept {
        places_.swap(other.places_);
        std::swap(first_, other.first_);
    }

  private:
    // An ObjectPtr is a pointer, which is the same reference wherever it is.
    static_assert(sizeof(ObjectPtr) == sizeof(Object*));
    /// Moves `count` references to places of which those outside the old ones are null; the places they leave are null.
    void move(std::size_t to, std::size_t from, std::size_t count) {
        if (count == 0) return;
        std::memmove(static_cast<void*>(&places_[to]), static_cast<const void*>(&places_[from]),
                     count * sizeof(ObjectPtr));
        new (&places_[to < from ? from + count - 1 : from]) ObjectPtr();
    }
    void free_front() {
        first_ = std::max<std::size_t>(places_.size(), 8);
        std::vector<ObjectPtr> larger(first_);
        larger.reserve(first_ + places_.size());
        std::move(places_.begin(), places_.end(), std::back_inserter(larger));
        places_.swap(larger);
    }
    void close_front() {
        places_.erase(places_.begin(), begin());
        first_ = 0;
    }

    std::vector<ObjectPtr> places_;
    std::size_t first_ = 0;  // places before this one are null
};

}  // namespace ranvier::hoc
