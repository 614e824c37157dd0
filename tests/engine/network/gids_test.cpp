#include "engine/network/gids.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "engine/rule/gid_set.hpp"
#include "event/hand_made_cells.hpp"
#include "network/gid_parts.hpp"

namespace ranvier::engine {
namespace {

class GidsTest : public GidParts {
  protected:
    MechanismId pacer = model.register_mechanism(hand_made::pacer());

    InstanceId cell() { return model.create_artificial_cell(pacer); }
    /// Connects an input of this gid.
    void want(Gid gid, double delay = 1) { connections.add(input_of(gid), TargetNumber{0}, delay, 1, 0); }
    template <class Act>
    static std::string error_of(Act&& act) {
        try {
            act();
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "no error";
    }
};

TEST_F(GidsTest, GoFromNothingToOutput) {
    EXPECT_EQ(gids.exists(3), 0);
    gids.set_here(3);
    EXPECT_EQ(gids.exists(3), 1);
    EXPECT_FALSE(gids.source_of(3));
    const SourceId source = sources.of(cell());
    gids.set_cell(3, source, false);
    EXPECT_EQ(gids.exists(3), 2);
    EXPECT_EQ(gids.source_of(3), source);
    EXPECT_EQ(sources.gid_of(source), 3);
    EXPECT_TRUE(gids.owned().empty()) << "for this rank alone";
    gids.set_output(3);
    EXPECT_EQ(gids.exists(3), 3);
    EXPECT_EQ(gids.owned(), std::vector<Gid>{3});
}

TEST_F(GidsTest, TellCellsFromGidsWithoutOne) {
    gids.set_cell(4, cell());
    gids.set_here(2);
    EXPECT_EQ(gids.cells(), std::vector<Gid>{4});
    EXPECT_EQ(gids.here(), (std::vector<Gid>{2, 4}));
    std::vector<Gid> seen;
    gids.for_each([&](Gid gid, SourceId source) {
        seen.push_back(gid);
        EXPECT_EQ(source == SourceId::none, gid == 2);
    });
    EXPECT_EQ(seen, (std::vector<Gid>{2, 4}));
}

TEST_F(GidsTest, NameWhatIsWrong) {
    gids.set_here(1);
    want(2);
    EXPECT_EQ(error_of([&] { gids.set_here(-1); }), "a gid must be >= 0, not -1");
    EXPECT_EQ(error_of([&] { gids.set_here(1); }), "gid 1 is already on this rank");
    EXPECT_EQ(error_of([&] { gids.check_new(2); }),
              "gid 2 is already an input of this rank: call set_gid2node before connecting to it");
    EXPECT_EQ(error_of([&] { gids.set_cell(5, SourceId::none, true); }),
              "gid 5 is not on this rank: call set_gid2node(5, id) first");
    EXPECT_EQ(error_of([&] { gids.set_cell(1, SourceId::none, true); }),
              "gid 1: the NetCon given to cell has no source");
    EXPECT_EQ(error_of([&] { gids.source_to_connect(1); }),
              "gid 1 is on this rank, but it has no cell: call pc.cell first");
    EXPECT_EQ(error_of([&] { gids.set_threshold(1, 0); }), "gid 1 has no source of spikes on this rank");
    EXPECT_EQ(error_of([&] { gids.record(1, nullptr, nullptr); }),
              "gid 1 has no source of spikes on this rank: nothing to record");
    const SourceId source = sources.of(cell());
    gids.set_cell(1, source, true);
    gids.set_here(6);
    EXPECT_EQ(error_of([&] { gids.set_cell(6, source, true); }), "gid 6: the NetCon's source already has gid 1");
}

TEST_F(GidsTest, FindSourcesHereAndInputsElsewhere) {
    gids.set_cell(1, cell());
    EXPECT_EQ(gids.source_to_connect(1), gids.source_or_input(1));
    EXPECT_EQ(gids.source_to_connect(7), input_of(7));
    EXPECT_FALSE(gids.source_of(7)) << "no connection comes from it";
    want(7);
    EXPECT_TRUE(gids.is_input_here(7));
    EXPECT_EQ(gids.source_of(7), input_of(7));
}

TEST_F(GidsTest, WantTheSourcesOfConnections) {
    EXPECT_EQ(gids.min_input_delay(), std::numeric_limits<double>::infinity());
    want(9, 3);
    want(2, 5);
    want(9, 2);
    EXPECT_EQ(gids.wanted(), (std::vector<Gid>{2, 9}));
    EXPECT_EQ(gids.min_input_delay(), 2);
}

TEST_F(GidsTest, RecordOneOrAllThatAreOutput) {
    gids.set_cell(1, cell());
    gids.set_cell(2, cell());
    const SpikeTimes one = std::make_shared<std::vector<double>>(), all = std::make_shared<std::vector<double>>();
    gids.record(2, one, nullptr);
    EXPECT_EQ(recordings.times(*gids.source_of(2)), one);
    EXPECT_EQ(recordings.times(*gids.source_of(1)), nullptr);
    gids.record(std::nullopt, all, nullptr);
    EXPECT_EQ(recordings.times(*gids.source_of(1)), all);
    EXPECT_EQ(recordings.find(gids.source_or_input(2))->id, 2);
}

TEST_F(GidsTest, AreClearedWithTheirSources) {
    gids.set_cell(1, cell());
    const SourceId source = *gids.source_of(1);
    want(7);
    gids.want_threshold(7, {-20, "line"});
    gids.clear();
    EXPECT_EQ(gids.exists(1), 0);
    EXPECT_TRUE(gids.wanted().empty());
    EXPECT_TRUE(gids.wanted_thresholds().empty());
    EXPECT_THROW(sources.info(source), std::invalid_argument) << "nothing else refers to it";
    gids.check_new(1);
    gids.check_new(7);
}

TEST_F(GidsTest, HaveAreas) {
    EXPECT_FALSE(gids.area(5));
    const std::vector<Gid> some{3, 5};
    gids.set_area(GidSet::list(some), 2);
    EXPECT_EQ(gids.area(5), 2);
    EXPECT_FALSE(gids.area(4));
    EXPECT_THROW(gids.set_area(GidSet::list(some), -1), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
