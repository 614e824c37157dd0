#include "engine/event/block/block_failures.hpp"

#include <gtest/gtest.h>

#include "engine/cell/mechanism_error.hpp"
#include "engine/event/simulation_error.hpp"
#include "event/event_parts.hpp"

namespace ranvier::engine {
namespace {

struct BlockFailuresTest : testing::Test, EventParts {
    InstanceId cell{make_adder()};

    std::string message(const BlockFailures& failures) {
        try {
            failures.check();
        } catch (const SimulationError& error) {
            return error.what();
        }
        return "";
    }
};

TEST_F(BlockFailuresTest, NameTheInstanceAndKeepTheFirst) {
    build();
    BlockFailures& failures = block_of(cell).failures();
    EXPECT_FALSE(failures.any());
    EXPECT_EQ(message(failures), "");
    failures.fail(instances(cell), index(cell), "too much");
    failures.fail(instances(cell), index(cell), "too little");
    EXPECT_TRUE(failures.any());
    EXPECT_EQ(message(failures), "Adder[0]: too much (t = 0 ms)");
    failures.clear();
    EXPECT_EQ(message(failures), "");
}

TEST_F(BlockFailuresTest, NameTheSegmentOfADensityMechanism) {
    Section& section = *model.sections()[1];
    const MechanismId leak = model.register_mechanism(hand_made::leak());
    model.insert(section, leak);
    build();
    const InstanceId id = model.instance(section, leak, .5);
    block_of(id).failures().fail(instances(id), index(id), "leaks");
    EXPECT_EQ(message(block_of(id).failures()), "leak in two(0.5): leaks (t = 0 ms)");
    rv_instances unknown{};
    unknown.t = 3;
    block_of(id).failures().clear();
    block_of(id).failures().fail(&unknown, 0, "is lost");
    EXPECT_EQ(message(block_of(id).failures()), "a mechanism: is lost (t = 3 ms)");
}

TEST_F(BlockFailuresTest, TellWhenAKernelFailed) {
    build();
    const BlockFailures& failures = block_of(cell).failures();
    try {
        try {
            throw MechanismError("hh failed");
        } catch (const MechanismError&) {
            failures.rethrow(2.5);
        }
    } catch (const SimulationError& error) {
        EXPECT_STREQ(error.what(), "hh failed (t = 2.5 ms)");
    }
}

TEST_F(BlockFailuresTest, WarnOncePerMechanism) {
    build();
    testing::internal::CaptureStderr();
    for (int k = 0; k < 2; ++k) block_of(cell).failures().warn(instances(cell), index(cell), "is slow");
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "warning: Adder[0]: is slow (t = 0 ms); later warnings of Adder are not printed\n");
}

TEST_F(BlockFailuresTest, PrintWhatAMechanismPrints) {
    build();
    testing::internal::CaptureStdout();
    block_of(cell).failures().print("one ");
    block_of(cell).failures().print("two");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two");
}

}  // namespace
}  // namespace ranvier::engine
