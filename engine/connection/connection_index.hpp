#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The connections of each source or onto each target, by number, built on first use.
///
/// Memory [bytes]: 4 per connection and 4 per end; valid until a connection gets a new source or target. Removing ends
/// or connections leaves the index unchanged: callers skip entries that no longer match. Freeing a network of n
/// connections therefore takes one pass, not n. Ends and connections that no longer exist cost nothing.
class ConnectionIndex {
  public:
    /// The sources or the targets of connections.
    class Ends {
      public:
        explicit Ends(std::size_t expected) { of_.reserve(expected), numbers_.reserve(expected); }
        /// To be called in ascending order of the connections.
        void add(std::uint32_t connection, std::uint32_t end) {
            of_.push_back(end);
            numbers_.push_back(connection);
        }
        /// The end of each that was added, in order; to be changed in place.
        std::span<std::uint32_t> ends() { return of_; }
        /// The connection of each.
        std::span<const std::uint32_t> connections() const { return numbers_; }

      private:
        std::vector<std::uint32_t> of_, numbers_;
    };

    bool is_built() const { return is_built_; }
    void build(Ends ends);
    /// The connections of source (or target) `which`, in order of creation. Precondition: is_built().
    std::span<const std::uint32_t> of(std::uint32_t which) const;
    void forget();

  private:
    std::vector<std::uint32_t> first_, connections_;
    std::vector<std::uint32_t> ends_;  // ascending, only where most numbers of ends are unused: first_ is by place here
    bool is_built_ = false;
};

}  // namespace ranvier::engine
