#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/connection/place.hpp"
#include "engine/connection/release.hpp"

namespace ranvier::engine {

/// Where connections are, by number.
///
/// Connections made one by one have a place each. The numbers of a rule's connections form a run, which has none: folded,
/// they are only in the rule; hidden, they are in the tables, and their places can be found by drawing them again. Found
/// places are kept until `forget_found`.
///
/// Numbers of removed connections become runs without places, too, by `forget_removed`, so that what is linear in the
/// numbers does not grow with each connection that ever was.
///
/// Memory [bytes]: 4 for each connection made one by one, and 12 for a run. As long as all are loose, in order, nothing.
class Places {
  public:
    std::uint32_t end() const { return end_; }
    /// At least the number of connections that have not been removed.
    std::size_t most() const {
        std::size_t count = 0;
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            if (runs_[r].kind != Kind::removed) count += end_of(r) - runs_[r].first;
        }
        return is_in_order() ? end_ : count;
    }
    bool is_in_order() const { return runs_.empty(); }
    Place at(std::uint32_t number) const {
        if (runs_.empty()) return Place::loose(number);
        const Run& run = runs_[run_of(number)];
        return at(run, number);
    }
    /// Precondition: the connection has a place. Threads may set different ones.
    void set(std::uint32_t number, Place place) {
        Run& run = runs_[run_of(number)];
        if (run.kind == Kind::hidden) run.is_changed = true;
        (run.kind == Kind::given ? given_ : found_)[run.begin + (number - run.first)] = place;
    }

    /// Numbers one more connection, which is the next loose one in order.
    void add_in_order() { ++end_; }
    /// Writes down the places of loose connections in order, unless that has been done.
    void write() {
        if (!is_in_order()) return;
        const std::uint32_t count = std::exchange(end_, 0);
        given_.reserve(count);
        for (std::uint32_t n = 0; n < count; ++n) add(Place::loose(n));
    }
    /// Numbers one more connection.
    void add(Place place) {
        const bool goes_on = !runs_.empty() && runs_.back().kind == Kind::given &&
                             runs_.back().begin + (end_ - runs_.back().first) == given_.size();
        if (!goes_on) runs_.push_back({end_, static_cast<std::uint32_t>(given_.size()), Kind::given, false});
        given_.push_back(place);
        ++end_;
    }
    /// Numbers a rule's connections, of which there is at least one.
    void add_folded(std::uint32_t count) {
        runs_.push_back({end_, 0, Kind::folded, false});
        end_ += count;
    }

