// Feeds arbitrary bytes to the reader of raster logs.

#include <cstdint>
#include <cstdio>

#include "engine/raster/log.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::FILE* stream = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
    try {
        ranvier::raster::LogReader log(stream, "fuzz");
        ranvier::raster::LogBlock block;
        while (log.next(block)) {
        }
    } catch (const ranvier::raster::RasterError&) {
    }
    return 0;
}
