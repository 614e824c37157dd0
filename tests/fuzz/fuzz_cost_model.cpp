// Feeds arbitrary text to the reader of machines' costs (JSON).

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "exchange/error.hpp"
#include "exchange/transport/cost_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::exchange;
    try {
        const CostModel model = cost_model_from_json({reinterpret_cast<const char*>(data), size}, "fuzz");
        if (cost_model_from_json(to_json(model), "again") != model) __builtin_trap();
    } catch (const ExchangeError&) {
    }
    return 0;
}
