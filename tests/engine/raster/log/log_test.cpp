#include "engine/raster/log/log.hpp"

#include <gtest/gtest.h>

#include <random>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/scratch_folder.hpp"

namespace ranvier::raster {

namespace {

using testing::read_bytes;
using testing::ScratchFolder;
using testing::write_bytes;

TEST(Crc32, IsThatOfZlib) {
    const std::string text = "123456789";
    const auto bytes = std::as_bytes(std::span(text));
    EXPECT_EQ(crc32(bytes), 0xCBF43926u);  // the published check value
    EXPECT_EQ(crc32(bytes.subspan(4), crc32(bytes.first(4))), 0xCBF43926u);
}

/// Spikes of each complete interval that a log yields.
std::vector<std::vector<Spike>> intervals_of(LogReader& log) {
    std::vector<std::vector<Spike>> intervals;
    std::vector<Spike> current;
    LogBlock block;
    while (log.next(block)) {
        current.insert(current.end(), block.spikes.begin(), block.spikes.end());
        if (block.completes) intervals.push_back(std::exchange(current, {}));
    }
    return intervals;
}

std::vector<std::vector<Spike>> write_random_log(const std::filesystem::path& file, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::vector<Spike>> intervals;
    LogWriter writer(file, {.rank = 1, .ranks = 3, .run = 77});
    for (int i = 0; i < 8; ++i) {
        const int count = random() % 4 == 0 ? 0 : static_cast<int>(random() % 8);
        std::vector<Spike> spikes;
        for (int k = 0; k < count; ++k) spikes.push_back({i + 0.01 * k, static_cast<Gid>(random() % 1000)});
        writer.append(spikes);
        writer.complete_interval(i + 1);
        intervals.push_back(spikes);
    }
    writer.close();
    return intervals;
}

TEST(RasterLog, GivesBackItsIntervals) {
    const ScratchFolder folder;
    const auto written = write_random_log(folder / "x.log", 3);
    LogReader log(folder / "x.log");
    EXPECT_EQ(log.header().rank, 1u);
    EXPECT_EQ(log.header().ranks, 3u);
    EXPECT_EQ(log.header().run, 77u);
    EXPECT_EQ(log.header().population, "All");
    EXPECT_EQ(intervals_of(log), written);
    EXPECT_FALSE(log.is_damaged());
    log.rewind();
    EXPECT_EQ(intervals_of(log), written);
}

TEST(RasterLog, SplitsALongIntervalIntoBlocks) {
    const ScratchFolder folder;
    LogWriter writer(folder / "x.log", {});
    const std::vector<Spike> many(200'000, Spike{0.5, 1});
    writer.append(many);
    writer.complete_interval(1);
    writer.close();
    LogReader log(folder / "x.log");
    const auto intervals = intervals_of(log);
    ASSERT_EQ(intervals.size(), 1u);
    EXPECT_EQ(intervals[0].size(), many.size());
    EXPECT_EQ(writer.spikes(), 200'000);
}

TEST(RasterLog, SaysWhatItWasToldLast) {
    const ScratchFolder folder;
    const Metadata first{{"begin", "0"}}, last{{"begin", "0"}, {"scripts", "12 a.hoc\n34 b.hoc\n"}, {"empty", ""}};
    LogWriter writer(folder / "x.log", {});
    writer.append(std::vector<Spike>{{0.5, 1}});
    writer.describe(first);  // within an interval
    writer.append(std::vector<Spike>{{0.7, 2}});
    writer.complete_interval(1);
    writer.describe(last);
    writer.complete_interval(2);
    writer.close();
    LogReader log(folder / "x.log");
    EXPECT_TRUE(log.metadata().empty());
    EXPECT_EQ(intervals_of(log), (std::vector<std::vector<Spike>>{{{0.5, 1}, {0.7, 2}}, {}}));
    EXPECT_EQ(log.metadata(), last);
    EXPECT_FALSE(log.is_damaged());
}

// Truncated anywhere, a log yields exactly the intervals that were complete before the cut.
TEST(RasterLog, IsReadableUpToACut) {
    const ScratchFolder folder;
    const auto written = write_random_log(folder / "x.log", 5);
    const std::string whole = read_bytes(folder / "x.log");
    std::size_t readable = 0;
    for (std::size_t length = 0; length < whole.size(); ++length) {
        write_bytes(folder / "cut.log", whole.substr(0, length));
        std::vector<std::vector<Spike>> intervals;
        try {
            LogReader log(folder / "cut.log");
            intervals = intervals_of(log);
        } catch (const RasterError&) {  // the cut is in the header
            EXPECT_LT(length, 64u);
            continue;
        }
        ASSERT_GE(intervals.size(), readable) << "a longer file yields fewer intervals";
        ASSERT_LT(intervals.size(), written.size());
        readable = intervals.size();
        ASSERT_TRUE(std::equal(intervals.begin(), intervals.end(), written.begin()));
    }
    EXPECT_EQ(readable, written.size() - 1);
}

// Any changed byte ends the log before its block; earlier blocks are correct.
TEST(RasterLog, NoticesEveryChangedByte) {
    const ScratchFolder folder;
    const auto written = write_random_log(folder / "x.log", 6);
    const std::string whole = read_bytes(folder / "x.log");
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        write_bytes(folder / "damaged.log", damaged);
        try {
            LogReader log(folder / "damaged.log");
            const auto intervals = intervals_of(log);
            ASSERT_TRUE(log.is_damaged()) << at;
            ASSERT_LT(intervals.size(), written.size()) << at;
            ASSERT_TRUE(std::equal(intervals.begin(), intervals.end(), written.begin())) << at;
        } catch (const RasterError&) {
            ASSERT_LT(at, 64u);
        }
    }
}

/// A log of Ranvier 0.1, whose blocks have a checksum at their end only: of one interval with one spike.
std::string old_log() {
    const auto record = [](std::string bytes) {
        const std::uint32_t crc = crc32(std::as_bytes(std::span(bytes)));
        return bytes.append(reinterpret_cast<const char*>(&crc), sizeof crc);
    };
    const auto bytes_of = [](auto value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
    std::string header = "RNVLOG01", block = "RBLK";
    header += bytes_of(0u) + bytes_of(1u) + bytes_of(std::uint64_t{7}) + bytes_of(3u) + "All";
    block += bytes_of(1u) + bytes_of(1u) + bytes_of(std::uint64_t{0}) + bytes_of(2.) + bytes_of(1.5) + bytes_of(Gid{9});
    return record(header) + record(block);
}

TEST(RasterLog, ReadsThoseOfEarlierVersions) {
    const ScratchFolder folder;
    write_bytes(folder / "old.log", old_log());
    LogReader log(folder / "old.log");
    EXPECT_EQ(intervals_of(log), (std::vector<std::vector<Spike>>{{{1.5, 9}}}));
    EXPECT_FALSE(log.is_damaged());
}

// A damaged number of spikes is not taken for a block that the end of the run has cut.
TEST(RasterLog, TellsADamagedLengthFromACut) {
    const ScratchFolder folder;
    LogWriter writer(folder / "x.log", {});
    writer.append(std::vector<Spike>{{0.5, 1}});
    writer.complete_interval(1);
    writer.close();
    const std::string whole = read_bytes(folder / "x.log");
    const std::size_t count_at = whole.find("RBLK") + 8;
    for (const std::size_t byte : {0, 1}) {
        std::string damaged = whole;
        damaged[count_at + byte] = static_cast<char>(damaged[count_at + byte] + 2);
        write_bytes(folder / "damaged.log", damaged);
        LogReader log(folder / "damaged.log");
        log.skip_damage();
        EXPECT_TRUE(intervals_of(log).empty());
        EXPECT_EQ(log.lost().size(), 1u);
    }
    write_bytes(folder / "cut.log", whole.substr(0, whole.size() - 5));
    LogReader log(folder / "cut.log");
    log.skip_damage();
    EXPECT_TRUE(intervals_of(log).empty());
    EXPECT_TRUE(log.lost().empty());
}

TEST(RasterLog, RefusesForeignFiles) {
    const ScratchFolder folder;
    for (const std::string& content : {std::string(), std::string("RNVLOG01"), std::string(1000, 'x')}) {
        write_bytes(folder / "foreign.log", content);
        EXPECT_THROW(LogReader(folder / "foreign.log"), RasterError);
    }
    EXPECT_THROW(LogReader(folder / "missing.log"), RasterError);
    EXPECT_THROW(LogWriter(folder / "missing" / "x.log", {}), RasterError);
}

TEST(RasterLog, StartsAfreshWithARun) {
    const ScratchFolder folder;
    LogWriter writer(folder / "x.log", {.run = 1});
    const std::vector<Spike> first{{0.5, 1}}, second{{0.25, 2}};
    writer.append(first);
    writer.complete_interval(1);
    writer.restart({.rank = 0, .ranks = 1, .run = 2});
    writer.append(second);
    writer.complete_interval(1);
    writer.close();
    LogReader log(folder / "x.log");
    EXPECT_EQ(log.header().run, 2u);
    EXPECT_EQ(intervals_of(log), std::vector<std::vector<Spike>>{second});
    EXPECT_EQ(writer.spikes(), 1);
}

}  // namespace

}  // namespace ranvier::raster
