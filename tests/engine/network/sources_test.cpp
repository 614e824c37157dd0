#include "engine/network/sources.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

class SourcesTest : public testing::Test {
  protected:
    Model model;
    NetworkChanges changes;
    Sources sources{model, changes};
    MechanismId pacer = model.register_mechanism(hand_made::pacer());
    Section& soma = model.create_section("soma");

    VariableRef v() { return model.reference(soma, *model.range_variable("v"), 0, .5); }
    InstanceId cell() { return model.create_artificial_cell(pacer); }
};

TEST_F(SourcesTest, AreOneForEachVariableAndInstance) {
    const InstanceId one = cell(), two = cell();
    const SourceId of_v = sources.of(v(), &soma), of_one = sources.of(one), of_two = sources.of(two);
    EXPECT_EQ(sources.of(v(), &soma), of_v);
    EXPECT_EQ(sources.of(one), of_one);
    EXPECT_NE(of_one, of_two);
    EXPECT_EQ(sources.size(), 3u);
    EXPECT_EQ(sources.find(two), of_two);
    EXPECT_EQ(sources.find(cell()), SourceId::none);
    EXPECT_EQ(*sources.info(of_v).watched, v());
    EXPECT_EQ(sources.info(of_v).section, &soma);
    EXPECT_EQ(sources.info(of_one).instance, one);
}

TEST_F(SourcesTest, RefuseMechanismsOfTheMembrane) {
    const MechanismId leak = model.register_mechanism(hand_made::leak());
    model.insert(soma, leak);
    EXPECT_THROW(sources.of(InstanceId{leak, 0}), std::invalid_argument);
}

TEST_F(SourcesTest, AnnounceWhatChangesTables) {
    const std::uint64_t first = changes.version();
    const SourceId source = sources.of(cell());
    EXPECT_EQ(changes.version(), first + 1);
    sources.set_threshold(source, 5);
    EXPECT_EQ(changes.version(), first + 2);
    static_cast<void>(sources.changeable_threshold(source));
    EXPECT_EQ(changes.version(), first + 3);
    static_cast<void>(sources.changeable_threshold(source));
    EXPECT_EQ(changes.version(), first + 3) << "it is shared already";
}

TEST_F(SourcesTest, KnowThresholdsOfThisRankAndOfInputs) {
    const SourceId here = sources.of(v(), &soma), input = input_of(7);
    EXPECT_EQ(sources.threshold(here), 10);
    EXPECT_EQ(sources.threshold(input), 10);
    sources.set_threshold(here, -20);
    sources.set_threshold(input, -30);
    EXPECT_EQ(sources.threshold_of(here), -20);
    EXPECT_EQ(sources.threshold_of(input), -30);
    const std::shared_ptr<double> shared = sources.changeable_threshold(here);
    EXPECT_EQ(*shared, -20);
    *shared = -40;
    EXPECT_EQ(sources.threshold(here), -40);
    sources.set_threshold(here, -50);
    EXPECT_EQ(*shared, -50);
    EXPECT_EQ(sources.changeable_thresholds().size(), 1u);
}

TEST_F(SourcesTest, AreGoneWhenTheyAreFreed) {
    const InstanceId instance = cell();
    const SourceId first = sources.of(instance), second = sources.of(v(), &soma);
    sources.free(first);
    EXPECT_THROW(sources.at(first), std::invalid_argument);
    EXPECT_EQ(std::vector(sources.living().begin(), sources.living().end()), std::vector{second});
    EXPECT_NE(sources.of(instance), first) << "numbers are not reused";
    EXPECT_EQ(sources.at(input_of(3)), nullptr);
}

TEST_F(SourcesTest, LoseWhatIsDeleted) {
    const SourceId watching = sources.of(v(), &soma), firing = sources.of(cell());
    EXPECT_EQ(sources.lose_section(soma), std::vector{watching});
    EXPECT_EQ(sources.info(watching).section, nullptr);
    EXPECT_TRUE(sources.info(watching).watched);
    sources.lose_variable(watching);
    EXPECT_FALSE(sources.info(watching).watched);
    EXPECT_TRUE(sources.lose_section(soma).empty()) << "none is left there";
    const InstanceId instance = sources.info(firing).instance;
    sources.lose_instance(firing);
    EXPECT_FALSE(sources.info(firing).instance);
    EXPECT_EQ(sources.find(instance), SourceId::none);
}

TEST_F(SourcesTest, HaveNamesForMessages) {
    const SourceId firing = sources.of(cell()), watching = sources.of(v(), &soma);
    EXPECT_EQ(sources.describe(firing), "Pacer[0]");
    EXPECT_EQ(sources.describe(watching), "soma");
    EXPECT_EQ(sources.describe(input_of(7)), "gid 7");
    EXPECT_EQ(sources.describe(SourceId::none), "no source");
    sources[firing].gid = 3;
    EXPECT_EQ(sources.describe(firing), "gid 3");
    EXPECT_EQ(sources.gid_of(firing), 3);
    EXPECT_EQ(sources.gid_of(watching), -1);
    EXPECT_EQ(sources.gid_of(input_of(7)), 7);
    EXPECT_EQ(sources.gid_of(SourceId::none), -1);
}

}  // namespace
}  // namespace ranvier::engine
