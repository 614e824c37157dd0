#include "engine/raster/file/raster.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <functional>
#include <random>

#include "engine/raster/scratch_folder.hpp"

namespace ranvier::raster {

namespace {

using testing::read_bytes;
using testing::ScratchFolder;
using testing::write_bytes;

std::vector<Spike> random_spikes(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::vector<Spike> spikes;
    for (int i = 0; i < count; ++i) {
        // Few distinct times, so that many spikes tie; the odd bits must survive.
        spikes.push_back({0.025 * static_cast<double>(random() % 200) + 1e-10, static_cast<Gid>(random() % 50)});
    }
    return spikes;
}

std::string complaint(const std::function<void()>& work) {
    try {
        work();
    } catch (const RasterError& error) {
        return error.what();
    }
    return "none";
}

/// The complaint about a file with this content, without the folder's name.
std::string complaint_about(const std::string& name, const std::string& content) {
    const ScratchFolder folder;
    write_bytes(folder / name, content);
    std::string said = complaint([&] { read(folder / name); });
    const std::size_t at = said.find(name);
    return at == std::string::npos ? said : said.substr(at);
}

class RasterFile : public ::testing::TestWithParam<const char*> {};

TEST_P(RasterFile, BringsBackEveryBitInOrder) {
    const ScratchFolder folder;
    for (const int count : {0, 1, 1000, 40'000}) {
        std::vector<Spike> spikes = random_spikes(7, count);
        write(folder / GetParam(), spikes);
        const std::vector<Spike> back = read(folder / GetParam());
        EXPECT_EQ(first_difference(back, spikes), "");
        sort(spikes);
        EXPECT_EQ(back, spikes);
        EXPECT_EQ(folder.files(), 1) << "a temporary file was left";
    }
}

TEST_P(RasterFile, IsNotReplacedByOneThatCannotBeWritten) {
    const ScratchFolder folder;
    const std::string said = complaint([&] { write(folder / "missing" / GetParam(), random_spikes(1, 3)); });
    EXPECT_NE(said.find("cannot write"), std::string::npos) << said;
    EXPECT_EQ(folder.files(), 0);
}

INSTANTIATE_TEST_SUITE_P(Named, RasterFile, ::testing::Values("raster.h5", "raster.txt"),
                         [](const auto& tested) { return std::string(tested.param).substr(7); });

TEST(Raster, IsEqualByBitsOnceSorted) {
    const std::vector<Spike> a{{1.5, 3}, {0.5, 4}, {0.5, 2}}, b{{0.5, 2}, {0.5, 4}, {1.5, 3}};
    EXPECT_TRUE(equal(a, b));
    std::vector<Spike> c = b;
    c[1].t = std::nextafter(0.5, 1.0);
    EXPECT_FALSE(equal(a, c));
    EXPECT_EQ(first_difference(a, c), "spike 1: 0.5 gid 4 | 0.50000000000000011 gid 4");
    c = b;
    c.pop_back();
    EXPECT_FALSE(equal(a, c));
    EXPECT_EQ(first_difference(a, c), "spike 2: 1.5 gid 3 | nothing");
    const std::vector<Spike> zero{{0.0, 1}}, minus_zero{{-0.0, 1}};
    EXPECT_FALSE(equal(zero, minus_zero));
}

TEST(TextRaster, HasSeventeenDigitsAndATab) {
    const ScratchFolder folder;
    write(folder / "r.dat", {{1.5500000000999965, 12}, {0.1, 3}});
    EXPECT_EQ(read_bytes(folder / "r.dat"), "0.10000000000000001\t3\n1.5500000000999965\t12\n");
}

TEST(TextRaster, IsReadInEitherOrderIfItsHeaderSaysSo) {
    const ScratchFolder folder;
    const std::vector<Spike> expected{{0.5, 7}, {1.25, 3}};
    for (const char* content :
         {"0.5 7\n1.25 3\n", "1.25\t3\r\n0.5\t7\r\n", "# time gid\n0.5 7\n1.25 3\n", "gid\ttime\n7\t0.5\n3\t1.25\n",
          "# sender, time_ms\n7 0.5\n\n3 1.25", "# a remark\n0.5,7\n# another\n1.25,3\n", "/scatter\n0.5\t7\n1.25\t3\n",
          "timestamps population node_ids\n0.5 thalamus 7\n1.25 thalamus 3\n"}) {
        write_bytes(folder / "r.txt", content);
        EXPECT_EQ(read(folder / "r.txt"), expected) << content;
    }
}

TEST(TextRaster, HasPopulationsIfAColumnNamesThem) {
    const ScratchFolder folder;
    write_bytes(folder / "r.csv", "timestamps population node_ids\n0.5 a 7\n1.25 b 3\n");
    EXPECT_EQ(read(folder / "r.csv", {.population = "b"}), (std::vector<Spike>{{1.25, 3}}));
    const std::string several = complaint([&] { read(folder / "r.csv"); });
    EXPECT_NE(several.find("r.csv has several populations (a, b ...); specify one"), std::string::npos) << several;
    const std::string none = complaint([&] { read(folder / "r.csv", {.population = "c"}); });
    EXPECT_NE(none.find("r.csv has no spikes of population 'c'"), std::string::npos) << none;
}

TEST(TextRaster, TakesTheLastNamesOfItsColumns) {
    const ScratchFolder folder;
    write_bytes(folder / "r.csv", "timestamps node_ids population\ntime gid\n0.5 7\n");
    EXPECT_EQ(read(folder / "r.csv"), (std::vector<Spike>{{0.5, 7}}));
}

TEST(TextRaster, NamesTheLineThatIsWrong) {
    EXPECT_EQ(complaint_about("r.txt", "0.5 7\nnan 3\n"), "r.txt:2: the time is not a finite number: 'nan 3'");
    EXPECT_EQ(complaint_about("r.txt", "0.5 7\n1.5 x\n"), "r.txt:2: expected a gid: '1.5 x'");
    EXPECT_EQ(complaint_about("r.txt", "0.5 -7\n"), "r.txt:1: expected a gid: '0.5 -7'");
    EXPECT_EQ(complaint_about("r.txt", "0.5 7.5\n"), "r.txt:1: expected a gid: '0.5 7.5'");
    EXPECT_EQ(complaint_about("r.txt", "0.5 99999999999\n"), "r.txt:1: expected a gid: '0.5 99999999999'");
    EXPECT_EQ(complaint_about("r.txt", "0.5\n"), "r.txt:1: expected a time and a gid: '0.5'");
    EXPECT_EQ(complaint_about("r.txt", "hello world\n"), "r.txt:1: expected a time [ms]: 'hello world'");
    EXPECT_NE(complaint([] { read("/nowhere/at/all.txt"); }).find("no such file"), std::string::npos);
}

TEST(SonataRaster, RefusesForeignAndShortenedFiles) {
    EXPECT_EQ(complaint_about("r.h5", "0.5 7\n"), "r.h5 is not an HDF5 file, or was cut short");
    EXPECT_EQ(complaint_about("r.h5", ""), "r.h5 is not an HDF5 file, or was cut short");
    const ScratchFolder folder;
    write(folder / "r.h5", random_spikes(3, 20'000));
    const std::string whole = read_bytes(folder / "r.h5");
    for (const std::size_t length : {whole.size() - 1, whole.size() / 2, std::size_t{600}, std::size_t{9}}) {
        EXPECT_NE(complaint_about("r.h5", whole.substr(0, length)), "none") << length;
    }
}

/// The position of the first chunk of the timestamps in the file, and its length.
std::pair<std::size_t, std::size_t> first_chunk(const std::filesystem::path& file) {
    const hid_t in = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(in, "spikes/All/timestamps", H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    haddr_t address = 0;
    hsize_t size = 0, offset = 0;
    unsigned filters = 0;
    H5Dget_chunk_info(set, space, 0, &offset, &filters, &address, &size);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(in);
    return {address, size};
}

// The checksums of the file's chunks detect damage to the spikes.
TEST(SonataRaster, NoticesDamagedSpikes) {
    const ScratchFolder folder;
    const std::vector<Spike> spikes = random_spikes(3, 20'000);
    write(folder / "r.h5", spikes);
    const std::string whole = read_bytes(folder / "r.h5");
    int refused = 0;
    const auto [address, size] = first_chunk(folder / "r.h5");
    ASSERT_GT(size, 1000u);
    std::mt19937 random(11);
    for (int i = 0; i < 50; ++i) {
        std::string damaged = whole;
        damaged[address + random() % size] ^= 0x20;
        write_bytes(folder / "damaged.h5", damaged);
        std::vector<Spike> back = spikes;
        const std::string said = complaint([&] { back = read(folder / "damaged.h5"); });
        EXPECT_TRUE(equal(back, spikes)) << "damage went unnoticed";
        if (said.find("damaged.h5 has a damaged /spikes/All/timestamps") != std::string::npos) ++refused;
    }
    EXPECT_GT(refused, 25);
}

TEST(SonataRaster, TellsPopulationsApart) {
    const ScratchFolder folder;
    write(folder / "r.h5", {{1.0, 2}}, "pyramidal");
    EXPECT_EQ(populations(folder / "r.h5"), std::vector<std::string>{"pyramidal"});
    EXPECT_EQ(read(folder / "r.h5", {.population = "pyramidal"}).size(), 1u);
    const std::string said = complaint([&] { read(folder / "r.h5", {.population = "basket"}); });
    EXPECT_NE(said.find("has no population 'basket'; it has pyramidal"), std::string::npos) << said;
}

/// A file of the layout before populations, with other properties of hand-made files.
void write_old_layout(const std::filesystem::path& file, std::vector<double> times, std::vector<std::int64_t> gids) {
    const hid_t out = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group = H5Gcreate2(out, "spikes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const auto column = [&](const char* name, hid_t type, const void* values, hsize_t length) {
        const hid_t space = H5Screate_simple(1, &length, nullptr);
        const hid_t set = H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        H5Dclose(set);
        H5Sclose(space);
    };
    column("timestamps", H5T_NATIVE_DOUBLE, times.data(), times.size());
    column("gids", H5T_NATIVE_INT64, gids.data(), gids.size());
    H5Gclose(group);
    H5Fclose(out);
}

TEST(SonataRaster, ReadsTheOldLayout) {
    const ScratchFolder folder;
    write_old_layout(folder / "old.h5", {2.5, 0.5}, {4, 9});
    EXPECT_EQ(read(folder / "old.h5"), (std::vector<Spike>{{0.5, 9}, {2.5, 4}}));
    EXPECT_EQ(populations(folder / "old.h5"), std::vector<std::string>{""});
}

TEST(SonataRaster, RefusesWhatIsNoRaster) {
    const ScratchFolder folder;
    const auto said = [&](std::vector<double> times, std::vector<std::int64_t> gids) {
        write_old_layout(folder / "r.h5", std::move(times), std::move(gids));
        const std::string text = complaint([&] { read(folder / "r.h5"); });
        return text.substr(text.find("r.h5"));
    };
    EXPECT_EQ(said({1.0, 2.0}, {1}), "r.h5 has 2 /spikes/timestamps, but 1 /spikes/gids");
    EXPECT_EQ(said({1.0, std::nan("")}, {1, 2}),
              "r.h5 has a time that is not a finite number, at spike 1 of /spikes/timestamps");
    EXPECT_EQ(said({1.0}, {-3}), "r.h5 has the id -3 at spike 0 of /spikes/gids; gids range from 0 to 2147483647");
    EXPECT_EQ(said({1.0}, {std::int64_t{1} << 40}),
              "r.h5 has the id 1099511627776 at spike 0 of /spikes/gids; gids range from 0 to 2147483647");
}

}  // namespace

}  // namespace ranvier::raster
