#include "engine/cell/ion.hpp"

#include <gtest/gtest.h>

#include "engine/cell/cells.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "tests/engine/cell/hand_made_mechanisms.hpp"

namespace ranvier::engine {
namespace {

using hand_made::describe;

TEST(Ion, HasNeuronsStyleForEachUse) {
    EXPECT_EQ(promoted_style(0, RV_READS_EREV | RV_WRITES_CURRENT), 010);  // hh; NEURON prints 8
    EXPECT_EQ(promoted_style(0, RV_READS_INSIDE), 01 + 020 + 040);
    EXPECT_EQ(promoted_style(0, RV_WRITES_INSIDE), 03 + 04 + 020 + 040 + 0100 + 0200);
    EXPECT_EQ(promoted_style(0, RV_WRITES_OUTSIDE | RV_WRITES_EREV), 03 + 04 + 030 + 0400);
    EXPECT_EQ(promoted_style(010, RV_WRITES_CURRENT), 010);
}

TEST(Ion, HasNeuronsNernstPotential) {
    // nernst(5e-5, 2, 2) and nernst(7, 150, -1) at 6.3 degC as NEURON 9.0.2 prints them with %.17g.
    EXPECT_EQ(nernst_potential(5e-5, 2, 2, 6.3), 127.58951061761749);
    EXPECT_EQ(nernst_potential(7, 150, -1, 6.3), -73.802068540118938);
    EXPECT_EQ(nernst_potential(1, 1, 0, 6.3), 0);
    EXPECT_EQ(nernst_potential(0, 1, 1, 6.3), 1e6);
    EXPECT_EQ(nernst_potential(1, 0, 1, 6.3), -1e6);
}

TEST(Ion, ComesToAllSegmentsWithAPointProcessThatUsesIt) {
    static const rv_ion_use use[] = {{"na", RV_READS_INSIDE, 0, 0}};
    static rv_mechanism point = describe("probe", RV_POINT_PROCESS);
    point.ion_count = 1;
    point.ions = use;
    Cells cells;
    Section& section = cells.create_section("s");
    section.set_nseg(3);
    const MechanismId id = cells.register_mechanism(point);
    cells.create_point_process(id, section, .5);
    const MechanismId na = *cells.find_mechanism("na_ion");
    EXPECT_TRUE(section.has(na));
    const RangeVariable nai = *cells.range_variable("nai");
    const auto style = [&](double x) {
        const VariableRef ref = cells.reference(section, nai, 0, x);
        return cells.mechanism(na).table().at(ion_style_bits, ref.id);
    };
    EXPECT_EQ(style(.1), 0);
    EXPECT_EQ(style(.5), 01 + 020 + 040);
    EXPECT_THROW(cells.create_point_process(id, section, 1), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
