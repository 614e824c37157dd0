#pragma once

#include "exchange/transport/cost_model.hpp"

namespace ranvier::exchange {

/// A machine whose costs of messages can be distinguished in a sum [s, s/byte]. It has no collectives.
inline CostModel slow_machine() {
    CostModel model;
    model.latency_s = 1000;
    model.send_overhead_s = 1;
    model.further_send_s = 0.25;
    model.receive_overhead_s = 2;
    model.gap_s = 30;
    model.per_byte_s = 4;
    model.record_list_s = 16;
    model.record_target_s = 8;
    model.replay_list_s = 0.5;
    model.replay_target_s = 0.125;
    return model;
}

}  // namespace ranvier::exchange
