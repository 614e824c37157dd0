#include "engine/variable/state_listing.hpp"

#include <gtest/gtest.h>

#include <string>

#include "variable_parts.hpp"

namespace ranvier::engine {
namespace {

class StateListingTest : public testing::Test, protected VariableParts {
  protected:
    /// Two cells of a soma with two dendrites, whose compartments lie side by side in their block.
    StateListingTest() {
        for (const std::string cell : {"a", "b"}) {
            Section& soma = make_soma(cell);
            for (const std::string part : {"1", "2"}) model.connect(make_soma(cell + part), 0, soma, 1);
        }
        model.sections()[1]->set_nseg(2);
        model.sections()[4]->set_nseg(2);
        begin_steps();
    }
    /// "a(0.5)" for each potential.
    std::string names(const std::vector<ListedStates>& all) const {
        std::string text;
        for (const ListedStates& of : all) {
            for (const std::uint32_t k : of.order) {
                const OdeState& state = of.integrator->system().map().states()[k];
                for (const auto& section : model.sections()) {
                    const auto ids = section->compartments();
                    if (std::ranges::find(ids, state.compartment) == ids.end()) continue;
                    text += fmt::format("{}({}) ", section->name(), section->position_of(state.compartment));
                }
            }
            text += "| ";
        }
        return text;
    }
};

TEST_F(StateListingTest, ListsTheCellsOfAnIntegratorOneAfterTheOther) {
    const std::string listed = names(integrators.listed());
    EXPECT_EQ(listed, "a(0.5) a2(0.5) a1(0.25) a1(0.75) b(0.5) b2(0.5) b1(0.25) b1(0.75) | ");
}

TEST_F(StateListingTest, ListsIntegratorsInTheOrderOfTheirCells) {
    variable.local = true;
    ++variable.version;
    tables.prepare();
    integrators.bind();
    ASSERT_EQ(integrators.size(), 2u);
    const std::string in_order = names(integrators.listed());
    EXPECT_EQ(in_order, "a(0.5) a2(0.5) a1(0.25) a1(0.75) | b(0.5) b2(0.5) b1(0.25) b1(0.75) | ");
    EXPECT_EQ(names(list_states(model, {&integrators[1], &integrators[0]})), in_order);
}

TEST_F(StateListingTest, MovesValuesThereAndBack) {
    const ListedStates& all = integrators.listed().front();
    std::vector<double> values(all.order.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[all.order[k]] = static_cast<double>(k);
    EXPECT_EQ(listed(all, values), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(unlisted(all, listed(all, values)), values);
    EXPECT_NE(listed(all, values), values);
    EXPECT_TRUE(listed(all, {}).empty()) << "before the first step";
}

}  // namespace
}  // namespace ranvier::engine
