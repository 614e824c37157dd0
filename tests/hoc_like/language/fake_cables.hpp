#pragma once

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc::test {

/// A section that keeps numbers: nseg segments, each with a value for every range variable.
class FakeSection final : public SectionObject {
  public:
    explicit FakeSection(std::string name) : name_{std::move(name)} {}
    std::string name() const override { return name_; }
    using SectionObject::set_deleted;

    int nseg = 1;
    std::map<std::pair<int, int>, std::vector<double>> values;  // (range, element) -> per segment
    std::vector<std::string> mechanisms;
    std::string parent;

    double& at(int range, int element, double x) {
        auto& row = values[{range, element}];
        row.resize(static_cast<std::size_t>(nseg));
        const int segment = std::min(nseg - 1, static_cast<int>(x * nseg));
        return row.at(static_cast<std::size_t>(segment));
    }

  private:
    std::string name_;
};

/// A list of sections as an object, for forsec.
struct FakeSectionList final : Native {
    static constexpr const char* class_name = "SectionList";
    std::vector<SectionPtr> sections;
};

/// The cable side of hoc without cables: v, diam, cai[3] along a section; nseg, L, Ra per section; mechanisms hh, pas.
class FakeCables final : public CableHost {
  public:
    std::vector<boost::intrusive_ptr<FakeSection>> sections;
    int destroyed = 0;

    SectionPtr create(const std::string& name, Object* owner) override {
        const boost::intrusive_ptr section{new FakeSection{owner ? owner->name() + "." + name : name}};
        sections.push_back(section);
        return section;
    }
    void destroy(SectionPtr section) override {
        ++destroyed;
        fake(*section).set_deleted();
        std::erase_if(sections, [&](const auto& held) { return held == section; });
    }
    void connect(SectionObject& child, double child_end, SectionObject& parent, double parent_x) override {
        char text[80];
        std::snprintf(text, sizeof text, "(%g) to %s(%g)", child_end, parent.name().c_str(), parent_x);
        fake(child).parent = text;
    }
    void insert(SectionObject& section, std::string_view mechanism) override {
        fake(section).mechanisms.emplace_back(mechanism);
    }
    void uninsert(SectionObject& section, std::string_view mechanism) override {
        std::erase(fake(section).mechanisms, mechanism);
    }
    std::optional<RangeName> range_name(std::string_view name) const override {
        static const std::map<std::string_view, RangeName> names = {
            {"v", {0, 1, false}},    {"diam", {1, 1, false}}, {"cai", {2, 3, false}}, {"gnabar_hh", {3, 1, false}},
            {"nseg", {10, 1, true}}, {"L", {11, 1, true}},    {"Ra", {12, 1, true}},
        };
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional{found->second};
    }
    bool is_mechanism(std::string_view name) const override { return name == "hh" || name == "pas"; }
    std::vector<std::string> mechanism_names() const override { return {"hh", "pas"}; }
    std::vector<std::string> names_for_suggestions() const override {
        return {"v", "diam", "cai", "gnabar_hh", "nseg", "L", "Ra", "hh", "pas"};
    }
    double load(SectionObject& section, int range, int element, double x) override {
        if (range == 10) return fake(section).nseg;
        check(x);
        return fake(section).at(range, element, x);
    }
    void store(SectionObject& section, int range, int element, double x, double value) override {
        check(x);
        fake(section).at(range, element, x) = value;
    }
    void store_all(SectionObject& section, int range, int element, double value) override {
        FakeSection& target = fake(section);
        if (range == 10) {
            target.nseg = static_cast<int>(value);
            target.values.clear();
            return;
        }
        for (int i = 0; i < target.nseg; ++i) target.at(range, element, (i + 0.5) / target.nseg) = value;
    }
    void taper(SectionObject& section, int range, int element, const Taper& taper) override {
        const auto& [x0, x1, y0, y1, combine] = taper;
        for (const double x : positions(section)) {
            if (x <= 0 || x >= 1 || x < x0 || x > x1) continue;
            const double y = y0 + (y1 - y0) * (x - x0) / (x1 - x0);
            store(section, range, element, x, combine ? combine(load(section, range, element, x), y) : y);
        }
    }
    NumberRefPtr reference(SectionObject& section, int range, int element, double x) override {
        class Place final : public NumberRef {
          public:
            Place(FakeCables& cables, SectionObject& section, int range, int element, double x)
                : cables_{cables}, section_{section}, range_{range}, element_{element}, x_{x} {}
            double load() const override { return cables_.load(section_, range_, element_, x_); }
            void store(double value) override { cables_.store(section_, range_, element_, x_, value); }
            std::string describe() const override { return section_.name() + ".range"; }

          private:
            FakeCables& cables_;
            SectionObject& section_;
            int range_, element_;
            double x_;
        };
        return std::make_shared<Place>(*this, section, range, element, x);
    }
    std::vector<double> positions(SectionObject& section) override {
        const int nseg = fake(section).nseg;
        std::vector<double> all{0};
        for (int i = 0; i < nseg; ++i) all.push_back((i + 0.5) / nseg);
        all.push_back(1);
        return all;
    }
    std::vector<SectionPtr> all_sections() override { return {sections.begin(), sections.end()}; }
    std::vector<SectionPtr> sections_of(Object& list) override {
        auto* native = dynamic_cast<FakeSectionList*>(list.native());
        if (!native) throw std::runtime_error{"a SectionList is needed"};
        return native->sections;
    }

    static FakeSection& fake(SectionObject& section) { return static_cast<FakeSection&>(section); }

  private:
    static void check(double x) {
        if (x < 0 || x > 1) throw std::runtime_error{"the position must be between 0 and 1"};
    }
};

/// Two built-in classes and a function, enough to try the registry's side: Box holds numbers and a string.
struct Box final : Native {
    static constexpr const char* class_name = "Box";
    explicit Box(int* living_boxes) : living{living_boxes} { ++*living; }
    ~Box() override { --*living; }
    int* living;
    std::vector<double> x;
    std::string label;
};

inline void add_test_classes(Registry& registry, int& living_boxes) {
    ClassDefinition box;
    box.name = "Box";
    box.signature = "new Box([size])";
    box.construct = [&living_boxes](Call& call) {
        auto state = std::make_unique<Box>(&living_boxes);
        state->x.resize(static_cast<std::size_t>(call.size() ? call.integer(0, 0, 1000) : 0));
        return state;
    };
    box.methods.push_back(
        {"size", "size()", "", [](Call& call) -> Result { return static_cast<double>(call.self_as<Box>().x.size()); }});
    box.methods.push_back({"me", "me()", "", [](Call& call) -> Result { return ObjectPtr{call.self()}; }});
    box.methods.push_back({"text", "text()", "", [](Call& call) -> Result { return call.self_as<Box>().label; }});
    box.methods.push_back({"add", "add(box)", "", [](Call& call) -> Result {
                               call.self_as<Box>().x.push_back(call.native<Box>(0).x.at(0));
                               return ObjectPtr{call.self()};
                           }});
    box.properties.push_back({"x", "", "", 1,
                              [](Native& n, std::span<const long long> i) {
                                  return static_cast<Box&>(n).x.at(static_cast<std::size_t>(i.empty() ? 0 : i[0]));
                              },
                              [](Native& n, std::span<const long long> i, double v) {
                                  static_cast<Box&>(n).x.at(static_cast<std::size_t>(i.empty() ? 0 : i[0])) = v;
                              },
                              nullptr});
    box.strings.push_back({"label", "", [](Native& n) { return static_cast<Box&>(n).label; },
                           [](Native& n, std::string s) { static_cast<Box&>(n).label = std::move(s); }});
    registry.add(std::move(box));

    ClassDefinition list;
    list.name = "SectionList";
    list.construct = [](Call&) { return std::make_unique<FakeSectionList>(); };
    list.methods.push_back({"append", "append()", "", [](Call& call) -> Result {
                                call.self_as<FakeSectionList>().sections.push_back(call.section());
                                return 1.0;
                            }});
    list.sections.push_back({"sec", "", 1, [](Native& n, std::span<const long long> i) {
                                 return static_cast<FakeSectionList&>(n).sections.at(
                                     static_cast<std::size_t>(i.empty() ? 0 : i[0]));
                             }});
    registry.add(std::move(list));

    registry.add(FunctionDefinition{"twice", "twice(x)", "", [](Call& call) -> Result { return 2 * call.number(0); }});
    registry.add(FunctionDefinition{"parent_of", "parent_of()", "",
                                    [](Call& call) -> Result { return FakeCables::fake(*call.section()).parent; }});
    registry.add(FunctionDefinition{"mechanisms", "mechanisms()", "", [](Call& call) -> Result {
                                        std::string all;
                                        for (const auto& name : FakeCables::fake(*call.section()).mechanisms)
                                            all += name + " ";
                                        return all;
                                    }});
    registry.add(FunctionDefinition{"new_object_in", "new_object_in(objref)", "", [](Call& call) -> Result {
                                        call.set_object(0, call.object(1));
                                        return 0.0;
                                    }});
}

/// An interpreter with all of the above; `output` has its output.
struct Bench {
    explicit Bench(StackSizes sizes = {}) : hoc{registry, cables, output_to(output), sizes} {
        add_test_classes(registry, living_boxes);
    }
    int living_boxes = 0;
    Registry registry;
    FakeCables cables;
    std::string output;
    Interpreter hoc;

    std::string run(std::string_view text) {
        output.clear();
        hoc.run_text(text, "test.hoc");
        return output;
    }
    std::string error(std::string_view text) {
        try {
            run(text);
        } catch (const ScriptError& error) {
            return error.what();
        }
        return "no error";
    }

  private:
    static Streams output_to(std::string& output) {
        return {[&output](std::string_view text) { output += text; }};
    }
};

}  // namespace ranvier::hoc::test
