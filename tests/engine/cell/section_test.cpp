#include "engine/cell/section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"
#include "tests/engine/solve/hand_made_mechanisms.hpp"

namespace ranvier::engine {
namespace {

std::string section_name(int i) {
    return std::string("s").append(std::to_string(i));
}

std::vector<double> g_of(Model& model, const Section& section) {
    std::vector<double> values;
    const RangeVariable g = *model.range_variable("g_pas");
    for (int i = 0; i < section.nseg(); ++i) {
        values.push_back(model.load(model.reference(section, g, 0, (i + .5) / section.nseg())));
    }
    return values;
}

void number_segments(Model& model, Section& section) {
    section.set_nseg(3);
    model.insert(section, model.register_mechanism(hand_made::passive()));
    for (int i = 0; i < 3; ++i) {
        model.store(model.reference(section, *model.range_variable("g_pas"), 0, (i + .5) / 3), i + 1);
    }
}

using Values = std::vector<double>;

// What NEURON 9.0.2 printed for nseg = 5, 2, 7, 4, 3, 1, 6 one after the other, from 3 segments with g = 1, 2, 3.
TEST(Section, CarriesValuesOverAsNeuronDoesWhenNsegChanges) {
    Model model;
    Section& section = model.create_section("s");
    number_segments(model, section);
    const std::vector<std::pair<int, Values>> expected = {
        {5, {1, 1, 2, 3, 3}}, {2, {1, 3}}, {7, {1, 1, 1, 3, 3, 3, 3}}, {4, {1, 1, 3, 3}},
        {3, {1, 3, 3}},       {1, {3}},    {6, {3, 3, 3, 3, 3, 3}}};
    for (const auto& [n, values] : expected) {
        section.set_nseg(n);
        EXPECT_EQ(g_of(model, section), values) << n;
    }
}

// The same for a section connected by its end 1.
TEST(Section, CarriesValuesOverAsNeuronDoesWhenTurnedRound) {
    Model model;
    Section& parent = model.create_section("p");
    Section& section = model.create_section("s");
    model.connect(section, 1, parent, 1);
    number_segments(model, section);
    const std::vector<std::pair<int, Values>> expected = {
        {5, {1, 1, 2, 3, 3}}, {2, {1, 3}}, {7, {1, 1, 1, 1, 3, 3, 3}}, {4, {1, 1, 3, 3}},
        {3, {1, 1, 3}},       {1, {1}},    {6, {1, 1, 1, 1, 1, 1}}};
    for (const auto& [n, values] : expected) {
        section.set_nseg(n);
        EXPECT_EQ(g_of(model, section), values) << n;
    }
}

// What NEURON printed for six IClamps, placed at 0.1, 0.1, 0.5, 0.9, 1 and 0 of 3 segments.
TEST(Section, TakesPointProcessesAlongWhenNsegChanges) {
    Model model;
    Section& section = model.create_section("s");
    section.set_nseg(3);
    const MechanismId clamp = model.register_mechanism(hand_made::clamp());
    std::vector<InstanceId> points;
    for (const double x : {.1, .1, .5, .9, 1., 0.}) points.push_back(model.create_point_process(clamp, section, x));
    const auto places = [&] {
        Values x;
        for (const InstanceId point : points) x.push_back(model.place(point).x);
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
    Model model;
    Section& a = model.create_section("a");
    Section& b = model.create_section("b");
    Section& c = model.create_section("c");
    model.connect(b, 0, a, 1);
    model.connect(c, 0, b, 1);
    EXPECT_THROW(model.connect(a, 0, c, 1), std::invalid_argument);
    EXPECT_THROW(model.connect(a, 0, a, 1), std::invalid_argument);
    EXPECT_EQ(a.parent(), nullptr);
}

TEST(Section, RefusesImpossibleNumbers) {
    Model model;
    Section& a = model.create_section("a");
    Section& b = model.create_section("b");
    EXPECT_THROW(a.set_nseg(0), std::invalid_argument);
    EXPECT_THROW(a.set_nseg(32768), std::invalid_argument);
    EXPECT_THROW(a.set_L(std::nan("")), std::invalid_argument);
    EXPECT_THROW(model.connect(b, .5, a, 1), std::invalid_argument);
    EXPECT_THROW(model.connect(b, 0, a, 1.5), std::invalid_argument);
    EXPECT_THROW(a.segment_at(-.1), std::invalid_argument);
}

TEST(Section, KeepsSiblingsByDistanceWithTheLatestFirst) {
    Model model;
    Section& parent = model.create_section("p");
    std::vector<Section*> s;
    for (int i = 0; i < 5; ++i) s.push_back(&model.create_section(section_name(i)));
    model.connect(*s[0], 0, parent, 1);
    model.connect(*s[1], 0, parent, .5);
    model.connect(*s[2], 0, parent, 1);
    model.connect(*s[3], 0, parent, 0);
    model.connect(*s[4], 0, parent, .5);
    EXPECT_EQ((std::vector<Section*>(parent.children().begin(), parent.children().end())),
              (std::vector<Section*>{s[3], s[4], s[1], s[2], s[0]}));
}

TEST(Section, MovesAPointAtItsBeginningWhenTheConnectionChanges) {
    Model model;
    Section& parent = model.create_section("p");
    Section& child = model.create_section("c");
    model.connect(child, 0, parent, 1);
    const InstanceId point = model.create_point_process(model.register_mechanism(hand_made::clamp()), child, 0);
    EXPECT_EQ(child.compartment_at(0), parent.compartment_at(1));
    model.disconnect(child);
    EXPECT_NE(child.compartment_at(0), parent.compartment_at(1));
    EXPECT_EQ(model.place(point).section, &child);
    EXPECT_EQ(model.place(point).x, 0);
    model.connect(child, 0, parent, .5);
    EXPECT_EQ(child.compartment_at(0), parent.compartment_at(.5));
    EXPECT_EQ(model.place(point).x, 0);
}

TEST(Section, LeavesItsChildrenAsRootsWhenDestroyed) {
    Model model;
    Section& parent = model.create_section("p");
    Section& child = model.create_section("c");
    model.connect(child, 0, parent, 1);
    const InstanceId point = model.create_point_process(model.register_mechanism(hand_made::clamp()), parent, .5);
    model.destroy_section(parent);
    EXPECT_EQ(child.parent(), nullptr);
    EXPECT_EQ(model.sections().size(), 1u);
    EXPECT_FALSE(model.exists(point));
    EXPECT_EQ(model.place(point).section, nullptr);
    model.prepare({}, {});
    EXPECT_EQ(model.blocks()[0]->compartment_count(), 3u);
}

bool lies_in(const Section& section, std::uint32_t compartment) {
    for (int k = 0; k < section.nseg(); ++k) {
        if (section.compartment_at((k + .5) / section.nseg()) == compartment) return true;
    }
    return compartment == section.near_compartment() || compartment == section.far_compartment();
}

// Random edits of structure, with each segment's g marked by its section: values stay where they are written, through
// reorderings; every section is in some block.
TEST(Section, KeepsItsValuesThroughRandomEdits) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        Model model;
        const MechanismId pas = model.register_mechanism(hand_made::passive());
        const MechanismId clamp = model.register_mechanism(hand_made::clamp());
        std::map<Section*, double> mark;
        std::map<std::uint32_t, double> points;
        int made = 0, at_home = 0;
        const auto roll = [&](unsigned n) { return static_cast<int>(random() % n); };
        const auto pick = [&] { return std::next(mark.begin(), random() % mark.size())->first; };
        for (int step = 0; step < 150; ++step) {
            switch (mark.size() < 3 ? 0 : random() % 8) {
                case 0: {
                    Section& s = model.create_section(section_name(made++));
                    model.insert(s, pas);
                    model.store(model.reference(s, *model.range_variable("g_pas"), 0, .5), made);
                    mark[&s] = made;
                    break;
                }
                case 1:
                    pick()->set_nseg(1 + static_cast<int>(random() % 6));
                    break;
                case 2: {
                    Section* child = pick();
                    Section* parent = pick();
                    if (&parent->root() == &child->root()) break;
                    model.connect(*child, roll(2), *parent, roll(5) / 4.);
                    break;
                }
                case 3:
                    model.disconnect(*pick());
                    break;
                case 4: {
                    Section* s = pick();
                    if (random() % 3 == 0) {
                        for (const InstanceId p : s->point_processes()) points.erase(p.id);
                        mark.erase(s);
                        model.destroy_section(*s);
                    }
                    break;
                }
                case 5: {
                    const InstanceId p = model.create_point_process(clamp, *pick(), roll(9) / 8.);
                    model.store(model.reference(p, 0), step);
                    points[p.id] = step;
                    break;
                }
                case 6: {
                    if (points.empty()) break;
                    const auto at = std::next(points.begin(), random() % points.size());
                    model.move_point_process({clamp, at->first}, *pick(), roll(9) / 8.);
                    break;
                }
                default:
                    model.prepare({1 + static_cast<int>(random() % 3), 1 + random() % 20}, {});
            }
            for (const auto& [s, value] : mark) {
                for (const double x : g_of(model, *s)) ASSERT_EQ(x, value) << "seed " << seed << " step " << step;
            }
            for (const auto& [id, value] : points) {
                ASSERT_EQ(model.load({clamp, 0, id}), value);
                const Model::Place place = model.place({clamp, id});
                ASSERT_NE(place.section, nullptr);
                // A point at the beginning of a branch stays in its compartment when the parent changes.
                const std::uint32_t at = model.mechanism(clamp).compartment(id);
                if (!lies_in(*place.section, at)) continue;
                ASSERT_EQ(at, place.section->compartment_at(place.x)) << "seed " << seed << " step " << step;
                ++at_home;
            }
        }
        EXPECT_GT(at_home, 100);
        model.prepare({}, {});
        std::size_t compartments = 0;
        for (const auto& block : model.blocks()) compartments += block->compartment_count();
        std::size_t expected = 0;
        for (const auto& [s, value] : mark) expected += static_cast<std::size_t>(s->nseg()) + (s->parent() ? 1 : 2);
        EXPECT_EQ(compartments, expected);
    }
}

}  // namespace
}  // namespace ranvier::engine
