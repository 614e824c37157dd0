#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace ranvier::engine {

// The numbers by which the tables of a rank refer to each other: 32 bits each, and none is taken for another.

/// The number of an instance among those of a block that receive events (Receivers).
enum class Receiver : std::uint32_t { none = 0xffffffff };

/// The number of a target of connections: an index into Targets.
enum class TargetNumber : std::uint32_t { none = 0xffffffff };

/// The number of a table of connections on this rank.
enum class TableNumber : std::uint32_t { none = 0xffffffff };

/// The number of a group of connections in its table.
enum class Group : std::uint32_t {};

template <class T>
concept StrongNumber = std::is_enum_v<T> && std::same_as<std::underlying_type_t<T>, std::uint32_t>;

/// As an index.
template <StrongNumber T>
constexpr std::uint32_t index_of(T number) {
    return static_cast<std::uint32_t>(number);
}

constexpr Group next(Group group) {
    return Group{index_of(group) + 1};
}
constexpr Group& operator++(Group& group) {
    return group = next(group);
}

}  // namespace ranvier::engine
