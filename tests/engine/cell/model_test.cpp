#include "engine/solve/model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/block.hpp"
#include "tests/engine/solve/fixed_step.hpp"
#include "tests/engine/solve/hand_made_mechanisms.hpp"

namespace ranvier::engine {
namespace {

std::string numbered(int i) {
    return std::string("s").append(std::to_string(i));
}

rv_mechanism describe(const char* name, rv_kind kind) {
    rv_mechanism d{};
    d.abi_version = RV_ABI_VERSION;
    d.kind = kind;
    d.name = name;
    d.source = name;
    return d;
}

std::vector<std::string> names(const Model& model) {
    std::vector<std::string> result;
    for (const MechanismId id : model.running_order()) result.push_back(model.mechanism(id).name());
    return result;
}

// The order that NEURON 9.0.2 uses with built-in hh and three mechanisms of a user that write concentrations.
TEST(Model, OrdersMechanismsAsNeuronSumsThem) {
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
    Model model;
    for (const rv_mechanism* d :
         {&pas, &clamp, static_cast<const rv_mechanism*>(&hh), static_cast<const rv_mechanism*>(&first),
          static_cast<const rv_mechanism*>(&plain), static_cast<const rv_mechanism*>(&second)}) {
        model.register_mechanism(*d);
    }
    EXPECT_EQ(names(model), (std::vector<std::string>{"pas", "na_ion", "k_ion", "ca_ion", "zn_ion", "second", "first",
                                                      "IClamp", "hh", "plain"}));
}

TEST(Model, TakesTheSameDescriptionAgainAndRefusesAnotherOfTheName) {
    Model model;
    const MechanismId id = model.register_mechanism(hand_made::passive());
    EXPECT_EQ(model.register_mechanism(hand_made::passive()), id);
    static const rv_mechanism other = describe("pas", RV_DENSITY);
    EXPECT_THROW(model.register_mechanism(other), std::invalid_argument);
}

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

// A pump that sets cai to a value: the ion's reversal potential follows in the next step.
int set_cai(rv_instances* x) {
    for (int i = 0; i < x->count; ++i) {
        x->ion[0].inside[x->ion[0].index ? x->ion[0].index[i] : x->ion[0].first + i] = 1e-3;
    }
    return 0;
}

TEST(Ion, LetsThePotentialFollowAWrittenConcentration) {
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

TEST(Ion, ComesToAllSegmentsWithAPointProcessThatUsesIt) {
    static const rv_ion_use use[] = {{"na", RV_READS_INSIDE, 0, 0}};
    static rv_mechanism point = describe("probe", RV_POINT_PROCESS);
    point.ion_count = 1;
    point.ions = use;
    Model model;
    Section& section = model.create_section("s");
    section.set_nseg(3);
    const MechanismId id = model.register_mechanism(point);
    model.create_point_process(id, section, .5);
    const MechanismId na = *model.find_mechanism("na_ion");
    EXPECT_TRUE(section.has(na));
    const RangeVariable nai = *model.range_variable("nai");
    const auto style = [&](double x) {
        const VariableRef ref = model.reference(section, nai, 0, x);
        return model.mechanism(na).table().at(ion_style_bits, ref.id);
    };
    EXPECT_EQ(style(.1), 0);
    EXPECT_EQ(style(.5), 01 + 020 + 040);
    EXPECT_THROW(model.create_point_process(id, section, 1), std::invalid_argument);
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
    model.prepare({2, 1}, {});
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
    const std::vector<Model::Tie> ties{
        {s[0], {}, s[19], {}}, {nullptr, cells[3], s[0], {}}, {nullptr, cells[5], nullptr, cells[17]}};
    model.prepare({4, 8192}, ties);
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

}  // namespace
}  // namespace ranvier::engine
