#include "hoc_like/library/headless/graph.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>

#include "hoc_like/library/cable/sections/range_var_plot.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

void GraphObject::begin_line(std::string label, int line_color, int line_brush) {
    if (records()) lines.push_back({std::move(label), line_color, line_brush, {}, {}, {}, {}, 1, {}});
}

void GraphObject::add_point(double x, double y) {
    if (!records()) return;
    if (lines.empty()) begin_line({}, color, brush);
    lines.back().x.push_back(x);
    lines.back().y.push_back(y);
}

void GraphObject::begin() {
    if (!records()) return;
    for (Watched& each : watched) {
        Line next = lines[each.line];
        next.x.clear();
        next.y.clear();
        if (keep_lines && lines[each.line].x.size() > 1) {
            each.line = lines.size();
            lines.push_back(std::move(next));
        } else {
            lines[each.line] = std::move(next);
        }
    }
}

void GraphObject::follow_vectors() {
    for (Line& line : lines) {
        if (const auto* plot = line.range_plot.as<RangeVarPlotObject>()) {
            line.x.clear();
            line.y.clear();
            for (const auto& point : plot->points()) {
                line.x.push_back(point.distance);
                line.y.push_back(point.value);
            }
        }
        const auto* y = line.y_vector.as<VectorObject>();
        if (!y) continue;
        const auto* x = line.x_vector.as<VectorObject>();
        line.x.clear();
        line.y.clear();
        const std::size_t n = x ? std::min(x->values().size(), y->values().size()) : y->values().size();
        for (std::size_t i = 0; i < n; ++i) {
            line.x.push_back(x ? x->values()[i] : static_cast<double>(i) * line.interval);
            line.y.push_back(y->values()[i]);
        }
    }
}

