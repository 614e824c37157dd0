#include "engine/edges/edges.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>
#include <limits>
#include <sstream>

namespace ranvier::edges {
namespace {

using Gids = std::vector<Gid>;
using Numbers = std::vector<double>;

testing::AssertionResult says(const std::string& message, const std::string& part) {
    if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << message << "' lacks '" << part << "'";
}

class Edges : public testing::TestWithParam<const char*> {
  protected:
    std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) / (std::string("edges") + GetParam());

    void write(const std::vector<Edge>& edges) const {
        const auto writer = make_edge_writer(path_);
        const std::size_t half = edges.size() / 2;
        writer->append(std::span(edges).first(half));
        writer->append(std::span(edges).subspan(half));
        writer->commit();
    }
};

TEST_P(Edges, AreReadAsTheyWereWritten) {
    std::vector<Edge> edges;
    for (int k = 0; k < 40'000; ++k) edges.push_back({k * 7 % 1000, k % 900, 0.1 * k + 1. / 3, -1e-7 * k});
    write(edges);
    const EdgeTable all = read_edges(path_, {});
    ASSERT_EQ(all.in_file, edges.size());
    ASSERT_EQ(all.sources.size(), edges.size());
    for (std::size_t k = 0; k < edges.size(); ++k) {
        ASSERT_EQ(all.sources[k], edges[k].source);
        ASSERT_EQ(all.targets[k], edges[k].target);
        ASSERT_EQ(all.delays[k], edges[k].delay);
        ASSERT_EQ(all.weights[k], edges[k].weight);
    }
}

TEST_P(Edges, OfSomeTargetsAreRead) {
    write({{1, 2, 1, 0.5}, {3, 4, 2, 0.6}, {5, 2, 3, 0.7}});
    EdgeReading reading{"", 10, 20, [](Gid target) { return target == 22; }};
    const EdgeTable some = read_edges(path_, reading);
    EXPECT_EQ(some.in_file, 3u);
    EXPECT_EQ(some.sources, (Gids{11, 15}));
    EXPECT_EQ(some.targets, (Gids{22, 22}));
    EXPECT_EQ(some.delays, (Numbers{1, 3}));
    EXPECT_EQ(some.weights, (Numbers{0.5, 0.7}));
}

TEST_P(Edges, MayBeNone) {
    write({});
    const EdgeTable none = read_edges(path_, {});
    EXPECT_EQ(none.in_file, 0u);
    EXPECT_TRUE(none.sources.empty());
}

TEST_P(Edges, LeaveNoFileIfNotCommitted) {
    std::filesystem::remove(path_);
    make_edge_writer(path_)->append(std::vector<Edge>{{1, 2, 3, 4}});
    EXPECT_FALSE(std::filesystem::exists(path_));
}

INSTANTIATE_TEST_SUITE_P(Format, Edges, testing::Values(".csv", ".h5"),
                         [](const auto& name) { return std::string(name.param).substr(1); });

std::string error_of(const std::string& csv) {
    std::istringstream in(csv);
    try {
        read_csv_edges(in, "f.csv", {});
    } catch (const EdgeError& error) {
        return error.what();
    }
    return "";
}

TEST(CsvEdges, TakeColumnsInAnyOrderAndSeparation) {
    std::istringstream in("# pairs\nsyn_weight target_node_id  source_node_id\n\n 0.5 2 1 \r\n");
    const EdgeTable table = read_csv_edges(in, "f.csv", {});
    EXPECT_EQ(table.sources, (Gids{1}));
    EXPECT_EQ(table.targets, (Gids{2}));
    EXPECT_EQ(table.weights, (Numbers{0.5}));
    EXPECT_TRUE(table.delays.empty());
}

TEST(CsvEdges, SayWhatIsWrongAndWhere) {
    EXPECT_TRUE(says(error_of(""), "f.csv:0: has no header line"));
    EXPECT_TRUE(says(error_of("source,delay\n1,2\n"), "f.csv:1: the header lacks the column target"));
    EXPECT_TRUE(says(error_of("source,source,target\n"), "names the column source twice"));
    EXPECT_TRUE(says(error_of("source,target\n1,2\n3\n"), "f.csv:3: there are 1 fields, but 2 columns"));
    EXPECT_TRUE(says(error_of("source,target\n1,x\n"), "f.csv:2: 'x' is not a whole number"));
    EXPECT_TRUE(says(error_of("source,target\n1,2.5\n"), "'2.5' is not a whole number"));
    EXPECT_TRUE(says(error_of("source,target\n1,-2\n"), "target -2 of connection 0 is not a gid"));
    EXPECT_TRUE(says(error_of("source,target\n1,2147483647\n"), "is not a gid"));
    EXPECT_TRUE(says(error_of("source,target,delay\n1,2,nan\n"), "the delay of connection 0 is not a finite"));
    EXPECT_TRUE(says(error_of(std::string(70'000, 'x')), "the line is too long"));
}

void put(const std::filesystem::path& file, std::size_t at) {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekg(static_cast<std::streamoff>(at));
    const char old = static_cast<char>(out.get());
    out.seekp(static_cast<std::streamoff>(at));
    out.put(static_cast<char>(old ^ 0x10));
}

// A file is read as it was written, or is an error, whichever byte is damaged.
TEST(SonataEdges, ThatAreDamagedAreErrors) {
    const auto path = std::filesystem::path(testing::TempDir()) / "damaged.h5";
    std::vector<Edge> edges;
    for (int k = 0; k < 100; ++k) edges.push_back({k, k + 1, 1.5, 0.25});
    const auto writer = make_edge_writer(path);
    writer->append(edges);
    writer->commit();
    const std::size_t size = std::filesystem::file_size(path);
    int errors = 0;
    for (std::size_t at = 100; at < size; at += size / 60) {
        put(path, at);
        try {
            const EdgeTable table = read_edges(path, {});
            if (table.in_file == edges.size() && !table.delays.empty() && !table.weights.empty()) {
                for (std::size_t k = 0; k < edges.size(); ++k) {
                    ASSERT_EQ(table.sources[k], edges[k].source) << at;
                    ASSERT_EQ(table.delays[k], 1.5) << at;
                    ASSERT_EQ(table.weights[k], 0.25) << at;
                }
            }
        } catch (const EdgeError&) {
            ++errors;
        }
        put(path, at);
    }
    EXPECT_GT(errors, 5);
}

TEST(SonataEdges, OfAnotherKindAreErrors) {
    const auto path = std::filesystem::path(testing::TempDir()) / "other.h5";
    H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    try {
        read_edges(path, {});
        FAIL();
    } catch (const EdgeError& error) {
        EXPECT_TRUE(says(error.what(), "is an HDF5 file without the group /edges"));
    }
    EXPECT_THROW(make_edge_writer("edges.txt"), EdgeError);
    EXPECT_THROW(read_edges("nowhere.csv", {}), EdgeError);
}

}  // namespace
}  // namespace ranvier::edges
