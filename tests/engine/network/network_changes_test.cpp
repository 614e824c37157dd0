#include "engine/network/network_changes.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

TEST(NetworkChanges, CallOnceBeforeTheNextChange) {
    NetworkChanges changes;
    const std::uint64_t before = changes.version();
    int called = 0;
    changes.before_next([&] { ++called; });
    changes.announce();
    changes.announce();
    EXPECT_EQ(called, 1);
    EXPECT_EQ(changes.version(), before + 2);
}

TEST(NetworkChanges, CallNobodyWhoNoLongerWantsIt) {
    NetworkChanges changes;
    changes.before_next([] { FAIL(); });
    changes.before_next(nullptr);
    changes.announce();
}

TEST(NetworkChanges, MayBeWaitedForAgainWithinTheCall) {
    NetworkChanges changes;
    int called = 0;
    changes.before_next([&] {
        ++called;
        changes.before_next([&] { called += 10; });
    });
    changes.announce();
    EXPECT_EQ(called, 1);
    changes.announce();
    EXPECT_EQ(called, 11);
}

}  // namespace
}  // namespace ranvier::engine
