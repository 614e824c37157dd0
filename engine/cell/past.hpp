#pragma once

#include <span>

#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// The list of events that an instance remembers (HISTORY), with its memory. Arrays of these are arrays of rv_past.
class Past : public rv_past {
  public:
    Past() : rv_past{nullptr, 0, 0} {}
    ~Past();
    Past(Past&& other) noexcept;
    Past& operator=(Past&& other) noexcept;
    Past(const Past&) = delete;
    Past& operator=(const Past&) = delete;

    std::span<const rv_past_event> events() const { return {event, static_cast<std::size_t>(count)}; }
    void set_events(std::span<const rv_past_event> events);
    /// Gives back the memory that the events do not need, if it is most of it.
    void shrink();
    std::size_t bytes() const { return sizeof *this + static_cast<std::size_t>(room) * sizeof(rv_past_event); }
};
static_assert(sizeof(Past) == sizeof(rv_past));

/// Appends an event to the list. Throws std::bad_alloc without memory, or beyond 2^31 - 1 events.
void remember(rv_past& past, double t_ms, double value);

}  // namespace ranvier::engine
