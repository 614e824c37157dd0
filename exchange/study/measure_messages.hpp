#pragma once

#include "exchange/task.hpp"
#include "exchange/transport/cost_model.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Measures messages between ranks 0 and 1 and fills in their costs on rank 0; other ranks do nothing. See `calibrate`.
Task<void> measure_messages(Transport& transport, CostModel& model);

}  // namespace ranvier::exchange
