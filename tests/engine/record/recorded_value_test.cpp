#include "engine/record/recorded_value.hpp"

#include <gtest/gtest.h>

#include "record/two_somas.hpp"

namespace ranvier::engine {
namespace {

class RecordedValueTest : public testing::Test, protected TwoSomas {
  protected:
    RecordedValue resolved(RecordedValue value) {
        value.resolve(model);
        return value;
    }
};

TEST_F(RecordedValueTest, IsReadWhereTheVariableLies) {
    const RecordedValue of_w = resolved({w});
    model.store(w, -40);
    EXPECT_EQ(of_w.read(1), -40);
    EXPECT_EQ(of_w.place.block, block_of(w));
    EXPECT_FALSE(of_w.is_gone());
    EXPECT_FALSE(of_w.is_slow(model));
}

TEST_F(RecordedValueTest, OfTheTimeIsThatOfTheEvent) {
    const RecordedValue time = resolved({t});
    EXPECT_EQ(time.read(7), 7);
    EXPECT_EQ(time.place.address, &model.blocks()[0]->t) << "the model's t lags behind";
    EXPECT_FALSE(time.is_slow(model));
    Model empty;  // not prepared: no block has the time
    RecordedValue alone{t};
    alone.resolve(empty);
    EXPECT_TRUE(alone.is_slow(empty));
}

TEST_F(RecordedValueTest, OfAFunctionIsSlow) {
    const RecordedValue of_function = resolved({[] { return 3.; }});
    EXPECT_EQ(of_function.read(0), 3);
    EXPECT_TRUE(of_function.is_slow(model));
    EXPECT_FALSE(of_function.is_gone());
}

TEST_F(RecordedValueTest, GoesWithItsSection) {
    RecordedValue of_v = resolved({v});
    remove(one);
    of_v.resolve(model);
    EXPECT_TRUE(of_v.is_gone());
}

}  // namespace
}  // namespace ranvier::engine
