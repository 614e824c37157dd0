#include "exchange/strategy/persistent.hpp"

namespace ranvier::exchange {

std::unique_ptr<SpikeExchange> make_persistent(Transport& transport, const PersistentOptions& options) {
    const auto make_outbox = [most = options.most_requests](Transport& own, SendMode mode, ExchangeCounters& counters) {
        return make_persistent_outbox(own, mode, most, counters);
    };
    return make_point_to_point(transport, options.point_to_point,
                               {make_outbox, options.posts_receives ? make_posted_inbox : make_probing_inbox});
}

}  // namespace ranvier::exchange
