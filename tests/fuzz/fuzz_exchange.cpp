// Feeds arbitrary text to --exchange.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/local_transport.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::exchange;
    static const auto transport = make_local_transport();
    try {
        make_exchange({reinterpret_cast<const char*>(data), size}, *transport);
    } catch (const ExchangeError&) {
    }
    return 0;
}
