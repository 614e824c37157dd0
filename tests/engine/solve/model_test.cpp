#include "engine/solve/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/block.hpp"
#include "tests/engine/cell/hand_made_mechanisms.hpp"
#include "tests/engine/solve/fixed_step.hpp"

namespace ranvier::engine {
namespace {

using hand_made::describe;

std::string numbered(int i) {
    return std::string("s").append(std::to_string(i));
}

// A pump that sets cai to a value: the ion's reversal potential follows in the next step.
int set_cai(rv_instances* x) {
    for (int i = 0; i < x->count; ++i) {
        x->ion[0].inside[x->ion[0].index ? x->ion[0].index[i] : x->ion[0].first + i] = 1e-3;
    }
    return 0;
}

TEST(Model, LetsThePotentialFollowAWrittenConcentration) {
    static const rv_ion_use use[] = {{"ca", RV_WRITES_INSIDE, 0, 0}};
    static rv_mechanism pump = describe("pump", RV_DENSITY);
    pump.ion_count = 1;
    pump.ions = use;
    pump.advance = set_cai;
    Model model;
    Section& section = model.create_section("s");
    section.set_nseg(3);
    model.insert(section, model.register_mechanism(pump));
    const VariableRef eca = model.reference(section, *model.range_variable("eca"), 0, .5);
    const VariableRef cai = model.reference(section, *model.range_variable("cai"), 0, .5);
    EXPECT_EQ(model.load(eca), 12.5 * std::log(2. / 5e-5));
    model.mechanism(*model.find_mechanism("ca_ion")).globals()[0] = 1e-4;
    initialize(model, -65);
    EXPECT_EQ(model.load(cai), 1e-4);
    EXPECT_EQ(model.load(eca), nernst_potential(1e-4, 2, 2, 6.3));
    advance(model, 2);
    EXPECT_EQ(model.load(eca), nernst_potential(1e-3, 2, 2, 6.3));
}

// Three clamps in one segment: the latest runs first, which decides the bits of the sum.
std::vector<double> seen;
int note_amp(rv_instances* x) {
    for (int i = 0; i < x->count; ++i) seen.push_back(x->field[0][i]);
    return 0;
}

TEST(Model, RunsTheLatestPlacedPointProcessOfACompartmentFirst) {
    static const rv_field fields[] = {{"amp", "nA", RV_PARAMETER, 1, 1, 0, 1, 0}};
    static rv_mechanism noting = describe("Noting", RV_POINT_PROCESS);
    noting.field_count = 1;
    noting.fields = fields;
    noting.current = note_amp;
    Model model;
    Section& section = model.create_section("s");
    const MechanismId id = model.register_mechanism(noting);
    std::vector<InstanceId> points;
    for (int i = 0; i < 3; ++i) {
        points.push_back(model.create_point_process(id, section, .5));
        model.store(model.reference(points.back(), 0), i);
    }
    model.move_point_process(points[1], section, .5);
    seen.clear();
    initialize(model, -65);
    EXPECT_EQ(seen, (std::vector<double>{1, 2, 0}));
    EXPECT_EQ(model.blocks()[0]->instances(id)->nodes_are_distinct, 0);
}

TEST(Model, ResolvesPointersAfterEveryReordering) {
    static const char* const pointers[] = {"target"};
    static rv_mechanism pointing = describe("Pointing", RV_POINT_PROCESS);
    pointing.pointer_count = 1;
    pointing.pointers = pointers;
    Model model;
    Section& a = model.create_section("a");
    Section& b = model.create_section("b");
    const MechanismId id = model.register_mechanism(pointing);
    const InstanceId point = model.create_point_process(id, a, .5);
    const VariableRef v = model.reference(b, *model.range_variable("v"), 0, .5);
    model.set_pointer(point, 0, v);
    const auto target = [&] {
        const Model::Location at = model.locate(point);
        return model.blocks()[at.block]->instances(id)->pointer[0][at.index];
    };
    model.prepare({}, {});
    EXPECT_EQ(target(), model.address(v));
    b.set_nseg(5);
    a.set_nseg(2);
    model.prepare({2, 1, 0}, {});
    EXPECT_EQ(target(), model.address(v));
    model.destroy_section(b);
    model.prepare({}, {});
    EXPECT_EQ(target(), nullptr);
    EXPECT_THROW(model.load(v), std::runtime_error);
}

TEST(Model, KeepsTiedCellsInOneBlock) {
    Model model;
    std::vector<Section*> s;
    for (int i = 0; i < 20; ++i) s.push_back(&model.create_section(numbered(i)));
    static const rv_mechanism artificial = describe("Art", RV_ARTIFICIAL_CELL);
    const MechanismId id = model.register_mechanism(artificial);
    std::vector<InstanceId> cells;
    for (int i = 0; i < 20; ++i) cells.push_back(model.create_artificial_cell(id));
    const std::vector<Model::Bond> bonds{
        {s[0], {}, s[19], {}}, {nullptr, cells[3], s[0], {}}, {nullptr, cells[5], nullptr, cells[17]}};
    model.prepare({4, 8192, 0}, bonds);
    EXPECT_EQ(model.blocks().size(), 4u);
    EXPECT_EQ(model.block_of(*s[0]), model.block_of(*s[19]));
    EXPECT_EQ(model.locate(cells[3]).block, model.block_of(*s[0]));
    EXPECT_EQ(model.locate(cells[5]).block, model.locate(cells[17]).block);
    for (const auto& block : model.blocks()) EXPECT_GT(block->compartment_count(), 0u);
}

// Kernels need no index: neither with many branches, nor with cells of several shapes, nor with ions.
TEST(Model, PutsTheInstancesOfAMechanismAtConsecutiveCompartments) {
    static const rv_ion_use use[] = {{"na", RV_READS_EREV, 0, 0}};
    static rv_mechanism channel = describe("channel", RV_DENSITY);
    channel.ion_count = 1;
    channel.ions = use;
    Model model;
    const MechanismId pas = model.register_mechanism(hand_made::passive());
    const MechanismId active = model.register_mechanism(channel);
    for (int cell = 0; cell < 21; ++cell) {
        Section& soma = model.create_section("soma");
        model.insert(soma, active);
        for (int k = 0; k < 2 + cell % 2; ++k) {
            Section& dendrite = model.create_section("dendrite");
            dendrite.set_nseg(3 + cell / 16);
            model.connect(dendrite, 0, soma, k / 2.);
            model.insert(dendrite, pas);
        }
    }
    model.prepare({}, {});
    const rv_instances* channels = model.blocks()[0]->instances(active);
    EXPECT_EQ(model.blocks()[0]->instances(pas)->node, nullptr);
    EXPECT_EQ(channels->node, nullptr);
    EXPECT_EQ(channels->count, 21);
    EXPECT_EQ(channels->ion[0].index, nullptr);
}

TEST(Model, FindsAVoltageThatIsNotFinite) {
    Model model;
    for (int i = 0; i < 3; ++i) model.create_section(numbered(i)).set_nseg(7);
    initialize(model, -65);
    advance(model, 1);
    const Block& block = *model.blocks()[0];
    EXPECT_EQ(block.find_not_finite(), -1);
    model.store(model.reference(*model.sections()[1], *model.range_variable("v"), 0, .5), std::nan(""));
    advance(model, 1);
    const std::ptrdiff_t at = block.find_not_finite();
    ASSERT_GE(at, 0);
    EXPECT_EQ(model.compartment_place(block.first_row() + static_cast<std::uint32_t>(at)).section->name(), "s1");
}

// Membrane currents of an isolated cell add up to what electrodes put in (Kirchhoff).
TEST(Model, BalancesMembraneCurrentAgainstTheElectrode) {
    Model model;
    model.use_fast_imem = true;
    Section& soma = model.create_section("soma");
    Section& dendrite = model.create_section("dendrite");
    dendrite.set_nseg(5);
    model.connect(dendrite, 0, soma, 1);
    const MechanismId pas = model.register_mechanism(hand_made::passive());
    model.insert(soma, pas);
    model.insert(dendrite, pas);
    const MechanismId clamp = model.register_mechanism(hand_made::clamp());
    const InstanceId point = model.create_point_process(clamp, dendrite, .9);
    model.store(model.reference(point, 0), .3);
    initialize(model, -65);
    for (int k = 0; k < 5; ++k) {
        advance(model, 1);
        double sum = 0;
        const RangeVariable i = *model.range_variable("i_membrane_");
        for (const Section* s : {&soma, &dendrite}) {
            for (int j = 0; j < s->nseg(); ++j) sum += model.load(model.reference(*s, i, 0, (j + .5) / s->nseg()));
        }
        EXPECT_NEAR(sum, .3, 1e-10);
    }
}

// g_pas of its segments
std::vector<double> g_of(Model& model, const Section& section) {
    std::vector<double> values;
    const RangeVariable g = *model.range_variable("g_pas");
    for (int i = 0; i < section.nseg(); ++i) {
        values.push_back(model.load(model.reference(section, g, 0, (i + .5) / section.nseg())));
    }
    return values;
}

bool lies_in(const Section& section, std::uint32_t compartment) {
    for (int k = 0; k < section.nseg(); ++k) {
        if (section.compartment_at((k + .5) / section.nseg()) == compartment) return true;
    }
    return compartment == section.near_compartment() || compartment == section.far_compartment();
}

// Random edits of structure, with each segment's g marked by its section: values stay where they are written, through
// reorderings; every section is in some block.
TEST(Model, KeepsItsValuesThroughRandomEdits) {
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
                    Section& s = model.create_section(numbered(made++));
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
