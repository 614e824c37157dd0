#include "engine/cell/past.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace ranvier::engine {

namespace {

constexpr std::int64_t first_room = 8;

void set_room(rv_past& past, std::int64_t room) {
    if (room > std::numeric_limits<std::int32_t>::max()) throw std::bad_alloc();
    void* moved = std::realloc(past.event, static_cast<std::size_t>(room) * sizeof(rv_past_event));
    if (!moved) throw std::bad_alloc();
    past.event = static_cast<rv_past_event*>(moved);
    past.room = static_cast<std::int32_t>(room);
}

}  // namespace

Past::~Past() {
    std::free(event);
}

Past::Past(Past&& other) noexcept : rv_past(std::exchange<rv_past>(other, {nullptr, 0, 0})) {}

Past& Past::operator=(Past&& other) noexcept {
    std::swap<rv_past>(*this, other);
    return *this;
}

void Past::set_events(std::span<const rv_past_event> events) {
    if (static_cast<std::int64_t>(events.size()) > room) set_room(*this, static_cast<std::int64_t>(events.size()));
    std::copy(events.begin(), events.end(), event);
    count = static_cast<std::int32_t>(events.size());
}

void Past::shrink() {
    const std::int64_t enough = std::max<std::int64_t>(first_room, 2 * std::int64_t{count});
    if (room > 2 * enough) set_room(*this, enough);
}

void remember(rv_past& past, double t_ms, double value) {
    if (past.count == past.room) set_room(past, std::max<std::int64_t>(first_room, 2 * std::int64_t{past.room}));
    past.event[past.count++] = {t_ms, value};
}

}  // namespace ranvier::engine
