#include "engine/cell/section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "tests/engine/cell/hand_made_mechanisms.hpp"

namespace ranvier::engine {
namespace {

std::vector<double> g_of(Cells& cells, const Section& section) {
    std::vector<double> values;
    const RangeVariable g = *cells.range_variable("g_pas");
    for (int i = 0; i < section.nseg(); ++i) {
        values.push_back(cells.load(cells.reference(section, g, 0, (i + .5) / section.nseg())));
    }
    return values;
}

void number_segments(Cells& cells, Section& section) {
    section.set_nseg(3);
    cells.insert(section, cells.register_mechanism(hand_made::passive()));
    for (int i = 0; i < 3; ++i) {
        cells.store(cells.reference(section, *cells.range_variable("g_pas"), 0, (i + .5) / 3), i + 1);
    }
}

using Values = std::vector<double>;

// What NEURON 9.0.2 printed for nseg = 5, 2, 7, 4, 3, 1, 6 one after the other, from 3 segments with g = 1, 2, 3.
TEST(Section, CarriesValuesOverAsNeuronDoesWhenNsegChanges) {
    Cells cells;
    Section& section = cells.create_section("s");
    number_segments(cells, section);
    const std::vector<std::pair<int, Values>> expected = {
        {5, {1, 1, 2, 3, 3}}, {2, {1, 3}}, {7, {1, 1, 1, 3, 3, 3, 3}}, {4, {1, 1, 3, 3}},
        {3, {1, 3, 3}},       {1, {3}},    {6, {3, 3, 3, 3, 3, 3}}};
    for (const auto& [n, values] : expected) {
        section.set_nseg(n);
        EXPECT_EQ(g_of(cells, section), values) << n;
    }
}

// The same for a section connected by its end 1.
TEST(Section, CarriesValuesOverAsNeuronDoesWhenTurnedRound) {
    Cells cells;
    Section& parent = cells.create_section("p");
    Section& section = cells.create_section("s");
    cells.connect(section, 1, parent, 1);
    number_segments(cells, section);
    const std::vector<std::pair<int, Values>> expected = {
        {5, {1, 1, 2, 3, 3}}, {2, {1, 3}}, {7, {1, 1, 1, 1, 3, 3, 3}}, {4, {1, 1, 3, 3}},
        {3, {1, 1, 3}},       {1, {1}},    {6, {1, 1, 1, 1, 1, 1}}};
    for (const auto& [n, values] : expected) {
        section.set_nseg(n);
        EXPECT_EQ(g_of(cells, section), values) << n;
    }
}

// What NEURON printed for six IClamps, placed at 0.1, 0.1, 0.5, 0.9, 1 and 0 of 3 segments.
TEST(Section, TakesPointProcessesAlongWhenNsegChanges) {
    Cells cells;
    Section& section = cells.create_section("s");
    section.set_nseg(3);
    const MechanismId clamp = cells.register_mechanism(hand_made::clamp());
    std::vector<InstanceId> points;
    for (const double x : {.1, .1, .5, .9, 1., 0.}) points.push_back(cells.create_point_process(clamp, section, x));
    const auto places = [&] {
        Values x;
        for (const InstanceId point : points) x.push_back(cells.place(point).x);
        return x;
    };
    EXPECT_EQ(places(), (Values{.16666666666666666, .16666666666666666, .5, .8333333333333334, 1, 0}));
    section.set_nseg(5);
    EXPECT_EQ(places(), (Values{.1, .1, .5, .9, 1, 0}));
    section.set_nseg(2);
    EXPECT_EQ(places(), (Values{.25, .25, .25, .75, 1, 0}));
    section.set_nseg(7);
    EXPECT_EQ(places(), (Values{.21428571428571427, .21428571428571427, .21428571428571427, .7857142857142857, 1, 0}));
    section.set_nseg(1);
    EXPECT_EQ(places(), (Values{.5, .5, .5, .5, 1, 0}));
}

TEST(Section, RefusesALoop) {
    Cells cells;
    Section& a = cells.create_section("a");
    Section& b = cells.create_section("b");
    Section& c = cells.create_section("c");
    cells.connect(b, 0, a, 1);
    cells.connect(c, 0, b, 1);
    EXPECT_THROW(cells.connect(a, 0, c, 1), std::invalid_argument);
    EXPECT_THROW(cells.connect(a, 0, a, 1), std::invalid_argument);
    EXPECT_EQ(a.parent(), nullptr);
}

TEST(Section, RefusesALoopInAnyTree) {
    std::mt19937 random(1);
    Cells cells;
    std::vector<Section*> s;
    for (int i = 0; i < 20; ++i) s.push_back(&cells.create_section(std::to_string(i)));
    const auto is_in_subtree = [](const Section* section, const Section* top) {
        while (section && section != top) section = section->parent();
        return section != nullptr;
    };
    int loops = 0;
    for (int step = 0; step < 2000; ++step) {
        Section& child = *s[random() % s.size()];
        Section& parent = *s[random() % s.size()];
        if (random() % 4 == 0) cells.disconnect(child);
        if (is_in_subtree(&parent, &child)) {
            EXPECT_THROW(cells.connect(child, 0, parent, 1), std::invalid_argument);
            ++loops;
        } else {
            cells.disconnect(child);
            cells.connect(child, 0, parent, 1);
        }
    }
    EXPECT_GT(loops, 100);
}

TEST(Section, RefusesImpossibleNumbers) {
    Cells cells;
    Section& a = cells.create_section("a");
    Section& b = cells.create_section("b");
    EXPECT_THROW(a.set_nseg(0), std::invalid_argument);
    EXPECT_THROW(a.set_nseg(32768), std::invalid_argument);
    EXPECT_THROW(a.set_L(std::nan("")), std::invalid_argument);
    EXPECT_THROW(cells.connect(b, .5, a, 1), std::invalid_argument);
    EXPECT_THROW(cells.connect(b, 0, a, 1.5), std::invalid_argument);
    EXPECT_THROW(a.segment_at(-.1), std::invalid_argument);
}

TEST(Section, KeepsSiblingsByDistanceWithTheLatestFirst) {
    Cells cells;
    Section& parent = cells.create_section("p");
    std::vector<Section*> s;
    for (int i = 0; i < 5; ++i) s.push_back(&cells.create_section(std::string("s").append(std::to_string(i))));
    cells.connect(*s[0], 0, parent, 1);
    cells.connect(*s[1], 0, parent, .5);
    cells.connect(*s[2], 0, parent, 1);
    cells.connect(*s[3], 0, parent, 0);
    cells.connect(*s[4], 0, parent, .5);
    EXPECT_EQ((std::vector<Section*>(parent.children().begin(), parent.children().end())),
              (std::vector<Section*>{s[3], s[4], s[1], s[2], s[0]}));
}

TEST(Section, MovesAPointAtItsBeginningWhenTheConnectionChanges) {
    Cells cells;
    Section& parent = cells.create_section("p");
    Section& child = cells.create_section("c");
    cells.connect(child, 0, parent, 1);
    const InstanceId point = cells.create_point_process(cells.register_mechanism(hand_made::clamp()), child, 0);
    EXPECT_EQ(child.compartment_at(0), parent.compartment_at(1));
    cells.disconnect(child);
    EXPECT_NE(child.compartment_at(0), parent.compartment_at(1));
    EXPECT_EQ(cells.place(point).section, &child);
    EXPECT_EQ(cells.place(point).x, 0);
    cells.connect(child, 0, parent, .5);
    EXPECT_EQ(child.compartment_at(0), parent.compartment_at(.5));
    EXPECT_EQ(cells.place(point).x, 0);
}

TEST(Section, LeavesItsChildrenAsRootsWhenDestroyed) {
    Cells cells;
    Section& parent = cells.create_section("p");
    Section& child = cells.create_section("c");
    cells.connect(child, 0, parent, 1);
    const InstanceId point = cells.create_point_process(cells.register_mechanism(hand_made::clamp()), parent, .5);
    cells.destroy_section(parent);
    EXPECT_EQ(child.parent(), nullptr);
    EXPECT_EQ(cells.sections().size(), 1u);
    EXPECT_FALSE(cells.exists(point));
    EXPECT_EQ(cells.place(point).section, nullptr);
}

// Sections, and the point processes of one of them, are created and destroyed at random.
TEST(Section, StaysInOrderOfCreation) {
    std::mt19937 random(1);
    Cells cells;
    Section& home = cells.create_section("home");
    const MechanismId clamp = cells.register_mechanism(hand_made::clamp());
    std::vector<const Section*> sections{&home};
    std::vector<InstanceId> points;
    for (int step = 0; step < 4000; ++step) {
        const bool adds = random() % 100 < (step % 1000 < 500 ? 70u : 30u);
        if (adds) {
            sections.push_back(&cells.create_section("s"));
            points.push_back(cells.create_point_process(clamp, home, .5));
        } else if (!points.empty()) {
            const auto section = sections.begin() + 1 + static_cast<std::ptrdiff_t>(random() % points.size());
            cells.destroy_section(const_cast<Section&>(**section));
            sections.erase(section);
            const auto point = points.begin() + static_cast<std::ptrdiff_t>(random() % points.size());
            cells.destroy_instance(*point);
            points.erase(point);
        }
        if (random() % 20 != 0) continue;
        std::vector<const Section*> found;
        for (const auto& each : cells.sections()) found.push_back(each.get());
        ASSERT_EQ(found, sections);
        const auto located = home.point_processes();
        ASSERT_EQ(std::vector<InstanceId>(located.begin(), located.end()), points);
    }
}

}  // namespace
}  // namespace ranvier::engine
