// Feeds arbitrary bytes to the reader of connections as text.

#include <cmath>
#include <cstdint>
#include <sstream>

#include "engine/edges/edges.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::edges;
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try {
        const EdgeTable table = read_csv_edges(in, "fuzz", {"", 0, 7, [](Gid target) { return target % 3 != 0; }});
        if (table.sources.size() != table.targets.size() || table.sources.size() > table.in_file) __builtin_trap();
        for (const auto* values : {&table.delays, &table.weights}) {
            if (!values->empty() && values->size() != table.sources.size()) __builtin_trap();
            for (const double x : *values) {
                if (!std::isfinite(x)) __builtin_trap();
            }
        }
        for (const Gid target : table.targets) {
            if (target < 7 || target % 3 == 0) __builtin_trap();
        }
    } catch (const EdgeError&) {
    }
    return 0;
}
