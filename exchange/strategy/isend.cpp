#include "exchange/strategy/isend.hpp"

namespace ranvier::exchange {

std::unique_ptr<SpikeExchange> make_isend(Transport& transport, const PointToPointOptions& options) {
    return make_point_to_point(
        transport, options,
        {[](Transport& own, SendMode mode, ExchangeCounters&) { return make_isend_outbox(own, mode); },
         make_probing_inbox});
}

}  // namespace ranvier::exchange
