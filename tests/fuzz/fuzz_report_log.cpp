// Feeds arbitrary bytes to the reader of reports' logs: as they are, or with checksums that fit.

#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include "engine/raster/log/report_log.hpp"
#include "tests/fuzz/sealed_log.hpp"

namespace {

using ranvier::fuzz::number_at;
using ranvier::fuzz::SealedLog;

/// The input as a log without checksums, completed by them.
SealedLog sealed(std::span<const std::uint8_t> input) {
    constexpr std::size_t element_bytes = 16, block_bytes = 16;
    const std::size_t more = input.size() > 7 && input[7] % 2 == 0 ? 12 : 0;  // in the header of a later part
    const bool has_heads = !ranvier::fuzz::has_old_blocks(input);
    const std::size_t header_bytes = 64 + more, lengths_at = 44 + more;
    SealedLog log;
    const auto header = log.take(input, header_bytes);
    const std::uint64_t elements = number_at<std::uint64_t>(header, header_bytes - 8);
    const std::size_t value_bytes = number_at<std::uint32_t>(header, lengths_at - 4) != 0 ? 4 : 8;
    std::uint64_t texts = 0;
    for (std::size_t k = 0; k < 3; ++k) texts += number_at<std::uint32_t>(header, lengths_at + 4 * k);
    log.take(input, texts + elements * element_bytes);
    log.end_record();
    while (!input.empty()) {
        const auto frames = number_at<std::uint32_t>(log.take(input, block_bytes), 4);
        if (has_heads) log.end_head();
        log.take(input, frames * elements * value_bytes);
        log.end_record();
    }
    return log;
}

void read(std::FILE* stream, bool skips_damage) {
    try {
        ranvier::raster::ReportLogReader log(stream, "fuzz");
        if (skips_damage) log.skip_damage();
        std::vector<double> values;
        const std::int64_t frames = log.count_frames();
        std::uint64_t read = 0;
        while (log.next(values)) read += values.size();
        if (read != static_cast<std::uint64_t>(frames) * log.header().layout.elements.size()) __builtin_trap();
    } catch (const ranvier::raster::RasterError&) {
    }
}

}  // namespace

/// The first byte says whether the others get checksums.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    if (data[0] % 4 == 0) {
        read(fmemopen(const_cast<std::uint8_t*>(rest.data()), rest.size(), "rb"), data[0] & 4);
    } else {
        SealedLog log = sealed(rest);
        read(log.open(), data[0] & 4);
    }
    return 0;
}
