#include <fmt/format.h>

#include "engine/cell/define_shape.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

using engine::Point3d;

int point_index(Call& call, int argument, int size) {
    if (size == 0) fail(call, fmt::format("{} has no 3-D points", section_of(*call.section()).name()));
    return static_cast<int>(call.integer(argument, 0, size - 1));
}

FunctionDefinition coordinate(const char* name, const char* doc, double Point3d::* member) {
    return {name, fmt::format("{}(i)", name), doc, [member](Call& call) -> Result {
                const auto points = section_of(*call.section()).points();
                return points[static_cast<std::size_t>(point_index(call, 0, static_cast<int>(points.size())))].*member;
            }};
}

Point3d point_from(Call& call, int first) {
    return {call.number(first), call.number(first + 1), call.number(first + 2), call.number(first + 3)};
}

/// pt3dadd(x, y, z, diam): a further point, or Vectors of all points, which take the place of earlier ones, as in NEURON.
Result add(Call& call) {
    engine::Section& section = section_of(*call.section());
    if (call.size() == 0 || !call.is_object(0)) {
        section.add_point(point_from(call, 0));
        return 1.;
    }
    std::vector<double>* of[4];
    for (int k = 0; k < 4; ++k) of[k] = &call.native<VectorObject>(k).values();
    const std::size_t count = of[0]->size();
    for (const auto* one : of) {
        if (one->size() != count) fail(call, "the Vectors x, y, z and diam must have the same size");
    }
    section.clear_points();
    for (std::size_t i = 0; i < count; ++i) section.add_point({(*of[0])[i], (*of[1])[i], (*of[2])[i], (*of[3])[i]});
    return 1.;
}

/// 1. pt3dstyle(): 1 if the drawing of the section leaves its parent at a point other than its first 3-D point.
/// 2. pt3dstyle(0): the drawing leaves the parent at the first 3-D point.
/// 3. pt3dstyle(1, x, y, z): sets the point where the drawing leaves the parent; (1, &x, &y, &z) reads it.
Result style(Call& call) {
    auto& place = section_of(*call.section()).logical_connection;
    if (call.size() > 0 && call.integer(0, 0, 1) == 0) place.reset();
    if (call.size() > 1 && call.is_reference(1)) {
        if (!place) return 0.;
        call.reference(1)->store(place->x);
        call.reference(2)->store(place->y);
        call.reference(3)->store(place->z);
    } else if (call.size() > 1) {
        place = Point3d{call.number(1), call.number(2), call.number(3), 0};
    }
    return place ? 1. : 0.;
}

}  // namespace

void register_point3d_functions(Registry& registry, const Context& context) {
    auto fixed = std::make_shared<bool>(false);
    registry.add(FunctionDefinition{
        "pt3dstyle", "pt3dstyle(1, x, y, z)",
        "Sets the point [um] at which the drawing of the section leaves its parent. After pt3dstyle(0), it leaves the "
        "parent at the section's first 3-D point.",
        style});
    registry.add(FunctionDefinition{"pt3dconst", "pt3dconst(on)",
                                    "1: the 3-D points of cells stay in place when the cells are drawn. Returns the "
                                    "previous value.",
                                    [fixed](Call& call) -> Result {
                                        const double former = *fixed ? 1. : 0.;
                                        if (call.size() > 0) *fixed = call.integer(0, 0, 1) == 1;
                                        return former;
                                    }});
    registry.add(FunctionDefinition{"define_shape", "define_shape()",
                                    "Adds points to sections that have none, so that they can be drawn.",
                                    [&context, fixed](Call&) -> Result {
                                        engine::define_shape(context.model, !*fixed);
                                        return 1.;
                                    }});
    registry.add(FunctionDefinition{
        "spine3d", "spine3d(i)", "1 if point i represents spines; Ranvier always returns 0.", [](Call& call) -> Result {
            point_index(call, 0, static_cast<int>(section_of(*call.section()).points().size()));
            return 0.;
        }});
    registry.add(FunctionDefinition{
        "pt3dadd", "pt3dadd(x, y, z, diam) or pt3dadd(xvec, yvec, zvec, diamvec)",
        "Appends a point to the section's shape [um]. Vectors hold all points, in the place of earlier ones. Of a negative "
        "diameter, the magnitude counts.",
        add});
    registry.add(FunctionDefinition{"pt3dclear", "pt3dclear([buffersize])", "Removes all 3-D points of the section.",
                                    [](Call& call) -> Result {
                                        section_of(*call.section()).clear_points();
                                        return call.number_or(0, 0);
                                    }});
    registry.add(FunctionDefinition{
        "pt3dinsert", "pt3dinsert(i, x, y, z, diam)", "Inserts a point [um] before point i.", [](Call& call) -> Result {
            auto& section = section_of(*call.section());
            const auto n = static_cast<long long>(section.points().size());
            section.insert_point(static_cast<int>(call.integer(0, 0, n)), point_from(call, 1));
            return 0.;
        }});
    registry.add(FunctionDefinition{"pt3dremove", "pt3dremove(i)", "Removes point i.", [](Call& call) -> Result {
                                        auto& section = section_of(*call.section());
                                        section.remove_point(
                                            point_index(call, 0, static_cast<int>(section.points().size())));
                                        return 0.;
                                    }});
    registry.add(FunctionDefinition{"pt3dchange", "pt3dchange(i, x, y, z, diam) or pt3dchange(i, diam)",
                                    "Changes point i, or only its diameter [um].", [](Call& call) -> Result {
                                        auto& section = section_of(*call.section());
                                        const int i = point_index(call, 0, static_cast<int>(section.points().size()));
                                        if (call.size() == 2) {
                                            section.change_point_diam(i, call.number(1));
                                        } else {
                                            section.change_point(i, point_from(call, 1));
                                        }
                                        return 0.;
                                    }});
    registry.add(FunctionDefinition{"n3d", "n3d()", "Number of 3-D points of the section.", [](Call& call) -> Result {
                                        return static_cast<double>(section_of(*call.section()).points().size());
                                    }});
    registry.add(coordinate("x3d", "x coordinate of point i [um].", &Point3d::x));
    registry.add(coordinate("y3d", "y coordinate of point i [um].", &Point3d::y));
    registry.add(coordinate("z3d", "z coordinate of point i [um].", &Point3d::z));
    registry.add(coordinate("diam3d", "Diameter at point i [um].", &Point3d::diam));
    registry.add(coordinate("arc3d", "Path length from the first point to point i [um].", &Point3d::arc));
}

}  // namespace ranvier::hoc
