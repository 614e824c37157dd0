#include "engine/variable/step_vector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "engine/variable/sundials.hpp"

namespace ranvier::engine {
namespace {

/// Results of CVODE's and IDA's vector operations on `like` and its clones.
std::vector<double> results(N_Vector like, sunindextype n) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::vector<N_Vector> v;
    for (int k = 0; k < 9; ++k) {
        v.push_back(N_VClone(like));
        for (sunindextype i = 0; i < n; ++i) NV_Ith_S(v.back(), i) = 1. + static_cast<double>(random() % 1000) / 250.;
    }
    std::vector<double> all;
    const auto keep = [&] {
        for (N_Vector each : v) all.insert(all.end(), NV_DATA_S(each), NV_DATA_S(each) + n);
    };
    N_VLinearSum(2.5, v[0], -0.5, v[1], v[2]);
    N_VLinearSum(1., v[0], 1., v[1], v[0]);
    N_VLinearSum(1., v[3], -1., v[1], v[1]);
    keep();
    double factors[] = {0.5, 0.25, 0.125};
    N_VScaleVectorArray(3, factors, &v[3], &v[3]);
    N_VScaleAddMulti(3, factors, v[0], &v[3], &v[3]);
    keep();
    N_VProd(v[3], v[4], v[5]);
    N_VDiv(v[3], v[4], v[6]);
    N_VScale(-3., v[3], v[7]);
    N_VAbs(v[7], v[8]);
    keep();
    N_VConst(7., v[0]);
    N_VInv(v[4], v[1]);
    N_VAddConst(v[4], 2., v[2]);
    keep();
    for (N_Vector each : v) all.push_back(N_VMaxNorm(each));
    for (N_Vector each : v) N_VDestroy(each);
    return all;
}

class StepVectorsOfLength : public testing::TestWithParam<sunindextype> {};

TEST_P(StepVectorsOfLength, ComputeWhatTheLibraryComputes) {
    const sundials::Context context;
    const sundials::Vector theirs(N_VNew_Serial(GetParam(), context.context));
    StepVectors home(GetParam(), context.context);
    EXPECT_EQ(results(home.make(), GetParam()), results(theirs.get(), GetParam()));
}

TEST_P(StepVectorsOfLength, HaveANormOfTheirNumbersAlone) {
    const sunindextype n = GetParam();
    const sundials::Context context;
    StepVectors home(n, context.context);
    N_Vector y = home.make(), absolute = home.make(), weights = home.make(), inverse = home.make();
    set_padding(std::numeric_limits<double>::infinity(), absolute);
    double expected = 0;
    for (sunindextype i = 0; i < n; ++i) {
        NV_Ith_S(y, i) = 3. + static_cast<double>(i);
        NV_Ith_S(absolute, i) = 0.5;
    }
    ASSERT_TRUE(invert_tolerances(y, 0.1, absolute, weights));
    for (sunindextype i = 0; i < n; ++i) {
        const double weighed = NV_Ith_S(y, i) / (0.1 * NV_Ith_S(y, i) + 0.5);
        expected += weighed * weighed;
    }
    expected = std::sqrt(expected / static_cast<double>(n));
    EXPECT_NEAR(N_VWrmsNorm(y, weights), expected, 1e-14 * expected);
    // As in CVODE's search for its first step: quotients, inverses and constants must keep the padding zero.
    N_VConst(1., inverse);
    N_VInv(weights, inverse);
    N_VAddConst(inverse, 1., inverse);
    N_VDiv(y, inverse, inverse);
    for (sunindextype i = 0; i < n; ++i) NV_Ith_S(inverse, i) = NV_Ith_S(y, i);
    EXPECT_NEAR(N_VWrmsNorm(inverse, weights), expected, 1e-14 * expected);
}

TEST_P(StepVectorsOfLength, KnowWhatIsNotFinite) {
    const sundials::Context context;
    StepVectors home(GetParam(), context.context);
    N_Vector y = home.make();
    EXPECT_TRUE(is_finite(y));
    for (sunindextype i = 0; i < GetParam(); ++i) {
        NV_Ith_S(y, i) = std::nan("");
        EXPECT_FALSE(is_finite(y));
        NV_Ith_S(y, i) = -std::numeric_limits<double>::infinity();
        EXPECT_FALSE(is_finite(y));
        NV_Ith_S(y, i) = 1e308;
        EXPECT_TRUE(is_finite(y));
    }
}

INSTANTIATE_TEST_SUITE_P(Lengths, StepVectorsOfLength, testing::Values(1, 2, 4, 7, 8, 9, 15, 16, 37));

}  // namespace
}  // namespace ranvier::engine
