#include <fmt/format.h>

#include <memory>
#include <regex>

#include "engine/cell/define_shape.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/section_pattern.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/distance.hpp"
#include "hoc_like/library/cable/sections/section_printing.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

engine::Section& accessed(Call& call) {
    return section_of(*call.section());
}

double position(Call& call, int argument) {
    const double x = call.number(argument);
    if (!(x >= 0 && x <= 1)) fail(call, fmt::format("a position must be between 0 and 1, not {:g}", x));
    return x;
}

/// The number that this_section, parent_section and push_section use for a section; 0 for none.
double number_of(const engine::Section& section) {
    return section.id() + 1.;
}

struct DistanceOrigin {
    SectionPtr section;
    double x = 0;
};

/// distance() and distance(0, x) set the origin; distance(x) and distance(1, x) measure from it.
Result distance(Call& call, DistanceOrigin& origin) {
    const bool sets_origin = call.size() == 0 || (call.size() == 2 && call.number(0) == 0);
    if (sets_origin) {
        accessed(call);
        origin = {call.section(), call.size() == 2 ? position(call, 1) : 0};
        return origin.x;  // NEURON's result
    }
    if (!origin.section || !origin.section->exists()) {
        fail(call, "there is no origin; set one with: section distance(0, x)");
    }
    const double length =
        path_distance({&section_of(*origin.section), origin.x}, {&accessed(call), position(call, call.size() - 1)});
    return length < 0 ? 1e20 : length;  // NEURON's result for another cell
}

/// section_exists("dend[3]"), ("dend", 3), ("dend", 3, cell).
double section_exists(Call& call) {
    std::string name = call.string(0);
    int next = 1;
    if (call.is_number(next)) {
        name += fmt::format("[{}]", call.integer(next, 0, 1'000'000'000));
        ++next;
    }
    if (call.size() > next) {
        if (const ObjectPtr object = call.object(next)) name = object->name() + "." + name;
    }
    return call.interpreter().section_named(name) ? 1 : 0;
}

/// A section that was made in Python, which hoc does not find by its name; with or without its prefix.
SectionPtr python_section_named(Cables& cables, std::string_view name) {
    constexpr std::string_view prefix = "_pysec.";
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    return cables.python_section(name);
}

}  // namespace

/// Functions about the accessed section and the tree of sections: area, ri, distance, topology, ismembrane, ...
void register_section_functions(Registry& registry, const Context& context) {
    Cables& cables = context.cables;
    engine::Model& model = context.model;
    const auto add = [&](const char* name, const char* signature, const char* doc, auto call) {
        registry.add(FunctionDefinition{name, signature, doc, call});
    };

    add("area", "area(x)", "Membrane area of the segment at x [um2].",
        [&model](Call& call) -> Result { return model.area(accessed(call), position(call, 0)); });
    add("ri", "ri(x)", "Axial resistance from the segment at x to its parent [megohm].",
        [&model](Call& call) -> Result {
            return model.ri(accessed(call), std::min(std::max(call.number(0), 0.), 1.));
        });
    add("distance", "distance(x), distance() or distance(0, x)",
        "Path length [um] from the origin to x of the accessed section. distance() and distance(0, x) set the origin.",
        [origin = std::make_shared<DistanceOrigin>()](Call& call) -> Result { return distance(call, *origin); });
    add("ismembrane", "ismembrane(name)", "1 if the mechanism is inserted in the accessed section.",
        [&cables](Call& call) -> Result {
            const std::string name = call.string(0);
            if (is_in_every_section(name)) return call.section() ? 1. : 0.;
            const auto id = cables.find_mechanism(name);
            return id && accessed(call).has(*id) ? 1. : 0.;
        });
    add("issection", "issection(pattern)",
        "1 if the regular expression matches the whole name of the accessed section.", [](Call& call) -> Result {
            return std::regex_match(accessed(call).name(), section_pattern(call.string(0))) ? 1. : 0.;
        });
    add("section_exists", "section_exists(name, [index], [object])", "1 if a section with this name exists.",
        [](Call& call) -> Result { return section_exists(call); });
    add("section_owner", "section_owner()", "The object whose template created the accessed section, or NULLobject.",
        [](Call& call) -> Result { return ObjectPtr{static_cast<CableSection&>(*call.section()).owner()}; });
    add("parent_connection", "parent_connection()", "Position on the parent at which the section is connected.",
        [](Call& call) -> Result { return accessed(call).parent_x(); });
    add("section_orientation", "section_orientation()",
        "The end of the section (0 or 1) that is connected to its parent.",
        [](Call& call) -> Result { return accessed(call).child_end(); });
    add("parent_section", "parent_section(x)", "Number of the parent section, for push_section; 0 for a root.",
        [](Call& call) -> Result {
            const engine::Section* parent = accessed(call).parent();
            return parent ? number_of(*parent) : 0.;
        });
    add("delete_section", "delete_section()", "Deletes the accessed section.", [&cables](Call& call) -> Result {
        cables.destroy(call.section());
        return 1.;
    });
    add("disconnect", "disconnect()", "Separates the accessed section from its parent.",
        [&model](Call& call) -> Result {
            model.disconnect(accessed(call));
            return 0.;
        });
    add("push_section", "push_section(number or name)", "Makes a section the accessed one until pop_section().",
        [&cables](Call& call) -> Result {
            Interpreter& interpreter = call.interpreter();
            SectionPtr found;
            if (call.is_string(0)) {
                found = interpreter.section_named(call.string(0));
                if (!found) found = python_section_named(cables, call.string(0));
                if (!found) fail(call, fmt::format("there is no section {}", call.string(0)));
            } else {
                for (const SectionPtr& section : cables.all_sections()) {
                    if (number_of(section_of(*section)) == call.number(0)) found = section;
                }
                if (!found) fail(call, fmt::format("there is no section number {:g}", call.number(0)));
            }
            interpreter.push_section(found);
            return 1.;
        });
    add("pop_section", "pop_section()", "Undoes push_section.", [](Call& call) -> Result {
        call.interpreter().pop_section();
        return 1.;
    });
    add("this_section", "this_section()", "Number of the accessed section, for push_section.",
        [](Call& call) -> Result { return number_of(accessed(call)); });
    add("topology", "topology()", "Prints the tree of sections.", [&model](Call& call) -> Result {
        call.interpreter().print(topology_text(model));
        return 1.;
    });
    add("psection", "psection()", "Prints the contents of the accessed section.", [&model](Call& call) -> Result {
        engine::take_shapes_anew(model);  // NEURON does so here
        call.interpreter().print(psection_text(model, accessed(call)));
        return 1.;
    });
}

}  // namespace ranvier::hoc
