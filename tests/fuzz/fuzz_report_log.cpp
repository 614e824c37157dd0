// Feeds arbitrary bytes to the reader of reports' logs.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "engine/raster/report_log.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    std::FILE* stream = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
    try {
        ranvier::raster::ReportLogReader log(stream, "fuzz");
        std::vector<double> values;
        log.count_frames();
        while (log.next(values)) {
        }
    } catch (const ranvier::raster::RasterError&) {
    }
    return 0;
}
