// Feeds the reader of raster logs arbitrary bytes: as they are, with checksums that fit, and as blocks of arbitrary
// contents in the logs of two ranks, which are then merged.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/raster/log/merge.hpp"
#include "tests/fuzz/sealed_log.hpp"

namespace {

using namespace ranvier::raster;
using ranvier::fuzz::number_at;
using ranvier::fuzz::SealedLog;

/// Accepts only spikes in order.
class OrderedSink final : public Sink {
  public:
    void append(std::span<const Spike> spikes) override {
        for (const Spike& spike : spikes) {
            if (!std::isfinite(spike.t) || fires_before(spike, last_)) __builtin_trap();
            last_ = spike;
        }
    }
    void describe(const Metadata&) override {}
    void commit() override {}

  private:
    Spike last_{-HUGE_VAL, std::numeric_limits<Gid>::min()};
};

class Log : public SealedLog {
  public:
    Log(std::uint32_t rank, std::uint64_t first) : interval_(first) {
        for (const char letter : {'R', 'N', 'V', 'L', 'O', 'G', '0', first > 0 ? '4' : '3'}) put(letter);
        put(rank);
        put(std::uint32_t{2});
        if (first > 0) put(std::uint32_t{1});
        put(std::uint64_t{7});
        if (first > 0) put(first);
        put(std::uint32_t{0});
        end_record();
    }

    /// A byte says how many spikes there are and whether they complete an interval, then come its end and the spikes.
    void add_block(std::span<const std::uint8_t>& input) {
        const unsigned what = take_byte(input);
        const std::uint32_t count = what & 7, completes = what >> 3 & 1;
        put(std::uint32_t{0x4B4C4252});
        put(what >> 4 == 14 ? std::uint32_t{2} : completes);  // 2: it describes the run
        put(count);
        put(interval_ + (what >> 4 == 15 ? 1 : 0));
        put(time(take_byte(input)));
        end_head();
        for (std::uint32_t k = 0; k < count; ++k) {
            put(time(take_byte(input)));
            put(Gid{take_byte(input)});
        }
        if (what >> 4 != 14) interval_ += completes;
        end_record();
    }

  private:
    static std::uint8_t take_byte(std::span<const std::uint8_t>& input) {
        if (input.empty()) return 0;
        const std::uint8_t byte = input[0];
        input = input.subspan(1);
        return byte;
    }
    static double time(std::uint8_t byte) {
        constexpr double strange[] = {HUGE_VAL, -HUGE_VAL, NAN, -1, 1e300};
        return byte < 251 ? 0.25 * byte : strange[byte - 251];
    }

    std::uint64_t interval_;
};

/// The input as a log without checksums, completed by them.
SealedLog sealed(std::span<const std::uint8_t> input) {
    constexpr std::size_t block_bytes = 28, spike_bytes = 12;
    const std::size_t header_bytes = input.size() > 7 && input[7] % 2 == 0 ? 40 : 28;  // of a later part
    const bool has_heads = !ranvier::fuzz::has_old_blocks(input);
    SealedLog log;
    log.take(input, number_at<std::uint32_t>(log.take(input, header_bytes), header_bytes - 4));
    log.end_record();
    while (!input.empty()) {
        const auto count = number_at<std::uint32_t>(log.take(input, block_bytes), 8);
        if (has_heads) log.end_head();
        log.take(input, spike_bytes * count);
        log.end_record();
    }
    return log;
}

void read(std::FILE* stream, bool skips_damage) {
    try {
        LogReader log(stream, "fuzz");
        if (skips_damage) log.skip_damage();
        LogBlock block;
        while (log.next(block)) {
        }
        log.rewind();
        while (log.next(block)) {
        }
    } catch (const RasterError&) {
    }
}

void merge_blocks(std::span<const std::uint8_t> input, bool skips_damage) {
    constexpr std::uint64_t second = 2;  // the interval with which the second part begins
    Log logs[4] = {Log(0, 0), Log(1, 0), Log(0, second), Log(1, second)};
    for (unsigned k = 0; !input.empty(); ++k) logs[k % 4].add_block(input);
    std::vector<std::vector<LogReader>> parts(2);
    for (unsigned k = 0; k < 4; ++k) parts[k / 2].emplace_back(logs[k].open(), "fuzz");
    for (LogReader& log : parts[0]) log.stop_at(second);
    for (std::vector<LogReader>& logs : parts) {
        for (LogReader& log : logs) skips_damage ? log.skip_damage() : void();
    }
    merge(parts, [] { return std::make_unique<OrderedSink>(); });
}

}  // namespace

/// The first byte says how the others are read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    switch (data[0] % 4) {
        case 0:
            read(fmemopen(const_cast<std::uint8_t*>(rest.data()), rest.size(), "rb"), data[0] & 4);
            break;
        case 1: {
            SealedLog log = sealed(rest);
            read(log.open(), data[0] & 4);
            break;
        }
        default:
            merge_blocks(rest, data[0] & 4);
    }
    return 0;
}
