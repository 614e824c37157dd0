#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// One source and the ranks that its spikes are sent to. A view into Routes.
struct Route {
    Gid gid;
    std::span<const int> targets;
    std::uint32_t number;  ///< its place among all of its rank
};

/// The routes of many sources, which are added one after the other.
///
/// Memory [bytes]: 8 for each route, 4 for each of its targets.
class Routes {
  public:
    Routes() = default;
    /// `first_number`: the number of the first route.
    explicit Routes(std::uint32_t first_number) : first_number_(first_number) {}

    std::size_t size() const { return gids_.size(); }
    bool empty() const { return gids_.empty(); }
    Route operator[](std::size_t k) const {
        const std::size_t end = k + 1 < size() ? begin_[k + 1] : targets_.size();
        return {gids_[k], std::span(targets_).subspan(begin_[k], end - begin_[k]),
                first_number_ + static_cast<std::uint32_t>(k)};
    }
    std::span<const Gid> gids() const { return gids_; }

    /// Begins a route without targets. Throws std::length_error if there are 2^32 targets already.
    void add(Gid gid) {
        if (targets_.size() > std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("the sources of this rank have too many listeners on other ranks");
        }
        gids_.push_back(gid);
        begin_.push_back(static_cast<std::uint32_t>(targets_.size()));
    }
    /// Adds a target to the latest route.
    void add_target(int rank) { targets_.push_back(rank); }
    void shrink() {
        gids_.shrink_to_fit();
        begin_.shrink_to_fit();
        targets_.shrink_to_fit();
    }

    class Iterator {
      public:
        Iterator(const Routes& routes, std::size_t k) : routes_(&routes), k_(k) {}
        Route operator*() const { return (*routes_)[k_]; }
        Iterator& operator++() {
            ++k_;
            return *this;
        }
        bool operator==(const Iterator& other) const { return k_ == other.k_; }

      private:
        const Routes* routes_;
        std::size_t k_;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }

    static constexpr double bytes_of_route = sizeof(Gid) + sizeof(std::uint32_t), bytes_of_target = sizeof(int);

  private:
    std::uint32_t first_number_ = 0;
    std::vector<Gid> gids_;
    std::vector<std::uint32_t> begin_;  // by route: its first target
    std::vector<int> targets_;
};

}  // namespace ranvier::exchange
