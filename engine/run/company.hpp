#pragma once

#include "engine/run/exchange_clock.hpp"
#include "engine/run/run_tables.hpp"

namespace ranvier::engine {

/// Before a run begins or continues: lets clock and tables know whether this rank now runs without others.
inline void choose_company(ExchangeClock& clock, RunTables& tables) {
    const bool is_alone = clock.runs_alone();
    if (is_alone == clock.is_alone()) return;
    clock.set_alone(is_alone);
    tables.set_alone(is_alone);
}

}  // namespace ranvier::engine
