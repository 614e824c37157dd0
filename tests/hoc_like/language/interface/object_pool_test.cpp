#include "hoc_like/language/interface/object_pool.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

/// 16 bytes: its number, assigned at creation; counts living objects.
class Grain final : public PooledObject {
  public:
    ~Grain() override { --*static_cast<int*>(owner()); }
    void count() { ++*static_cast<int*>(owner()); }
    std::int32_t value = 0;
};
static_assert(sizeof(Grain) == 16);

struct GrainBench : Bench {
    GrainBench() {
        ClassDefinition definition;
        definition.name = "Grain";
        definition.pooled.bytes = sizeof(Grain);
        definition.pooled.owner = &living;
        definition.pooled.place = [](void* at) -> PooledObject* {
            auto* grain = new (at) Grain;
            grain->count();
            return grain;
        };
        definition.pooled.construct = [](Call& call) {
            call.self_as<Grain>().value = static_cast<std::int32_t>(call.number_or(0, -1));
        };
        definition.properties = {
            {"value", "", "", 0, [](Native& self, auto) { return double(static_cast<Grain&>(self).value); },
             [](Native& self, auto, double v) { static_cast<Grain&>(self).value = int(v); }, nullptr}};
        registry.add(std::move(definition));
    }
    int living = 0;
};

// Some 60,000 objects fill 15 pages, of which whole ones are freed.
TEST(ObjectPool, NumbersAndFindsObjectsAsAMapDoes) {
    GrainBench bench;
    ClassInfo& grains = bench.hoc.built_in_class("Grain");
    std::mt19937 random{7};
    std::map<std::int64_t, ObjectPtr> model;
    std::int64_t next = 0;
    for (int round = 0; round < 40; ++round) {
        for (int i = 0; i < 3000; ++i) {
            ObjectPtr made = bench.hoc.make_pooled(grains);
            made.as<Grain>()->value = static_cast<std::int32_t>(next);
            ASSERT_EQ(made->index(), next);
            model.emplace(next++, std::move(made));
        }
        // Removes a range, so that pages are freed, and some others.
        const auto first = static_cast<std::int64_t>(random() % static_cast<unsigned>(next));
        model.erase(model.lower_bound(first), model.lower_bound(first + 6000));
        for (int i = 0; i < 500; ++i) model.erase(static_cast<std::int64_t>(random() % static_cast<unsigned>(next)));
        if (round == 25) model.clear();
        if (model.empty()) next = 0;
        ASSERT_EQ(bench.living, static_cast<int>(model.size()));
        const auto all = bench.hoc.instances("Grain");
        ASSERT_EQ(all.size(), model.size());
        std::size_t k = 0;
        for (const auto& [index, object] : model) {
            ASSERT_EQ(all[k++], object);
            ASSERT_EQ(object->index(), index);
            ASSERT_EQ(object.as<Grain>()->value, index);
        }
    }
}

TEST(ObjectPool, IsSeenByScriptsAsAnyClass) {
    GrainBench bench;
    EXPECT_EQ(bench.run("objref a, b, c\na = new Grain(5)\nb = new Grain()\nc = a\nprint a, b, a == c, a == b\n"
                        "b.value = a.value + 1\nprint Grain[1].value\nobjref a\nprint c.value\nobjref c\n"),
              "Grain[0] Grain[1] 1 0 \n6 \n5 \n");
    EXPECT_EQ(bench.living, 1);
    EXPECT_NE(bench.error("print Grain[0].value\n").find("there is no Grain[0]"), std::string::npos);
    bench.run("objref b\na = new Grain(1)\n");
    EXPECT_EQ(bench.run("print a\n"), "Grain[0] \n");
    EXPECT_NE(bench.error("a.nothing()\n").find("Grain has no member nothing"), std::string::npos);
    EXPECT_NE(bench.error("a = new Grain(\"x\")\n").find("a number is expected"), std::string::npos);
    EXPECT_EQ(bench.living, 1);
}

TEST(ObjectPool, HasAliases) {
    GrainBench bench;
    bench.run("objref a\nx = 3\na = new Grain(5)\n");
    bench.hoc.set_alias(*bench.hoc.object("a"), "other", bench.hoc.reference("x"), {});
    EXPECT_EQ(bench.run("a.other += 5\nprint x, a.other, a.value\nobjref a\na = new Grain(2)\n"), "8 8 5 \n");
    EXPECT_NE(bench.error("print a.other\n").find("no member other"), std::string::npos);
}

}  // namespace
}  // namespace ranvier::hoc::test
