#include "exchange/strategy/spike_codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace ranvier::exchange {

namespace {

const std::vector<double> times{0.025, 0.05, 0.075};
const std::vector<Gid> sources{3, 7, 900'000};

TEST(SpikeCodec, WritesTwoBytesASpike) {
    std::vector<std::byte> out(1);
    Spike culprit{};
    const std::vector<Spike> spikes{{0.075, 3}, {0.025, 900'000}};
    EXPECT_EQ(append_compressed(spikes, {times, sources}, out, culprit), CompressionFailure::none);
    EXPECT_EQ(out, (std::vector<std::byte>{std::byte{0}, std::byte{2}, std::byte{0}, std::byte{0}, std::byte{2}}));
}

TEST(SpikeCodec, LeavesASpikeOffTheListUncompressed) {
    std::vector<std::byte> out(1);
    Spike culprit{};
    const std::vector<Spike> spikes{{0.05, 7}, {std::nextafter(0.05, 1.0), 7}};
    EXPECT_EQ(append_compressed(spikes, {times, sources}, out, culprit), CompressionFailure::time_off_list);
    EXPECT_EQ(culprit, spikes[1]);
    EXPECT_EQ(out.size(), 1u);
}

TEST(SpikeCodec, TellsMinusZeroFromZero) {
    std::vector<std::byte> out;
    Spike culprit{};
    const std::vector<double> zero{0.0};
    const std::vector<Spike> spikes{{-0.0, 7}};
    EXPECT_EQ(append_compressed(spikes, {zero, sources}, out, culprit), CompressionFailure::time_off_list);
}

TEST(SpikeCodec, CountsTo256SourcesAnd255Times) {
    std::vector<Gid> many(257);
    std::iota(many.begin(), many.end(), 0);
    std::vector<double> steps(256);
    std::iota(steps.begin(), steps.end(), 0.0);
    std::vector<std::byte> out;
    Spike culprit{};
    const std::vector<Spike> last{{254.0, 255}};
    const std::span<const Gid> fitting_sources(many.data(), 256);
    const std::span<const double> fitting_times(steps.data(), 255);
    EXPECT_EQ(append_compressed(last, {fitting_times, fitting_sources}, out, culprit), CompressionFailure::none);
    EXPECT_EQ(out, (std::vector<std::byte>{std::byte{254}, std::byte{255}}));
    EXPECT_EQ(append_compressed(last, {fitting_times, many}, out, culprit), CompressionFailure::too_many_sources);
    EXPECT_EQ(append_compressed(last, {steps, fitting_sources}, out, culprit), CompressionFailure::too_many_times);
    EXPECT_EQ(append_compressed({}, {steps, many}, out, culprit), CompressionFailure::none);
}

TEST(SpikeCodec, ReadsBackFullSpikes) {
    std::vector<std::byte> out;
    const std::vector<Spike> spikes{{1.5500000000999965, 1}, {-0.0, 2'147'483'647}};
    append_full(spikes, out);
    ASSERT_EQ(out.size(), 2 * full_spike_bytes);
    EXPECT_EQ(read_full(out.data()), spikes[0]);
    EXPECT_EQ(read_full(&out[full_spike_bytes]), spikes[1]);
}

}  // namespace

}  // namespace ranvier::exchange
