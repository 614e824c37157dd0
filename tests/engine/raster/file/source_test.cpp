#include "engine/raster/file/source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/raster/file/sorted_pieces.hpp"
#include "engine/raster/file/spike_sorter.hpp"
#include "engine/raster/scratch_folder.hpp"

namespace ranvier::raster {

namespace {

using testing::ScratchFolder;

std::vector<Spike> random_spikes(int count) {
    std::mt19937 random(3);
    std::vector<Spike> spikes;
    for (int i = 0; i < count; ++i) {
        spikes.push_back({0.025 * static_cast<double>(random() % 4000), static_cast<Gid>(random() % 70'000)});
    }
    return spikes;
}

std::vector<Spike> rest_of(exchange::SpikeSource& source) {
    std::vector<Spike> all;
    for (auto piece = source.next(); !piece.empty(); piece = source.next()) {
        all.insert(all.end(), piece.begin(), piece.end());
    }
    return all;
}

std::vector<Gid> gids_of(const std::vector<Spike>& spikes) {
    std::vector<Gid> gids;
    for (const Spike& spike : spikes) gids.push_back(spike.gid);
    std::sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
    return gids;
}

/// Reads whole, again, and from some times on.
void expect_same(exchange::SpikeSource& source, std::vector<Spike> expected) {
    sort(expected);
    const std::vector<Gid> gids = gids_of(expected);
    EXPECT_TRUE(std::equal(source.gids().begin(), source.gids().end(), gids.begin(), gids.end()));
    EXPECT_EQ(rest_of(source), expected);
    EXPECT_TRUE(rest_of(source).empty());
    for (const double t : {exchange::SpikeSource::beginning, 0., 50., 50.01, 99.975, 1e9}) {
        source.seek(t);
        const auto first = std::lower_bound(expected.begin(), expected.end(), Spike{t, -1}, fires_before);
        EXPECT_EQ(rest_of(source), std::vector<Spike>(first, expected.end())) << t;
    }
}

TEST(SpikeSorter, MergesRunsFromDisk) {
    const std::vector<Spike> spikes = random_spikes(50'000);
    for (const std::size_t in_memory :
         {std::size_t{100'000}, std::size_t{50'000}, std::size_t{7'001}, std::size_t{499}}) {
        SpikeSorter sorter(in_memory);
        sorter.add(std::span(spikes).first(20'000));
        sorter.add(std::span(spikes).subspan(20'000));
        expect_same(*sorter.finish(gids_of(spikes)), spikes);
    }
}

TEST(SpikeSorter, OfNothing) {
    SpikeSorter sorter;
    EXPECT_TRUE(sorter.finish({})->next().empty());
}

TEST(OpenRaster, ReadsInPiecesWhatIsInOrder) {
    const ScratchFolder folder;
    const std::vector<Spike> spikes = random_spikes(600'000);  // more than two pieces
    write(folder / "in_order.h5", spikes);
    const OpenRaster raster = open(folder / "in_order.h5");
    ASSERT_EQ(raster.populations.size(), 1u);
    EXPECT_EQ(raster.populations[0].gids, gids_of(spikes));
    expect_same(*raster.spikes, spikes);
}

TEST(OpenRaster, TextInAnyOrder) {
    const ScratchFolder folder;
    testing::write_bytes(folder / "any.txt", "time gid population\n3 1 a\n1 7 b\n2 4 a\n");
    const OpenRaster raster = open(folder / "any.txt", {"", true});
    ASSERT_EQ(raster.populations.size(), 2u);
    EXPECT_EQ(raster.populations[1].gids, std::vector<Gid>{7});
    expect_same(*raster.spikes, {{3, 1}, {1, 7}, {2, 4}});
    EXPECT_THROW(open(folder / "any.txt"), RasterError);
    EXPECT_EQ(open(folder / "any.txt", {"a"}).spikes->gids().size(), 2u);
}

TEST(FirstDifference, InPieces) {
    const std::vector<Spike> all = {{1, 0}, {1, 3}, {1, 2}, {2, 0}, {3, 1}};
    const auto compare = [&](std::vector<Spike> with) {
        std::size_t at = 0;
        return first_difference(
            [&](std::vector<Spike>& to) {
                if (at < all.size()) to.push_back(all[at]);
                return at++ < all.size();
            },
            std::move(with));
    };
    EXPECT_EQ(compare(all), "");
    EXPECT_EQ(compare({{1, 0}, {1, 2}, {1, 3}, {2, 0}}), "spike 4: 3 gid 1 | nothing");
    EXPECT_EQ(compare({{1, 0}, {1, 2}, {2, 0}, {3, 1}}), "spike 2: 1 gid 3 | 2 gid 0");
    EXPECT_EQ(compare({{1, 0}, {1, 2}, {1, 3}, {2, 0}, {3, 1}, {4, 0}}), "spike 5: nothing | 4 gid 0");
}

/// A raster in pieces of random lengths, in order of time; gids of one time are in any order.
NextSpikes in_random_pieces(std::vector<Spike> spikes, unsigned seed) {
    std::mt19937 random(seed);
    std::ranges::shuffle(spikes, random);
    std::ranges::stable_sort(spikes, {}, &Spike::t);
    return [spikes, random, at = std::size_t{0}](std::vector<Spike>& to) mutable {
        for (std::size_t n = random() % 5; n > 0 && at < spikes.size(); --n) to.push_back(spikes[at++]);
        return at < spikes.size() || random() % 2 == 0;
    };
}

std::vector<Spike> few_times(std::mt19937& random) {
    std::vector<Spike> spikes(random() % 40);
    for (Spike& spike : spikes) spike = {static_cast<double>(random() % 6), static_cast<Gid>(random() % 4)};
    return spikes;
}

TEST(SortedPieces, ContinueInOrder) {
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::vector<Spike> spikes = few_times(random), found;
        SortedPieces pieces(in_random_pieces(spikes, seed));
        for (auto piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
            found.insert(found.end(), piece.begin(), piece.end());
        }
        sort(spikes);
        EXPECT_EQ(found, spikes) << seed;
        EXPECT_TRUE(pieces.next().empty());
    }
}

TEST(FirstDifference, OfTwoRastersInPieces) {
    std::mt19937 random(4);
    for (unsigned seed = 0; seed < 300; ++seed) {
        const std::vector<Spike> a = few_times(random);
        std::vector<Spike> b = a;
        for (auto changes = random() % 3; changes > 0 && !b.empty(); --changes) {
            b[random() % b.size()].gid = static_cast<Gid>(random() % 4);
            if (random() % 4 == 0) b.pop_back();
        }
        std::vector<Spike> one = a, other = b;
        sort(one);
        sort(other);
        const auto at = std::ranges::mismatch(one, other).in1 - one.begin();
        const std::string difference = first_difference(in_random_pieces(a, seed), in_random_pieces(b, seed + 1));
        EXPECT_EQ(difference.substr(0, difference.find(':')), one == other ? "" : "spike " + std::to_string(at));
        EXPECT_EQ(difference, first_difference(a, b));
    }
}

}  // namespace

}  // namespace ranvier::raster
