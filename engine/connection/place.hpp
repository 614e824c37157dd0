#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// Where a connection is, in 32 bits.
class Place {
  public:
    enum class Kind : std::uint8_t {
        in_tables,  ///< index(): among the connections of all tables
        loose,      ///< index(): among the loose ones
        folded,     ///< only in its rule
        hidden,     ///< in the tables, by its rule: the place is not kept
        removed
    };
    /// More places of one kind than a rank has connections.
    static constexpr std::uint32_t most = 0x80000000;

    constexpr Place() = default;  // removed
    static constexpr Place in_tables(std::uint32_t index) { return Place(index); }
    static constexpr Place loose(std::size_t index) { return Place(most | static_cast<std::uint32_t>(index)); }
    static constexpr Place folded() { return Place(nothing - 1); }
    static constexpr Place hidden() { return Place(nothing - 2); }

    constexpr Kind kind() const {
        if (bits_ < most) return Kind::in_tables;
        if (bits_ < nothing - 2) return Kind::loose;
        return bits_ == nothing ? Kind::removed : bits_ == nothing - 1 ? Kind::folded : Kind::hidden;
    }
    constexpr bool exists() const { return bits_ != nothing; }
    constexpr bool is_in_tables() const { return bits_ < most; }
    constexpr std::uint32_t index() const { return bits_ & ~most; }
    constexpr bool operator==(const Place&) const = default;

  private:
    constexpr explicit Place(std::uint32_t bits) : bits_(bits) {}

    std::uint32_t bits_ = nothing;
};

}  // namespace ranvier::engine