namespace {

/// None if the variable no longer exists, for example because its section was deleted. As in NEURON, its line then ends.
std::optional<double> present_value(const NumberRef& variable) {
    try {
        return variable.load();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace

void GraphObject::plot(Interpreter& interpreter, double x) {
    if (!records()) return;
    const auto value = [&](const std::string& expression, const ObjectPtr& scope) {
        interpreter.execute("hoc_ac_ = " + expression, scope);
        return interpreter.number("hoc_ac_").value_or(0.0);
    };
    for (Watched& each : watched) {
        if (each.has_failed) continue;
        try {
            const std::optional<double> y =
                each.place ? present_value(*each.place) : value(each.expression, each.scope);
            if (!y) continue;
            lines[each.line].x.push_back(x_expression.empty() ? x : value(x_expression, each.scope));
            lines[each.line].y.push_back(*y);
        } catch (const ScriptError& error) {  // the run continues without this line
            each.has_failed = true;
            std::fprintf(stderr, "Graph: %s is not drawn: %s\n", each.expression.c_str(), error.what());
        }
    }
}

void GraphObject::erase(bool watched_too) {
    marks.clear();
    if (watched_too) {
        watched.clear();
        labels.clear();
        lines.clear();
    }
    for (Line& line : lines) {
        line.x.clear();
        line.y.clear();
    }
}

namespace {

/// Null if the text names no variable.
NumberRefPtr variable_named(Call& call, const std::string& text, const ObjectPtr& scope) {
    try {
        return call.interpreter().reference(text, scope);
    } catch (const ScriptError&) {
        return nullptr;
    }
}

/// g.addvar("label", "variable" or &variable, color, brush, ...) and g.addexpr likewise; the label is optional.
///
/// As in NEURON, addvar finds its variable at once: "cell[i].soma.v(0.5)" is that of the present i. An expression is
/// evaluated at each plot, as is the text of addvar that names no variable.
template <bool is_variable>
Result add_watched(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    if (!graph.records()) return 1.0;
    const std::string label = call.is_string(0) ? call.string(0) : "";
    GraphObject::Watched watched{label, call.interpreter().current_object(), {}, 0};
    int next = 1;
    if (call.is_string(1)) watched.expression = call.string(next++);
    if (call.is_reference(1)) watched.place = call.reference(next++);
    if (call.is_object(next)) watched.scope = call.object(next++);
    if (is_variable && !watched.place) watched.place = variable_named(call, watched.expression, watched.scope);
    const int color = call.is_number(next) ? static_cast<int>(call.number(next)) : graph.color;
    const int brush = call.is_number(next + 1) ? static_cast<int>(call.number(next + 1)) : graph.brush;
    watched.line = graph.lines.size();
    graph.begin_line(label, color, brush);
    graph.watched.push_back(std::move(watched));
    return 1.0;
}

/// g.size(x0, x1, y0, y1) sets the axis ranges; g.size(i) returns edge i (1 to 4); g.size(&x) stores edge 1 in x.
Result size(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    if (call.is_reference(0)) {
        call.reference(0)->store(graph.size[0]);
        return 0.0;
    }
    if (call.size() == 1) {
        const double i = call.number(0);
        if (!(i >= 1 && i <= 4)) fail(call, "the edge must be 1 (left), 2 (right), 3 (bottom) or 4 (top)");
        return graph.size[static_cast<std::size_t>(i) - 1];
    }
    for (int i = 0; i < 4 && i < call.size(); ++i) graph.size[static_cast<std::size_t>(i)] = call.number(i);
    return 0.0;
}

Result begin_line(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    int next = 0;
    const std::string label = call.is_string(0) ? call.string(next++) : "";
    const int color = call.is_number(next) ? static_cast<int>(call.number(next)) : graph.color;
    const int brush = call.is_number(next + 1) ? static_cast<int>(call.number(next + 1)) : graph.brush;
    graph.begin_line(label, color, brush);
    return 1.0;
}

/// g.addobject(RangeVarPlot, color, brush, ...)
Result add_object(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    const auto& plot = call.native<RangeVarPlotObject>(0);
    if (!graph.records()) return 1.0;
    graph.begin_line(plot.expression, static_cast<int>(call.number_or(1, plot.color)),
                     static_cast<int>(call.number_or(2, graph.brush)));
    graph.lines.back().range_plot = call.object(0);
    return 1.0;
}

Result mark(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    if (!graph.records()) return 1.0;
    graph.marks.push_back({call.number(0), call.number(1), call.number_or(3, 12.0),
                           call.is_string(2) ? call.string(2) : "+", static_cast<int>(call.number_or(4, graph.color))});
    return 1.0;
}

Result label(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    if (!graph.records()) return 1.0;
    if (call.is_string(0)) {
        graph.labels.push_back({0.5, 0.5, call.string(0), true});
    } else if (call.is_string(2)) {
        graph.labels.push_back({call.number(0), call.number(1), call.string(2), call.number_or(3, 2.0) != 1.0});
    }
    return 1.0;
}

Result set_color(Call& call) {
    call.self_as<GraphObject>().color = static_cast<int>(call.number_or(0, 1.0));
    return 1.0;
}

Result set_brush(Call& call) {
    call.self_as<GraphObject>().brush = static_cast<int>(call.number_or(0, 1.0));
    return 1.0;
}

/// Runs a menu item that affects the figure.
Result exec_menu(Call& call) {
    GraphObject& graph = call.self_as<GraphObject>();
    const std::string item = call.string(0);
    if (item == "Keep Lines") graph.keep_lines = !graph.keep_lines;
    if (item == "Erase") {
        for (auto& line : graph.lines) line.y_vector = ObjectPtr{};
        graph.erase(false);
    }
    return 0.0;
}

Result family(Call& call) {
    if (call.is_number(0)) call.self_as<GraphObject>().keep_lines = call.number(0) != 0;
    return 1.0;
}

Result view_count(Call& call) {
    return call.self_as<GraphObject>().records() && call.self_as<GraphObject>().mapped ? 1.0 : 0.0;
}

std::vector<MethodDefinition> drawing_methods() {
    return {
        {"addvar", "g.addvar(\"label\", &variable, color, brush)", "Adds a line that plots a variable.",
         add_watched<true>},
        {"addexpr", "g.addexpr(\"label\", \"expression\", object, color, brush)",
         "Adds a line that plots an expression.", add_watched<false>},
        {"addobject", "g.addobject(RangeVarPlot, color, brush, x, y)", "Adds a line that plots a RangeVarPlot.",
         add_object},
        {"begin", "g.begin()", "Restarts the lines of variables and expressions.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().begin();
             return 1.0;
         }},
        {"plot", "g.plot(x)", "Adds a point at x to the line of each variable and expression.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().plot(call.interpreter(), call.number(0));
             return 1.0;
         }},
        {"beginline", "g.beginline(\"label\", color, brush)", "Begins a line.", begin_line},
        {"line", "g.line(x, y)", "Adds a point to the current line.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().add_point(call.number(0), call.number(1));
             return 1.0;
         }},
        {"mark", "g.mark(x, y, \"style\", size, color, brush)", "Draws a mark.", mark},
        {"label", "g.label(x, y, \"text\", fixed)", "Draws text; x and y are fractions of the window.", label},
        {"size", "g.size(x0, x1, y0, y1)",
         "Sets the axis ranges; g.size(i) returns edge i (1: left, 2: right, 3: bottom, 4: top).", size},
        {"color", "g.color(i)", "Sets the color for subsequent drawing.", set_color},
        {"brush", "g.brush(i)", "Sets the brush for subsequent drawing.", set_brush},
        {"erase", "g.erase()", "Removes points and marks.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().erase(false);
             return 1.0;
         }},
        {"erase_all", "g.erase_all()", "Removes everything.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().erase(true);
             return 1.0;
         }},
        {"xexpr", "g.xexpr(\"expression\")", "Sets the expression that plot uses for x.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().x_expression = call.string(0);
             return 1.0;
         }},
        {"exec_menu", "g.exec_menu(\"item\")", "Runs a menu item: \"Keep Lines\" or \"Erase\".", exec_menu},
        {"family", "g.family(on)", "1: keeps the lines of earlier runs.", family},
        {"view_count", "g.view_count()", "Number of windows: 1 if the graph is recorded, else 0.", view_count},
        {"unmap", "g.unmap()", "Closes the window.",
         [](Call& call) -> Result {
             call.self_as<GraphObject>().mapped = false;
             return 0.0;
         }},
    };
}

}  // namespace

void register_graph(Registry& registry, const std::shared_ptr<HeadlessContext>& context) {
    ClassDefinition definition;
    definition.name = GraphObject::class_name;
    definition.signature = "new Graph(mapped)";
    definition.doc = "A plot of lines with an x axis and a y axis.";
    definition.construct = [context](Call&) { return std::make_unique<GraphObject>(context); };
    definition.methods = drawing_methods();
    for (const char* name : {"flush", "fastflush", "xaxis", "yaxis", "vector", "fixed", "vfixed", "relative", "align",
                             "view", "save_name", "simgraph", "printfile", "menu_action", "menu_tool", "menu_remove"}) {
        definition.methods.push_back(accepted_method(name, 1.0));
    }
    for (const char* name : {"crosshair_action", "getline", "glyph", "view_size", "gif"}) {
        definition.methods.push_back(accepted_method(name, 0.0));
    }
    for (const char* name : {"view_info", "line_info"}) definition.methods.push_back(accepted_method(name, -1.0));
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
