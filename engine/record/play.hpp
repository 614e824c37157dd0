#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "engine/record/samples.hpp"

namespace ranvier::engine {

/// A played Vector, and how far the run is in it.
///
/// Steps: the value `at` is the next one. Continuous: the point `at` is the latest one that may be read, because an event
/// has reached it, and `last` is where the search for a time begins.
class Play {
  public:
    struct Cursor {
        std::size_t at = 0, last = 0;
    };

    explicit Play(PlayedValues played) : played_(std::move(played)) {}

    bool is_continuous() const { return played_.continuous; }
    /// The Vectors may become longer or shorter at any time.
    std::size_t size() const {
        const std::size_t n = played_.values->size();
        return played_.times ? std::min(played_.times->size(), n) : n;
    }
    const Cursor& cursor() const { return cursor_; }
    void set_cursor(Cursor cursor) { cursor_ = cursor; }

    /// Begins at t [ms]: returns the time of the first event, if there is one.
    std::optional<double> begin(double t);
    /// Moves to the first event after `til` [ms]; returns its time, if there is one.
    std::optional<double> begin_after(double til);
    /// Whether an event can be due.
    bool is_underway() const { return cursor_.at < size(); }
    /// Continuous: moves past the point of a due event; returns the time of the next event, if there is one. Precondition:
    /// is_underway.
    std::optional<double> pass_point();
    /// Steps: moves past the value of a due event, and returns it. Precondition: is_underway.
    double take_value() { return value(cursor_.at++); }
    /// Steps: the time of the next event, if there is one, after that at t [ms].
    std::optional<double> next_time(double t) const;

    /// Steps: the value that holds now, if there is one.
    std::optional<double> latest() const {
        if (cursor_.at == 0 || cursor_.at > size()) return std::nullopt;
        return value(cursor_.at - 1);
    }
    /// Continuous: the value at t [ms]. Precondition: there is one. Moves the start of the search.
    double value_at(double t);

  private:
    double value(std::size_t k) const { return (*played_.values)[k]; }
    double time_of(std::size_t k) const {
        return played_.times ? (*played_.times)[k] : static_cast<double>(k) * *played_.dt;
    }
    std::size_t point_with_event(std::size_t k) const;

    PlayedValues played_;
    Cursor cursor_;
};

}  // namespace ranvier::engine
