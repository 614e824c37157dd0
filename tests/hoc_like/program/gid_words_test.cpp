#include "hoc_like/program/gid_words.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace ranvier::program {
namespace {

using Gids = std::vector<std::int32_t>;

std::string complaint(const std::string& words) {
    try {
        parse_gids(words);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "none";
}

TEST(GidWords, AreGidsAndRanges) {
    EXPECT_EQ(parse_gids("7,2-4,3-5,7"), (Gids{2, 3, 4, 5, 7}));
    EXPECT_EQ(parse_gids("2147483647"), (Gids{2147483647}));
}

/// A file with this text; returns its name after an @.
std::string in_file(const std::string& text) {
    const std::string path = testing::TempDir() + "gid_words_test.txt";
    std::ofstream(path) << text;
    return "@" + path;
}

TEST(GidWords, MayComeFromAFile) {
    EXPECT_EQ(parse_gids("5," + in_file("9-11\n3, 4\n")), (Gids{3, 4, 5, 9, 10, 11}));
}

TEST(GidWords, OfAFileNameNoOtherFile) {
    const std::string inner = in_file("1");
    EXPECT_EQ(complaint(in_file(inner + "\n")),
              "--cells: '" + inner + "' is not a gid, a range like 0-9, or a file like @cells.txt");
}

TEST(GidWords, NameCellsOfPopulations) {
    const Populations populations =
        parse_populations("5HT-3=30:32,I=10:12,E=0:3,I=20:25,E=3:5,a=b=7:8,broken=3,worse=4:x,=9");
    EXPECT_EQ(parse_gids("E", &populations), (Gids{0, 1, 2, 3, 4}));
    EXPECT_EQ(parse_gids("I:1-3,E:4", &populations), (Gids{4, 11, 20, 21}));
    EXPECT_EQ(parse_gids("I:6, 11,a=b:0", &populations), (Gids{7, 11, 24}));
    EXPECT_EQ(parse_gids("5HT-3:0-1", &populations), (Gids{30, 31}));
    EXPECT_EQ(populations.size(), 4u);
}

TEST(GidWords, SayWhichPopulationsThereAre) {
    const Populations populations = parse_populations("I=10:12,E=0:3");
    const auto said = [&](const std::string& words) -> std::string {
        try {
            parse_gids(words, &populations);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_EQ(said("X:1"),
              "--cells: 'X' is not a gid, a range like 0-9, or a file like @cells.txt, and the raster names E, I");
    EXPECT_EQ(said("I:1-2"), "--cells: 'I:1-2': I has 2 cells, from 0 to 1");
    EXPECT_EQ(said("I:-1"), "--cells: 'I:-1' is not a gid, a range like 0-9, or a file like @cells.txt");
    EXPECT_EQ(complaint("E:1"), "--cells: 'E:1' is not a gid, a range like 0-9, or a file like @cells.txt");
}

TEST(GidWords, SayWhatIsWrong) {
    EXPECT_EQ(complaint(","), "--cells: expected at least one gid");
    EXPECT_EQ(complaint("4-3"), "--cells: the range '4-3' is empty");
    EXPECT_EQ(complaint("1--3"), "--cells: '1--3' is not a gid, a range like 0-9, or a file like @cells.txt");
    EXPECT_EQ(complaint("@/nowhere"), "--cells: cannot read /nowhere");
}

TEST(GidWords, DoNotTakeAllMemory) {
    EXPECT_EQ(complaint("0-2147483647"), "--cells: more than 100000000 gids");
    EXPECT_EQ(complaint("0-60000000,70000000-110000000"), "--cells: more than 100000000 gids");
}

}  // namespace
}  // namespace ranvier::program
