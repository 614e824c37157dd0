// Feeds the reader of raster logs arbitrary bytes, and blocks of arbitrary contents whose checksums fit as the logs of
// two ranks, which are then merged.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/merge.hpp"

namespace {

using namespace ranvier::raster;

/// Accepts only spikes in order.
class OrderedSink final : public Sink {
  public:
    void append(std::span<const Spike> spikes) override {
        for (const Spike& spike : spikes) {
            if (!std::isfinite(spike.t) || fires_before(spike, last_)) __builtin_trap();
            last_ = spike;
        }
    }
    void commit() override {}

  private:
    Spike last_{-HUGE_VAL, std::numeric_limits<Gid>::min()};
};

class Log {
  public:
    explicit Log(std::uint32_t rank) {
        for (const char letter : {'R', 'N', 'V', 'L', 'O', 'G', '0', '1'}) put(letter);
        put(rank);
        put(std::uint32_t{2});
        put(std::uint64_t{7});
        put(std::uint32_t{0});
        end_record();
    }

    /// A byte says how many spikes there are and whether they complete an interval, then come its end and the spikes.
    void add_block(std::span<const std::uint8_t>& input) {
        const unsigned what = take(input);
        const std::uint32_t count = what & 7, completes = what >> 3 & 1;
        put(std::uint32_t{0x4B4C4252});
        put(completes);
        put(count);
        put(interval_ + (what >> 4 == 15 ? 1 : 0));
        put(time(take(input)));
        for (std::uint32_t k = 0; k < count; ++k) {
            put(time(take(input)));
            put(Gid{take(input)});
        }
        interval_ += completes;
        end_record();
    }

    LogReader open() { return {fmemopen(bytes_.data(), bytes_.size(), "rb"), "fuzz"}; }

  private:
    template <typename T>
    void put(const T& value) {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void end_record() {
        put(ranvier::crc32(std::span(bytes_).subspan(record_)));
        record_ = bytes_.size();
    }
    static std::uint8_t take(std::span<const std::uint8_t>& input) {
        if (input.empty()) return 0;
        const std::uint8_t byte = input[0];
        input = input.subspan(1);
        return byte;
    }
    static double time(std::uint8_t byte) {
        constexpr double strange[] = {HUGE_VAL, -HUGE_VAL, NAN, -1, 1e300};
        return byte < 251 ? 0.25 * byte : strange[byte - 251];
    }

    std::vector<std::byte> bytes_;
    std::size_t record_ = 0;
    std::uint64_t interval_ = 0;
};

void read_bytes(std::span<const std::uint8_t> input) {
    try {
        LogReader log(fmemopen(const_cast<std::uint8_t*>(input.data()), input.size(), "rb"), "fuzz");
        LogBlock block;
        while (log.next(block)) {
        }
    } catch (const RasterError&) {
    }
}

void merge_blocks(std::span<const std::uint8_t> input) {
    Log logs[2] = {Log(0), Log(1)};
    for (unsigned k = 0; !input.empty(); ++k) logs[k % 2].add_block(input);
    std::vector<LogReader> readers;
    for (Log& log : logs) readers.push_back(log.open());
    merge(readers, [] { return std::make_unique<OrderedSink>(); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    read_bytes({data, size});
    merge_blocks({data, size});
    return 0;
}
