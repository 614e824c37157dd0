#include "engine/event/event_tables.hpp"

#include <gtest/gtest.h>

#include "engine/event/connection_bonds.hpp"
#include "engine/event/netcon_initialization.hpp"
#include "engine/event/simulation_error.hpp"
#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

struct EventTablesTest : testing::Test, EventParts {
    std::vector<InstanceId> cell;

    EventTablesTest() {
        for (int k = 0; k < 4; ++k) {
            cell.push_back(make_adder());
            source(cell.back());
        }
    }
};

TEST_F(EventTablesTest, PlaceSourcesAndTargets) {
    connect(cell[0], cell[3], 1);
    build();
    ASSERT_EQ(tables.blocks.size(), 2u);
    for (const InstanceId each : cell) {
        EXPECT_EQ(tables.block_of(source(each)), model.locate(each).block);
        EXPECT_EQ(block_of(each).receivers().source(receiver(each)), source(each));
        EXPECT_EQ(block_of(each).receivers().instance(receiver(each)), each);
    }
    const TargetPlace place = tables.place_of(state.targets().find(cell[3]));
    EXPECT_EQ(place.block, model.locate(cell[3]).block);
    EXPECT_EQ(Receiver{place.receiver}, receiver(cell[3]));
    EXPECT_EQ(place.table, block_of(cell[3]).receivers().table(receiver(cell[3])));
    EXPECT_EQ(state.connections().tables()[place.table].block, place.block);
}

TEST_F(EventTablesTest, KnowTheShortestDelayBetweenBlocks) {
    connect(cell[0], cell[1], .5);
    build();
    EXPECT_EQ(tables.min_delay_between_blocks, std::numeric_limits<double>::infinity());
    connect(cell[0], cell[2], 3);
    connect(cell[3], cell[1], 2);
    build();
    EXPECT_EQ(tables.min_delay_between_blocks, 2);
}

TEST_F(EventTablesTest, LetABlockWatchItsVariablesAndKeepWhichAreAbove) {
    Section& section = *model.sections()[1];
    const VariableRef v = model.reference(section, *model.range_variable("v"), 0, .5);
    const SourceId s = network.sources().of(v, &section);
    network.sources().set_threshold(s, -70);
    build();
    BlockEvents& events = *tables.blocks[tables.block_of(s)];
    ASSERT_EQ(events.thresholds().size(), 1u);
    EXPECT_EQ(events.thresholds().source(0), s);
    EXPECT_EQ(events.thresholds().watched()[0], model.address(v));
    EXPECT_FALSE(events.thresholds().is_above(0));
    std::vector<std::uint8_t> above(state.sources().size(), 0);
    above[index_of(s)] = 1;
    const EventTables again = build_event_tables(shared, TieOrder::canonical, above, one_by_one);
    EXPECT_TRUE(again.blocks[again.block_of(s)]->thresholds().is_above(0));
    tables = {};
}

TEST_F(EventTablesTest, FindTheEarliestEventOfAllBlocks) {
    build();
    EXPECT_EQ(tables.next_event(), std::numeric_limits<double>::infinity());
    tables.blocks[1]->queue().push(Event::sample(3, 0, 0));
    tables.blocks[0]->queue().push(Event::sample(4, 0, 0));
    EXPECT_EQ(tables.next_event(), 3);
    EXPECT_EQ(tables.running_blocks(), 2u);
    tables.blocks[1]->block.is_idle = true;
    EXPECT_EQ(tables.running_blocks(), 1u);
    EXPECT_TRUE(tables.is_idle(source(cell[3])));
    EXPECT_FALSE(tables.is_idle(source(cell[0])));
}

// --- what uses the tables or connections ----------------------------------------------------------------------------

int set_second_weight(rv_instances*, std::int32_t, double* weight) {
    weight[1] = 10 * weight[0];
    return 0;
}

rv_mechanism with_two_weights(const char* name) {
    rv_mechanism made = hand_made::adder();
    made.name = name;
    made.weight_count = 2;
    return made;
}

TEST_F(EventTablesTest, ServeToInitializeTheFurtherWeightsOfNetCons) {
    static const rv_mechanism silent = with_two_weights("Silent");
    static const rv_mechanism initializing = [] {
        rv_mechanism made = with_two_weights("Initializing");
        made.net_initialize = set_second_weight;
        return made;
    }();
    const InstanceId first = make(silent), second = make(initializing);
    const std::uint32_t to_first = connect(cell[0], first, 1, .5), to_second = connect(cell[0], second, 1, .5);
    for (const TieOrder order : {TieOrder::canonical, TieOrder::insertion}) {
        build(order);
        for (const std::uint32_t n : {to_first, to_second}) state.connections().by_number().weights(n)[1] = 7;
        initialize_netcons(tables, state.connections());
        EXPECT_EQ(state.connections().by_number().weights(to_first)[1], 0);
        EXPECT_EQ(state.connections().by_number().weights(to_second)[1], 5);
        EXPECT_EQ(state.connections().by_number().weights(to_first)[0], .5);
    }
}

TEST_F(EventTablesTest, NeedCellsTogetherWhoseConnectionsAreShort) {
    connect(cell[0], cell[1], .125);
    connect(cell[1], cell[2], .25);
    const std::vector<Model::Bond> bonds = connection_bonds(state, .25);
    ASSERT_EQ(bonds.size(), 1u);
    EXPECT_EQ(bonds[0].a_instance, cell[0]);
    EXPECT_EQ(bonds[0].b_instance, cell[1]);
    EXPECT_TRUE(connection_bonds(state, .125).empty());
}

}  // namespace
}  // namespace ranvier::engine
