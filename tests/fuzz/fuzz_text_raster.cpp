// Feeds arbitrary bytes to the reader of rasters as text.

#include <cmath>
#include <cstdint>
#include <sstream>

#include "engine/raster/file/sink.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::raster;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const bool all : {false, true}) {
        std::istringstream in(text);
        try {
            read_text(in, "fuzz", {"", all}, [](const Spike& spike, std::string_view) {
                if (!std::isfinite(spike.t) || spike.gid < 0) __builtin_trap();
            });
        } catch (const RasterError&) {
        }
    }
    return 0;
}
