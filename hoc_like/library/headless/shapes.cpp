#include "hoc_like/library/headless/shapes.hpp"

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

namespace {

void take_sections(ShapeObject& shape, Call& call, int i) {
    shape.sections = call.interpreter().cables().sections_of(*call.object(i));
    shape.chosen = true;
}

/// new PlotShape(SectionList, mapped): both arguments are optional.
std::unique_ptr<Native> construct(Call& call, bool is_plot) {
    auto shape = std::make_unique<ShapeObject>();
    shape->is_plot = is_plot;
    for (int i = 0; i < call.size(); ++i) {
        if (call.is_object(i) && call.object(i)) take_sections(*shape, call, i);
        if (call.is_number(i)) shape->mapped = call.number(i) != 0;
    }
    return shape;
}

Result variable(Call& call) {
    call.self_as<ShapeObject>().variable = call.string(0);
    return 1.;
}

Result scale(Call& call) {
    call.self_as<ShapeObject>().range = {call.number(0), call.number(1)};
    return 1.;
}

Result exec_shape_menu(Call& call) {
    if (call.string(0) == "Shape Plot") call.self_as<ShapeObject>().shows_value = true;
    if (call.string(0) == "Show Diam") call.self_as<ShapeObject>().shows_value = false;
    return 0.;
}

/// shape.color(i) colors the accessed section; there are also shape.color_list(SectionList, i) and shape.color_all(i).
Result color(Call& call) {
    call.self_as<ShapeObject>().colors[call.section().get()] = static_cast<int>(call.number(0));
    return 0.;
}
Result color_list(Call& call) {
    for (const SectionPtr& each : call.interpreter().cables().sections_of(*call.object(0))) {
        call.self_as<ShapeObject>().colors[each.get()] = static_cast<int>(call.number(1));
    }
    return 0.;
}
Result color_all(Call& call) {
    for (const SectionPtr& each : call.interpreter().cables().all_sections()) {
        call.self_as<ShapeObject>().colors[each.get()] = static_cast<int>(call.number(0));
    }
    return 0.;
}

Result observe(Call& call) {
    call.self_as<ShapeObject>().chosen = false;
    if (call.size() > 0) take_sections(call.self_as<ShapeObject>(), call, 0);
    return 0.;
}

Result show(Call& call) {
    auto& shape = call.self_as<ShapeObject>();
    if (call.size() == 0) return shape.style;
    shape.style = static_cast<double>(whole_argument(call, 0, 0, 2, "style"));
    return 1.;
}

/// shape.point_mark(point process, color, style, size) marks its current location; shape.point_mark(x, color) marks x
/// of the accessed section.
Result point_mark(Call& call) {
    ShapeObject::Mark mark{nullptr, 0, static_cast<int>(call.number_or(1, 1)), call.is_string(2) ? call.string(2) : "O",
                           call.number_or(3, 6)};
    if (call.is_object(0)) return 0.;  // drawn only in windows: a point process may move
    mark.section = call.section();
    mark.x = call.number(0);
    call.self_as<ShapeObject>().marks.push_back(std::move(mark));
    return 0.;
}

Result remove_marks(Call& call) {
    call.self_as<ShapeObject>().marks.clear();
    return 0.;
}

ClassDefinition shape_class(const char* name, const char* doc, bool is_plot) {
    ClassDefinition shape;
    shape.name = name;
    shape.signature = std::string{"new "} + name + "(SectionList)";
    shape.doc = doc;
    shape.construct = [is_plot](Call& call) { return construct(call, is_plot); };
    shape.methods = {
        {"exec_menu", "shape.exec_menu(\"item\")", "Runs a menu item: \"Shape Plot\" shows values as colors.",
         exec_shape_menu},
        {"color", "shape.color(i)", "Sets the color of the accessed section.", color},
        {"color_list", "shape.color_list(SectionList, i)", "Sets the color of the sections in the list.", color_list},
        {"color_all", "shape.color_all(i)", "Sets the color of all sections.", color_all},
        {"show", "shape.show([style])",
         "Sets how sections are drawn in windows: with their diameters (0), as lines through their 3-D points (1) or "
         "as straight lines (2). Without an argument, returns the style.",
         show},
        {"observe", "shape.observe(SectionList)", "Selects the sections to draw; without a list, selects all.",
         observe},
        {"point_mark", "shape.point_mark(x, color)", "Marks position x of the accessed section.", point_mark},
        {"point_mark_remove", "shape.point_mark_remove()", "Removes marks.", remove_marks},
        {"unmap", "shape.unmap()", "Closes the window.",
         [](Call& call) -> Result {
             call.self_as<ShapeObject>().mapped = false;
             return 0.;
         }},
    };
    if (is_plot) {
        shape.methods.push_back(
            {"variable", "shape.variable(\"name\")", "Sets the range variable whose values are shown.", variable});
        shape.methods.push_back(
            {"scale", "shape.scale(low, high)", "Sets the values that the first and last colors represent.", scale});
        for (const char* method : {"colormap", "hinton"}) shape.methods.push_back(accepted_method(method, 1));
    }
    for (const char* method : {"nearest_seg", "selected_seg"}) {
        shape.methods.push_back({method, std::string{"shape."} + method + "()",
                                 "A segment that was chosen with the mouse: none without a screen.",
                                 [](Call&) -> Result { return ObjectPtr{}; }});
    }
    for (const auto& [method, result] : std::initializer_list<std::pair<const char*, double>>{
             {"view_count", 0},     {"size", 0},      {"view", 1},      {"flush", 1},       {"fastflush", 1},
             {"begin", 1},          {"save_name", 1}, {"printfile", 1}, {"menu_action", 1}, {"menu_tool", 1},
             {"rotate", 0},         {"beginline", 1}, {"line", 1},      {"label", 1},       {"mark", 1},
             {"erase", 1},          {"erase_all", 1}, {"len_scale", 0}, {"gif", 1},         {"nearest", 0},
             {"push_selected", -1}, {"select", 1},    {"action", 1}}) {
        shape.methods.push_back(accepted_method(method, result));
    }
    return shape;
}

}  // namespace

void register_shapes(Registry& registry) {
    registry.add(shape_class("Shape", "A picture of the sections.", false));
    registry.add(shape_class("PlotShape", "A picture of the sections that shows a variable as color.", true));
}

}  // namespace ranvier::hoc
