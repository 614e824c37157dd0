#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {
namespace {

// GLOBALs scale and seen; each instance takes what it finds, and leaves its voltage behind.
int take(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        x->field[0][i] = x->global[0];
        x->global[1] = x->v[x->node ? x->node[i] : x->first_node + i];
    }
    return 0;
}

int set_scale(const rv_instances* x, std::int32_t, const double* arguments, std::int32_t, double* result) {
    x->global[0] = arguments[0];
    *result = 0;
    return 0;
}

rv_mechanism observer(std::uint32_t flags) {
    static const rv_field fields[] = {{"found", "", RV_ASSIGNED, 1, 1, 0, 1, 0}};
    static const rv_global globals[] = {{"scale", "", 1, 1, 2, 1, 0}, {"seen", "", 1, 1, 0, 1, 0}};
    static const rv_function functions[] = {{"set_scale", 1, 0, set_scale}};
    rv_mechanism d{};
    d.abi_version = RV_ABI_VERSION;
    d.kind = RV_DENSITY;
    d.name = "observer";
    d.source = "observer.mod";
    d.flags = flags;
    d.field_count = 1;
    d.fields = fields;
    d.global_count = 2;
    d.globals = globals;
    d.function_count = 1;
    d.functions = functions;
    d.advance = take;
    return d;
}

/// Four cells of one section, in as many blocks.
class BlockGlobals : public testing::Test {
  protected:
    void prepare(const rv_mechanism& description) {
        id_ = model_.register_mechanism(description);
        for (int k = 0; k < 4; ++k) {
            cells_.push_back(&model_.create_section("cell"));
            model_.insert(*cells_.back(), id_);
        }
        model_.prepare({.threads = 4, .least_work = 0}, {});
        model_.update_tables();
        ASSERT_EQ(model_.blocks().size(), 4u);
        double v = -70;
        for (const auto& block : model_.blocks()) {
            for (double& x : block->v()) x = v;
            v += 1;
        }
    }
    void advance() {
        for (const auto& block : model_.blocks()) block->advance_states();
    }
    std::vector<double> found() {
        std::vector<double> values;
        for (const auto& block : model_.blocks()) values.push_back(block->instances(id_)->field[0][0]);
        return values;
    }
    std::size_t arrays() {
        std::set<const double*> all;
        for (const auto& block : model_.blocks()) all.insert(block->instances(id_)->global);
        return all.size();
    }
    std::span<double> globals() { return model_.mechanism(id_).globals(); }

    Model model_;
    MechanismId id_{};
    std::vector<Section*> cells_;
};

TEST_F(BlockGlobals, AreSeparateWhereInstancesDontTalkThroughThem) {
    static const rv_mechanism description = observer(RV_IS_THREADSAFE);
    prepare(description);
    EXPECT_EQ(arrays(), 4u);
    advance();
    EXPECT_EQ(globals()[1], -67);  // of the last instance
}

TEST_F(BlockGlobals, AreOneWhereInstancesTalkThroughThem) {
    static const rv_mechanism description = observer(0);
    prepare(description);
    EXPECT_EQ(arrays(), 1u);
}

TEST_F(BlockGlobals, FollowScripts) {
    static const rv_mechanism description = observer(RV_IS_THREADSAFE);
    prepare(description);
    globals()[0] = 5;
    model_.mechanism(id_).touch();
    model_.update_tables();
    advance();
    EXPECT_EQ(found(), (std::vector<double>{5, 5, 5, 5}));
}

TEST_F(BlockGlobals, FollowFunctionsThatScriptsCall) {
    static const rv_mechanism description = observer(RV_IS_THREADSAFE);
    prepare(description);
    const double seven = 7;
    model_.call(id_, 0, model_.instance(*cells_[0], id_, .5), {&seven, 1});
    EXPECT_EQ(globals()[0], 7);
    advance();
    EXPECT_EQ(found(), (std::vector<double>{7, 7, 7, 7}));
}

}  // namespace
}  // namespace ranvier::engine
