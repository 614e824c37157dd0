#include "engine/raster/file/report.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <random>

#include "engine/raster/log/log.hpp"
#include "engine/raster/log/recover.hpp"
#include "engine/raster/log/report_log.hpp"
#include "engine/raster/log/report_merge.hpp"
#include "engine/raster/scratch_folder.hpp"

namespace ranvier::raster {

namespace {

using testing::read_bytes;
using testing::ScratchFolder;
using testing::write_bytes;

/// Of a cell's element at a frame, different for each place in a report.
double value_of(Gid gid, std::uint32_t section, std::size_t frame) {
    return gid + 1e-3 * section + 1e3 * static_cast<double>(frame);
}

/// A part of a report: each `stride`th cell from `first` on, of two sections.
ReportLayout layout_of(int first, int stride, int cells) {
    ReportLayout layout;
    layout.variable = "v";
    layout.units = "mV";
    layout.dt = 0.5;
    for (int gid = first; gid < cells; gid += stride) {
        layout.elements.push_back({gid, 0, 0.5});
        layout.elements.push_back({gid, 1, 0.25});
    }
    return layout;
}

std::vector<double> frames_of(const ReportLayout& layout, std::size_t begin, std::size_t end) {
    std::vector<double> frames;
    for (std::size_t k = begin; k < end; ++k) {
        for (const ReportElement& e : layout.elements) frames.push_back(value_of(e.gid, e.section, k));
    }
    return frames;
}

struct Part {
    std::uint32_t number = 0;
    std::size_t first = 0;
};

/// A rank's log with the frames up to `end`, appended in pieces of any size.
void write_log(const std::filesystem::path& file, int rank, int ranks, const ReportLayout& layout, std::size_t end,
               std::uint64_t run = 7, Part part = {}) {
    ReportLogWriter log(log_name(file, rank, ranks, part.number));
    log.restart(
        {static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(ranks), run, layout, part.number, part.first});
    for (std::size_t k = part.first; k < end; k += 3) log.append(frames_of(layout, k, std::min(k + 3, end)));
    log.close();
}

std::vector<double> read_data(const std::filesystem::path& file, hsize_t shape[2]) {
    const hid_t in = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(in, "report/All/data", H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    H5Sget_simple_extent_dims(space, shape, nullptr);
    std::vector<double> values(shape[0] * shape[1]);
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(in);
    return values;
}

void expect_whole(const std::filesystem::path& file, int cells, std::size_t frames) {
    hsize_t shape[2];
    const std::vector<double> values = read_data(file, shape);
    ASSERT_EQ(shape[0], frames);
    ASSERT_EQ(shape[1], 2 * static_cast<hsize_t>(cells));
    std::size_t at = 0;
    for (std::size_t k = 0; k < frames; ++k) {
        for (int gid = 0; gid < cells; ++gid) {
            for (std::uint32_t section = 0; section < 2; ++section) {
                ASSERT_EQ(values[at++], value_of(gid, section, k)) << "frame " << k << ", gid " << gid;
            }
        }
    }
}

/// Values that are NaN, all of frames from `begin` to before `end`; expects the others to be right.
std::size_t count_missing(const std::filesystem::path& file, int cells, std::size_t frames, std::size_t begin,
                          std::size_t end) {
    hsize_t shape[2];
    const std::vector<double> values = read_data(file, shape);
    EXPECT_EQ(shape[0], frames);
    std::size_t missing = 0, at = 0;
    for (std::size_t k = 0; k < shape[0]; ++k) {
        for (int gid = 0; gid < cells; ++gid) {
            for (std::uint32_t section = 0; section < 2; ++section, ++at) {
                if (std::isnan(values[at])) {
                    ++missing;
                    EXPECT_TRUE(begin <= k && k < end) << k;
                } else {
                    EXPECT_EQ(values[at], value_of(gid, section, k)) << "frame " << k << ", gid " << gid;
                }
            }
        }
    }
    return missing;
}

TEST(ReportLog, GivesBackWhatWasAppended) {
    const ScratchFolder folder;
    for (const bool is_single : {false, true}) {
        ReportLayout layout = layout_of(0, 1, 5);
        layout.is_single = is_single;
        write_log(folder / "r.h5", 0, 1, layout, 100);
        ReportLogReader log(log_name(folder / "r.h5", 0, 1));
        EXPECT_EQ(log.header().layout.elements, layout.elements);
        EXPECT_EQ(log.header().layout.units, "mV");
        EXPECT_EQ(log.count_frames(), 100);
        std::vector<double> values, some;
        while (log.next(some)) values.insert(values.end(), some.begin(), some.end());
        std::vector<double> expected = frames_of(layout, 0, 100);
        if (is_single) {
            for (double& value : expected) value = static_cast<float>(value);
        }
        EXPECT_EQ(values, expected);
    }
}

TEST(ReportLog, IsReadableUpToAnyCutOrDamage) {
    const ScratchFolder folder;
    const ReportLayout layout = layout_of(0, 1, 5);
    write_log(folder / "r.h5", 0, 1, layout, 60);
    const std::filesystem::path name = log_name(folder / "r.h5", 0, 1);
    const std::string whole = read_bytes(name);
    const std::vector<double> expected = frames_of(layout, 0, 60);
    std::mt19937 random(5);
    for (int trial = 0; trial < 300; ++trial) {
        std::string bytes = whole;
        if (trial % 2) {
            bytes.resize(random() % whole.size());
        } else {
            bytes[random() % whole.size()] ^= static_cast<char>(1 << random() % 8);
        }
        write_bytes(name, bytes);
        try {
            ReportLogReader log(name);
            const auto frames = static_cast<std::size_t>(log.count_frames());
            ASSERT_LE(frames, 57u + 3u * static_cast<std::size_t>(bytes == whole)) << trial;
            std::vector<double> values, some;
            while (log.next(some)) values.insert(values.end(), some.begin(), some.end());
            ASSERT_TRUE(std::equal(values.begin(), values.end(), expected.begin())) << trial;
        } catch (const RasterError&) {  // its header
        }
    }
}

TEST(Report, IsMergedFromRanksWhateverTheirShare) {
    for (const int ranks : {1, 3, 7}) {  // of seven the last two have nothing
        const ScratchFolder folder;
        const int cells = 5;
        for (int rank = 0; rank < ranks; ++rank) {
            write_log(folder / "r.h5", rank, ranks, layout_of(rank, ranks, cells), rank < cells ? 41 : 0);
        }
        const Recovered recovered = recover(folder / "r.h5");
        EXPECT_TRUE(recovered.is_report);
        EXPECT_EQ(recovered.spikes, 41);
        EXPECT_EQ(recovered.t, 20);
        expect_whole(folder / "r.h5", cells, 41);
    }
}

TEST(Report, EndsWithTheLastFrameThatAllRanksHave) {
    for (const bool first_has_more : {true, false}) {
        const ScratchFolder folder;
        write_log(folder / "r.h5", 0, 2, layout_of(0, 2, 6), first_has_more ? 30 : 22);
        write_log(folder / "r.h5", 1, 2, layout_of(1, 2, 6), first_has_more ? 22 : 30);
        const Recovered recovered = recover(folder / "r.h5");
        EXPECT_EQ(recovered.spikes, 22);
        EXPECT_EQ(recovered.dropped, 8);
        expect_whole(folder / "r.h5", 6, 22);
    }
}

TEST(Report, IsRecoveredBehindDamage) {
    std::mt19937 random(4);
    const int cells = 4;
    for (int trial = 0; trial < 100; ++trial) {
        const ScratchFolder folder;
        for (int rank = 0; rank < 2; ++rank) write_log(folder / "r.h5", rank, 2, layout_of(rank, 2, cells), 60);
        const std::filesystem::path log = log_name(folder / "r.h5", 1, 2);
        std::string bytes = read_bytes(log);
        const std::size_t header = 64 + 3 + 1 + 2 + 4 * 16 + 4;  // with the texts All, v, mV, and its CRC
        const std::size_t at = header + random() % (bytes.size() - header);
        bytes[at] ^= static_cast<char>(1 << random() % 8);
        write_bytes(log, bytes);
        const Recovered recovered = recover(folder / "r.h5");
        ASSERT_EQ(recovered.lost.size(), 1u) << at;
        const LostPart& lost = recovered.lost[0];
        EXPECT_EQ(lost.rank, 1u);
        EXPECT_TRUE(lost.begin <= at && at < lost.end) << lost.begin << " to " << lost.end;
        const auto begin = static_cast<std::size_t>(lost.t_begin / 0.5);
        if (lost.t_end) {  // three frames of two cells with two elements
            EXPECT_EQ(*lost.t_end, lost.t_begin + 1);
            EXPECT_EQ(count_missing(folder / "r.h5", cells, 60, begin, begin + 3), 12u);
        } else {
            EXPECT_EQ(begin, 57u);
            EXPECT_EQ(recovered.dropped, 3);
            expect_whole(folder / "r.h5", cells, 57);
        }
    }
}

// A run that was killed after frame 12, 31 or 40 and resumed from the checkpoint before, on other ranks.
TEST(Report, IsMergedFromThePartsOfARunThatWasResumed) {
    const ScratchFolder folder;
    const int cells = 7;
    const auto write_part = [&](int ranks, std::size_t end, Part part) {
        for (int rank = 0; rank < ranks; ++rank) {
            write_log(folder / "r.h5", rank, ranks, layout_of(rank, ranks, cells), end, 7, part);
        }
    };
    write_part(2, 12, {0, 0});
    write_part(3, 31, {1, 9});
    write_part(2, 40, {2, 27});
    EXPECT_EQ(recover(folder / "r.h5").spikes, 40);
    expect_whole(folder / "r.h5", cells, 40);
    write_part(3, 31, {1, 15});  // frames 12 to 14 are missing
    const Recovered recovered = recover(folder / "r.h5", {folder / "gap.h5"});
    EXPECT_EQ(recovered.spikes, 40);
    ASSERT_EQ(recovered.lost.size(), 2u) << "in the logs of both ranks";
    EXPECT_EQ(recovered.lost[0].t_begin, 6);
    EXPECT_EQ(recovered.lost[0].t_end, 7);
    EXPECT_EQ(count_missing(folder / "gap.h5", cells, 40, 12, 15), 3u * 2 * cells);
    for (int rank = 0; rank < 3; ++rank) {
        write_log(folder / "r.h5", rank, 3, layout_of(rank, 3, cells + 1), 31, 7, {1, 9});
    }
    EXPECT_THROW(recover(folder / "r.h5", {folder / "other.h5"}), RasterError);
    EXPECT_FALSE(std::filesystem::exists(folder / "other.h5"));
}

// More than fits into memory at once, and into a chunk.
TEST(Report, MayBeLargerThanWhatIsWrittenAtOnce) {
    const ScratchFolder folder;
    const int cells = 3000;
    for (int rank = 0; rank < 2; ++rank) write_log(folder / "r.h5", rank, 2, layout_of(rank, 2, cells), 800);
    recover(folder / "r.h5");
    expect_whole(folder / "r.h5", cells, 800);
}

TEST(Report, IsNotMadeOfLogsThatDoNotBelongTogether) {
    const ScratchFolder folder;
    const auto complaint = [&] {
        try {
            recover(folder / "r.h5");
        } catch (const RasterError& error) {
            return std::string(error.what());
        }
        return std::string("none");
    };
    write_log(folder / "r.h5", 0, 2, layout_of(0, 2, 6), 30);
    EXPECT_NE(complaint().find("the log of rank 1 (of 2) is missing"), std::string::npos) << complaint();
    write_log(folder / "r.h5", 1, 2, layout_of(1, 2, 6), 30, 8);
    EXPECT_NE(complaint().find("are logs of different runs"), std::string::npos) << complaint();
    write_bytes(log_name(folder / "r.h5", 1, 2), "");
    EXPECT_NE(complaint().find("is not the log of a report"), std::string::npos) << complaint();
    EXPECT_FALSE(std::filesystem::exists(folder / "r.h5"));
}

}  // namespace

}  // namespace ranvier::raster
