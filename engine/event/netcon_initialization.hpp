#pragma once

#include "engine/connection/connections.hpp"
#include "engine/event/event_tables.hpp"

namespace ranvier::engine {

/// Runs the INITIAL blocks of NET_RECEIVE in order of creation; where there is none, sets all weights but the first to
/// 0. Connections must be arranged.
void initialize_netcons(const EventTables& tables, Connections& connections);

}  // namespace ranvier::engine
