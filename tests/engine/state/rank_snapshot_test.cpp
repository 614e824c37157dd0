#include "engine/state/rank_snapshot.hpp"
#include "engine/state/sealed_bytes.hpp"

#include <gtest/gtest.h>

#include <random>

#include "engine/state/checkpoint_manifest.hpp"

namespace ranvier::engine {

namespace {

RankSnapshot some_snapshot() {
    RankSnapshot s;
    s.set = 99;
    s.rank = 1;
    s.ranks = 3;
    s.settings = "--math vector";
    s.stretch = 2;
    s.step = 400;
    s.t = 10;
    s.dt = 0.025;
    s.delivered = 10 - 2.5e-8;
    s.cells = {{3, Bytes(40)}, {7, Bytes(1)}};
    s.parts = {{"GLOBAL variables of hh", false, Bytes(8)}, {"Random123(1, 2, 3) #0", true, {}}};
    s.flying = {{9.5, 3, 1}, {9.75, 8, 2}};
    s.recorded = {{"gid 3 compartment 1 0 each step 0", true, {1, 2, 3}}};
    s.spike_vectors = {{1, 2}, {3, 3}};
    s.spikes = {{3, 0, 0, 1, 3}, {-1, 1, -1, -1, 0}};
    s.event_order = {5, 6};
    return s;
}

}  // namespace

TEST(RankSnapshot, IsTheSameWhenReadAgain) {
    const Bytes bytes = to_bytes(some_snapshot());
    const RankSnapshot read = rank_snapshot(bytes);
    EXPECT_EQ(read.cells[1].gid, 7);
    EXPECT_EQ(read.flying, some_snapshot().flying);
    EXPECT_EQ(to_bytes(read), bytes);
}

TEST(RankSnapshot, RefusesEachCutAndEachChangedBit) {
    const Bytes bytes = to_bytes(some_snapshot());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_THROW(rank_snapshot(std::span(bytes).first(length)), StateError) << length;
    }
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        Bytes changed = bytes;
        changed[bit / 8] ^= std::byte{1} << (bit % 8);
        EXPECT_THROW(rank_snapshot(changed), StateError) << bit;
    }
}

TEST(RankSnapshot, SurvivesAnyContentUnderAFittingChecksum) {
    const Bytes whole = to_bytes(some_snapshot());
    const std::span<const std::byte> content = unsealed("RNVSTATE", 2, whole, "a saved state");
    std::mt19937 draw(1);
    int read = 0;
    for (int k = 0; k < 20000; ++k) {
        Bytes changed(content.begin(), content.end());
        for (std::uint32_t n = draw() % 4 + 1; n > 0; --n) changed[draw() % changed.size()] = std::byte(draw());
        if (draw() % 4 == 0) changed.resize(draw() % changed.size());
        try {
            rank_snapshot(sealed("RNVSTATE", 2, changed));
            ++read;
        } catch (const StateError&) {
        }
    }
    EXPECT_GT(read, 100) << "numbers may be anything";
}

TEST(CheckpointManifest, IsTheSameWhenReadAgain) {
    CheckpointManifest manifest;
    manifest.set = 5;
    manifest.generation = 3;
    manifest.ranks = 2;
    manifest.t = 30;
    manifest.settings = "x";
    manifest.origins = {{"gnabar_hh", 7, false}, {"gnabar_hh", 8, true}, {"ring.hoc", 9, false}};
    manifest.outputs = {{"v.h5", Bytes(5)}, {"spikes.txt", {}}};
    const Bytes bytes = to_bytes(manifest);
    EXPECT_EQ(to_bytes(checkpoint_manifest(bytes)), bytes);
    EXPECT_EQ(checkpoint_manifest(bytes).origins, manifest.origins);
    EXPECT_THROW(checkpoint_manifest(to_bytes(some_snapshot())), StateError);
}

TEST(Origins, AreSumsOfEqualNames) {
    const std::vector<Origin> all = merged({{"b", 1, false}, {"a", 2, true}, {"b", 4, false}, {"a", 8, false}});
    EXPECT_EQ(all, (std::vector<Origin>{{"a", 8, false}, {"a", 2, true}, {"b", 5, false}}));
}

TEST(Origins, DifferInHashesAndInNamesThatOnlyOneHas) {
    const std::vector<Origin> saved{{"a", 1, false}, {"b", 1, false}, {"c", 1, false}, {"d", 1, true}};
    const std::vector<Origin> now{{"a", 1, false}, {"b", 2, false}, {"bb", 1, false}, {"d", 2, true}};
    EXPECT_EQ(differences(saved, now, true), (std::vector<std::string>{"b", "bb", "c", "d"}));
    EXPECT_EQ(differences(saved, now, false), (std::vector<std::string>{"b", "bb", "c"}));
    EXPECT_EQ(differences(saved, saved, true), std::vector<std::string>());
}

}  // namespace ranvier::engine
