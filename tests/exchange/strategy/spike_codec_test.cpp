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
    // The index of the time in the lowest two bits, which index three times.
    EXPECT_EQ(out, (std::vector<std::byte>{std::byte{0}, std::byte{2}, std::byte{0}, std::byte{2 << 2}, std::byte{0}}));
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

// Each of four bytes counts.
TEST(SpikeCodec, WritesFourBytesASpikeOfManySources) {
    std::vector<Gid> many(100'000);
    for (std::size_t k = 0; k < many.size(); ++k) many[k] = static_cast<Gid>(3 * k);
    ASSERT_EQ(compressed_form(times.size(), many.size()), SpikeForm::wide);
    std::vector<std::byte> out;
    Spike culprit{};
    const std::vector<Spike> spikes{{0.075, 3 * 0x010203}, {0.025, 0}, {0.05, 3 * 99'999}, {0.05, 3 * 256}};
    EXPECT_EQ(append_compressed(spikes, {times, many}, out, culprit), CompressionFailure::none);
    ASSERT_EQ(out.size(), 4 * spikes.size());
    EXPECT_EQ(std::vector(out.begin(), out.begin() + 4),
              (std::vector<std::byte>{std::byte{3 << 2 | 2}, std::byte{2 << 2}, std::byte{1 << 2}, std::byte{0}}));
    std::vector<Spike> back;
    read_spikes(SpikeForm::wide, out, {times, many}, [&](const Spike& spike) { back.push_back(spike); });
    EXPECT_EQ(back, spikes);
}

TEST(SpikeCodec, LeavesRoomForTheLongestFormOfTheLastInterval) {
    RoomForm room;
    EXPECT_EQ(room.bytes(), 2u);
    room.see(0, SpikeForm::full);
    room.see(5, SpikeForm::wide);
    EXPECT_EQ(room.bytes(), 2u);
    room.end_interval();
    EXPECT_EQ(room.bytes(), 4u);
    room.end_interval();  // without spikes
    EXPECT_EQ(room.bytes(), 4u);
    room.see(1, SpikeForm::full);
    room.see(1, SpikeForm::compressed);
    room.end_interval();
    EXPECT_EQ(room.bytes(), 12u);
    room.see(1, SpikeForm::compressed);
    room.end_interval();
    EXPECT_EQ(room.bytes(), 2u);
}

// What few sources leave, times may use.
TEST(SpikeCodec, TakesTheShortestFormInWhichBothIndicesFit) {
    EXPECT_EQ(compressed_form(0, 0), SpikeForm::compressed);
    EXPECT_EQ(compressed_form(256, 256), SpikeForm::compressed);
    EXPECT_EQ(compressed_form(257, 256), SpikeForm::wide);
    EXPECT_EQ(compressed_form(257, 128), SpikeForm::compressed);
    EXPECT_EQ(compressed_form(1 << 16, 1), SpikeForm::compressed);
    EXPECT_EQ(compressed_form(256, most_indices), SpikeForm::wide);
    EXPECT_EQ(compressed_form(257, most_indices), SpikeForm::full);
    EXPECT_EQ(compressed_form(1, most_indices + 1), SpikeForm::full);
}

TEST(SpikeCodec, ReadsBackTheFirstAndTheLastOfEachList) {
    for (const std::size_t time_count : {1u, 2u, 3u, 255u, 256u, 257u, 401u}) {
        for (const std::size_t source_count : {1u, 2u, 163u, 256u, 257u, 70'000u}) {
            std::vector<double> steps(time_count);
            std::iota(steps.begin(), steps.end(), 0.0);
            std::vector<Gid> gids(source_count);
            std::iota(gids.begin(), gids.end(), 5);
            const Codebook codebook{steps, gids};
            const std::vector<Spike> spikes{{0, 5}, {0, gids.back()}, {steps.back(), 5}, {steps.back(), gids.back()}};
            std::vector<std::byte> out;
            Spike culprit{};
            ASSERT_EQ(append_compressed(spikes, codebook, out, culprit), CompressionFailure::none);
            EXPECT_EQ(out.size(), spikes.size() * bytes_of(codebook.form()));
            std::vector<Spike> back;
            read_spikes(codebook.form(), out, codebook, [&](const Spike& spike) { back.push_back(spike); });
            EXPECT_EQ(back, spikes) << time_count << " times, " << source_count << " sources";
        }
    }
}

TEST(SpikeCodec, SaysWhichListIsTooLong) {
    std::vector<Gid> many(most_indices + 1);
    std::iota(many.begin(), many.end(), 0);
    std::vector<double> steps(257);
    std::iota(steps.begin(), steps.end(), 0.0);
    std::vector<std::byte> out;
    Spike culprit{};
    const std::vector<Spike> last{{256.0, 255}};
    const std::span<const Gid> most(many.data(), most_indices);
    EXPECT_EQ(append_compressed(last, {times, many}, out, culprit), CompressionFailure::too_many_sources);
    EXPECT_EQ(append_compressed(last, {steps, most}, out, culprit), CompressionFailure::too_many_times);
    EXPECT_EQ(append_compressed({}, {steps, many}, out, culprit), CompressionFailure::none);
    EXPECT_TRUE(out.empty());
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
