#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/strategy/registry.hpp"

namespace ranvier::exchange::testing {

/// The registered strategies that are in no parameter of the tests of `suite`, as GoogleTest lists them in this
/// program.
inline std::vector<std::string> untested_strategies(std::string_view suite) {
    std::string parameters;
    const ::testing::UnitTest& program = *::testing::UnitTest::GetInstance();
    for (int i = 0; i < program.total_test_suite_count(); ++i) {
        const ::testing::TestSuite& each = *program.GetTestSuite(i);
        if (each.name() != suite) continue;
        for (int k = 0; k < each.total_test_count(); ++k) parameters += each.GetTestInfo(k)->value_param();
    }
    std::vector<std::string> untested;
    for (const StrategyDescription& strategy : strategies()) {
        const std::string quoted = '"' + strategy.name;  // parameters are printed as strings
        const bool is_tested =
            parameters.find(quoted + ':') != std::string::npos || parameters.find(quoted + '"') != std::string::npos;
        if (!is_tested) untested.push_back(strategy.name);
    }
    return untested;
}

}  // namespace ranvier::exchange::testing
