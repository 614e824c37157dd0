#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <set>
#include <stdexcept>

#include "engine/cell/define_shape.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/headless/graph.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/headless/shapes.hpp"
#include "hoc_like/library/headless/svg.hpp"

namespace ranvier::hoc {

namespace {

/// Minimum and maximum of the finite values.
struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void include(double x) {
        if (!std::isfinite(x)) return;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    bool is_empty() const { return !(low <= high); }
};

bool shows_something(const GraphObject& graph) {
    return !graph.marks.empty() ||
           std::any_of(graph.lines.begin(), graph.lines.end(), [](const auto& line) { return line.x.size() > 1; });
}

/// The axis ranges set by the script; a range that is not set covers all lines and marks.
void set_ranges(const GraphObject& graph, Range& x, Range& y) {
    if (graph.size[0] != graph.size[1]) x = {graph.size[0], graph.size[1]};
    if (graph.size[2] != graph.size[3]) y = {graph.size[2], graph.size[3]};
    const bool find_x = x.is_empty(), find_y = y.is_empty();
    for (const auto& line : graph.lines) {
        for (const double each : line.x) {
            if (find_x) x.include(each);
        }
        for (const double each : line.y) {
            if (find_y) y.include(each);
        }
    }
    for (const auto& mark : graph.marks) {
        if (find_x) x.include(mark.x);
        if (find_y) y.include(mark.y);
    }
    if (x.is_empty()) x = {0, 1};
    if (y.is_empty()) y = {0, 1};
    if (find_y) {  // lines do not touch the frame
        const double room = 0.04 * (y.high - y.low);
        y = {y.low - room, y.high + room};
    }
}

/// The name of the variable at the end of a text: v of "cell[2].soma.v(0.5)", g of "Syn[0].g", m_hh of "m_hh". Empty if
/// the text is another expression.
std::string variable_at_end(const std::string& text) {
    static const std::regex variable(
        R"(\s*(?:[A-Za-z_]\w*(?:\[[^\]]*\])*\s*\.\s*)*([A-Za-z_]\w*)\s*(?:\([^()]*\)|\[[^\]]*\])?\s*)");
    if (text.size() > 200) return "";  // std::regex recurses
    std::smatch found;
    return std::regex_match(text, found, variable) ? found[1].str() : "";
}

/// Of `&variable` or "name"; empty if it has none, or does not exist.
std::string units_of(Interpreter& interpreter, const std::string& argument, const ObjectPtr& scope) {
    try {
        interpreter.execute("strdef hoc_units_");
        interpreter.execute("hoc_units_ = units(" + argument + ")", scope);
        return interpreter.string("hoc_units_").value_or("");
    } catch (const ScriptError&) {
        return {};
    }
}

/// "v [mV]" if all lines that follow variables show the same one, "[mV]" if they have the same units, else nothing.
std::string label_of_watched(Interpreter& interpreter, const GraphObject& graph) {
    std::set<std::string> names, units;
    for (const auto& each : graph.watched) {
        const std::string name = variable_at_end(each.expression);
        names.insert(name);
        if (name.empty()) return {};
        std::string unit = units_of(interpreter, "&" + each.expression, each.scope);
        if (unit.empty()) unit = units_of(interpreter, '"' + name + '"', {});
        units.insert(unit);
    }
    if (units.size() != 1) return {};
    const std::string unit = units.begin()->empty() ? "" : "[" + *units.begin() + "]";
    if (names.size() != 1) return unit;
    return *names.begin() + (unit.empty() ? "" : " " + unit);
}

void add_legend(const GraphObject& graph, SvgPlot& plot) {
    std::vector<std::string> named;
    for (const auto& line : graph.lines) {
        if (line.label.empty() || line.x.empty()) continue;
        if (std::find(named.begin(), named.end(), line.label) != named.end()) continue;
        named.push_back(line.label);
        plot.legend(line.label, line.color);
    }
}

std::string draw(Interpreter& interpreter, const GraphObject& graph, const std::string& title) {
    Range x, y;
    set_ranges(graph, x, y);
    SvgPlot plot{x.low, x.high, y.low, y.high, title};
    if (!graph.watched.empty()) {
        plot.label_axes(graph.x_expression.empty() ? "t [ms]" : graph.x_expression,
                        label_of_watched(interpreter, graph));
    }
    add_legend(graph, plot);
    for (const auto& line : graph.lines) plot.line(line.x, line.y, line.color, line.brush);
    for (const auto& mark : graph.marks) plot.mark(mark.x, mark.y, mark.size, mark.style, mark.color);
    for (const auto& label : graph.labels) plot.text(label.x, label.y, label.text, 1, label.fixed);
    return plot.finish();
}

/// Color scale: blue (0) through red to yellow (1).
std::string heat(double part) {
    part = std::clamp(part, 0.0, 1.0);
    const double red = std::min(1.0, 2 * part), green = std::max(0.0, 2 * part - 1), blue = std::max(0.0, 1 - 2 * part);
    const auto byte = [](double value) { return static_cast<int>(std::lround(value * 255)); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue));
}

std::string color_at(engine::Model& model, const ShapeObject& shape, const SectionPtr& section, double x) {
    static constexpr std::array<const char*, 10> names{"#ffffff", "#000000", "#e00000", "#0000e0", "#00a000",
                                                       "#ff8c00", "#8b4513", "#9400d3", "#d0c000", "#808080"};
    if (shape.is_plot && shape.shows_value) {
        const engine::Section& cable = section_of(*section);
        const auto variable = model.range_variable(shape.variable);
        try {
            if (variable) {
                const double value =
                    model.load(model.reference(cable, *variable, 0, (cable.segment_at(x) + 0.5) / cable.nseg()));
                return heat((value - shape.range[0]) / (shape.range[1] - shape.range[0]));
            }
        } catch (const std::exception&) {
            return names[9];  // the segment lacks the mechanism
        }
    }
    const auto color = shape.colors.find(section.get());
    return names[static_cast<std::size_t>(color == shape.colors.end() ? 1 : std::abs(color->second) % 10)];
}

/// The position at x, interpolated between the 3D points of the section; its z and diameter are 0.
engine::Point3d place_at(const engine::Section& section, double x) {
    const auto points = section.points();
    const double arc = x * points.back().arc;
    std::size_t i = 1;
    while (i + 1 < points.size() && points[i].arc < arc) ++i;
    const auto &a = points[i - 1], &b = points[i];
    const double part = b.arc > a.arc ? (arc - a.arc) / (b.arc - a.arc) : 0;
    return {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, 0, 0};
}

std::string draw(Interpreter& interpreter, engine::Model& model, const ShapeObject& shape, const std::string& title) {
    std::vector<SectionPtr> sections = shape.chosen ? shape.sections : interpreter.cables().all_sections();
    std::erase_if(sections,
                  [](const SectionPtr& each) { return !each->exists() || section_of(*each).points().size() < 2; });
    if (sections.empty()) return {};
    Range x, y;
    for (const SectionPtr& each : sections) {
        for (const engine::Point3d& point : section_of(*each).points()) {
            x.include(point.x);
            y.include(point.y);
        }
    }
    SvgPlot plot = SvgPlot::picture(x.low, x.high, y.low, y.high, title);
    for (const SectionPtr& each : sections) {
        const auto points = section_of(*each).points();
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double middle = (points[i - 1].arc + points[i].arc) / 2 / std::max(points.back().arc, 1e-9);
            const double width = std::clamp((points[i - 1].diam + points[i].diam) / 2 * plot.scale(), 0.6, 60.0);
            plot.stroke(points[i - 1].x, points[i - 1].y, points[i].x, points[i].y, width,
                        color_at(model, shape, each, std::clamp(middle, 0.0, 1.0)));
        }
    }
    for (const auto& mark : shape.marks) {
        if (!mark.section->exists() || section_of(*mark.section).points().size() < 2) continue;
        const auto place = place_at(section_of(*mark.section), mark.x);
        plot.mark(place.x, place.y, mark.size, mark.style, mark.color);
    }
    return plot.finish();
}