    /// Drops the places of removed connections, where many follow each other.
    void forget_removed() {
        std::vector<Run> runs;
        std::vector<Place> given;
        given.reserve(given_.size());
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            const bool is_given = runs_[r].kind == Kind::given;
            is_given ? divide(r, runs, given) : add_run(runs, runs_[r]);
        }
        runs_ = std::move(runs);
        given_ = std::move(given);
    }

    // --- runs of rules, known by their first numbers ----------------------------------------------------------------
    void hide_run(std::uint32_t first) { runs_[run_of(first)].kind = Kind::hidden; }
    void fold_run(std::uint32_t first) { runs_[run_of(first)].kind = Kind::folded; }
    /// Whether a connection of a hidden run may differ from what the rule says.
    bool is_changed(std::uint32_t first) const { return runs_[run_of(first)].is_changed; }
    void note_change(std::uint32_t number) {
        if (!runs_.empty()) runs_[run_of(number)].is_changed = true;
    }
    /// Gives each connection of the run a place: the one that has been found, or that of a folded one.
    void give_run(std::uint32_t first) {
        const std::size_t r = run_of(first);
        const auto begin = static_cast<std::uint32_t>(given_.size());
        for (std::uint32_t n = first; n < end_of(r); ++n) given_.push_back(at(n));
        runs_[r].begin = begin;
        runs_[r].kind = Kind::given;
    }

    // --- places of hidden connections -------------------------------------------------------------------------------
    bool are_found() const { return !found_.empty(); }
    /// All of them have to be set after this.
    void begin_finding() {
        std::uint32_t count = 0;
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            if (runs_[r].kind != Kind::hidden) continue;
            runs_[r].begin = count;
            count += end_of(r) - runs_[r].first;
        }
        found_.assign(count, Place());
    }
    void find(std::uint32_t number, Place place) {
        const Run& run = runs_[run_of(number)];
        found_[run.begin + (number - run.first)] = place;
    }
    void forget_found() { release(found_); }
    /// Calls act(number) for each connection that has not been removed.
    template <class Act>
    void for_each(Act&& act) const {
        if (is_in_order()) {
            for (std::uint32_t n = 0; n < end_; ++n) {
                if (at(n).exists()) act(n);
            }
            return;
        }
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            if (runs_[r].kind == Kind::removed) continue;
            for (std::uint32_t n = runs_[r].first; n < end_of(r); ++n) {
                if (at(runs_[r], n).exists()) act(n);
            }
        }
    }
    /// Calls act(number, place) for those that have one, except places that were found.
    template <class Act>
    void for_each_given(Act&& act) const {
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            if (runs_[r].kind != Kind::given) continue;
            for (std::uint32_t n = runs_[r].first; n < end_of(r); ++n) act(n, at(runs_[r], n));
        }
    }

    std::size_t bytes() const {
        return runs_.capacity() * sizeof(Run) + (given_.capacity() + found_.capacity()) * sizeof(Place);
    }

  private:
    enum class Kind : std::uint8_t { given, folded, hidden, removed };
    static constexpr std::uint32_t shortest_removed = 16;
    struct Run {
        std::uint32_t first;  // number
        std::uint32_t begin;  // into given_ or found_
        Kind kind;
        bool is_changed;
    };
    Place at(const Run& run, std::uint32_t number) const {
        if (run.kind == Kind::folded) return Place::folded();
        if (run.kind == Kind::removed) return Place();
        if (run.kind == Kind::hidden && found_.empty()) return Place::hidden();
        return (run.kind == Kind::given ? given_ : found_)[run.begin + (number - run.first)];
    }
    static void add_run(std::vector<Run>& runs, const Run& run) {
        const bool goes_on = run.kind == Kind::removed && !runs.empty() && runs.back().kind == Kind::removed;
        if (!goes_on) runs.push_back(run);
    }
    /// Adds a run with places to `runs` and `given`, with separate runs for its long gaps.
    void divide(std::size_t r, std::vector<Run>& runs, std::vector<Place>& given) const {
        const Run& run = runs_[r];
        bool is_open = false;  // the last run takes more
        for (std::uint32_t n = run.first; n < end_of(r);) {
            std::uint32_t behind = n;
            while (behind < end_of(r) && !at(run, behind).exists()) ++behind;
            const bool is_gap = behind - n >= shortest_removed;
            if (is_gap) add_run(runs, {n, 0, Kind::removed, false});
            if (!is_gap && !is_open) runs.push_back({n, static_cast<std::uint32_t>(given.size()), Kind::given, false});
            is_open = !is_gap;
            for (behind = is_gap ? behind : std::max(behind, n + 1); n < behind; ++n) {
                if (!is_gap) given.push_back(at(run, n));
            }
        }
    }
    std::size_t run_of(std::uint32_t number) const {
        if (runs_.size() == 1) return 0;
        const auto behind = std::upper_bound(runs_.begin(), runs_.end(), number,
                                             [](std::uint32_t n, const Run& run) { return n < run.first; });
        return static_cast<std::size_t>(behind - runs_.begin()) - 1;
    }
    std::uint32_t end_of(std::size_t run) const { return run + 1 < runs_.size() ? runs_[run + 1].first : end_; }

    std::vector<Run> runs_;  // in ascending order; none: all are loose, in order
    std::vector<Place> given_, found_;
    std::uint32_t end_ = 0;
};

}  // namespace ranvier::engine
