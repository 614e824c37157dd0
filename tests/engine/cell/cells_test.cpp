#include "engine/cell/cells.hpp"

#include <gtest/gtest.h>

#include "engine/cell/mechanism_type.hpp"
#include "tests/engine/cell/hand_made_mechanisms.hpp"

namespace ranvier::engine {
namespace {

using hand_made::describe;

std::vector<std::string> names(const Cells& cells) {
    std::vector<std::string> result;
    for (const MechanismId id : cells.running_order()) result.push_back(cells.mechanism(id).name());
    return result;
}

// The order that NEURON 9.0.2 uses with built-in hh and three mechanisms of a user that write concentrations.
TEST(Cells, OrdersMechanismsAsNeuronSumsThem) {
    static const rv_ion_use hh_ions[] = {{"na", RV_READS_EREV | RV_WRITES_CURRENT, 0, 0},
                                         {"k", RV_READS_EREV | RV_WRITES_CURRENT, 0, 0}};
    static const rv_ion_use writes_ca[] = {{"ca", RV_READS_CURRENT | RV_WRITES_INSIDE, 0, 0}};
    static const rv_ion_use writes_zn[] = {{"zn", RV_WRITES_OUTSIDE, 1, 2.}};
    static const rv_mechanism pas = describe("pas", RV_DENSITY), clamp = describe("IClamp", RV_POINT_PROCESS);
    static rv_mechanism hh = describe("hh", RV_DENSITY), first = describe("first", RV_DENSITY),
                        second = describe("second", RV_DENSITY), plain = describe("plain", RV_DENSITY);
    hh.ion_count = 2;
    hh.ions = hh_ions;
    first.ion_count = second.ion_count = 1;
    first.ions = writes_ca;
    second.ions = writes_zn;
    Cells cells;
    for (const rv_mechanism* d :
         {&pas, &clamp, static_cast<const rv_mechanism*>(&hh), static_cast<const rv_mechanism*>(&first),
          static_cast<const rv_mechanism*>(&plain), static_cast<const rv_mechanism*>(&second)}) {
        cells.register_mechanism(*d);
    }
    EXPECT_EQ(names(cells), (std::vector<std::string>{"pas", "na_ion", "k_ion", "ca_ion", "zn_ion", "second", "first",
                                                      "IClamp", "hh", "plain"}));
}

TEST(Cells, TakesTheSameDescriptionAgainAndRefusesAnotherOfTheName) {
    Cells cells;
    const MechanismId id = cells.register_mechanism(hand_made::passive());
    EXPECT_EQ(cells.register_mechanism(hand_made::passive()), id);
    static const rv_mechanism other = describe("pas", RV_DENSITY);
    EXPECT_THROW(cells.register_mechanism(other), std::invalid_argument);
}

}  // namespace
}  // namespace ranvier::engine