std::string write(const std::string& folder, const ObjectPtr& object, const std::string& svg) {
    const std::string path = fmt::format("{}/{}-{}.svg", folder, object->class_name(), object->index());
    std::ofstream file{path, std::ios::binary};
    file << svg;
    if (!file.flush()) throw std::runtime_error("the figure " + path + " could not be written");
    return path;
}

}  // namespace

std::vector<std::string> write_figures(Interpreter& interpreter, engine::Model& model, const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::vector<std::string> paths;
    for (const ObjectPtr& object : interpreter.instances("Graph")) {
        auto& graph = *object.as<GraphObject>();
        graph.follow_vectors();
        if (graph.mapped && shows_something(graph))
            paths.push_back(write(folder, object, draw(interpreter, graph, object->name())));
    }
    bool shaped = false;
    for (const char* name : {"Shape", "PlotShape"}) {
        for (const ObjectPtr& object : interpreter.instances(name)) {
            const auto& shape = *object.as<ShapeObject>();
            if (!shape.mapped) continue;
            if (!std::exchange(shaped, true)) engine::define_shape(model, false);
            const std::string title =
                shape.shows_value ? fmt::format("{}: {}", object->name(), shape.variable) : object->name();
            if (const std::string svg = draw(interpreter, model, shape, title); !svg.empty()) {
                paths.push_back(write(folder, object, svg));
            }
        }
    }
    return paths;
}

}  // namespace ranvier::hoc
