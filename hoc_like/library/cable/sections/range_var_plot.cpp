#include "hoc_like/library/cable/sections/range_var_plot.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

using engine::Section;

/// A compartment of the tree. k = 1 .. nseg are the segments of its section, counted from the end at the parent;
/// nseg + 1 is the far end, and 0 the beginning of a root section.
struct PathNode {
    const Section* section;
    int k;
    bool operator==(const PathNode&) const = default;
};

/// Position along the section, measured from the end at its parent.
double oriented(const Section& section, double x) {
    return section.child_end() == 0 ? x : 1 - x;
}

PathNode node_at(const Section& section, double x);

/// The compartment where the section begins: one of an ancestor, or the cell's root.
PathNode beginning_of(const Section& section) {
    const Section* parent = section.parent();
    return parent ? node_at(*parent, section.parent_x()) : PathNode{&section, 0};
}

PathNode node_at(const Section& section, double x) {
    if (x == section.child_end()) return beginning_of(section);
    if (x == 0 || x == 1) return {&section, section.nseg() + 1};
    const int segment = section.segment_at(x);
    return {&section, 1 + (section.child_end() == 0 ? segment : section.nseg() - 1 - segment)};
}

bool is_root(const PathNode& node) {
    return node.k == 0;
}

PathNode parent_of(const PathNode& node) {
    if (node.k > 1) return {node.section, node.k - 1};
    return beginning_of(*node.section);
}

/// Distance from the beginning of `section` to one of its nodes [um].
double distance_in(const Section& section, const PathNode& node) {
    if (node == beginning_of(section)) return 0;
    const int n = section.nseg();
    if (node.k == n + 1) return section.L();
    return section.L() * ((node.k - 0.5) / n);
}

/// The node's position x in the section.
double position_in(const Section& section, const PathNode& node) {
    if (node == beginning_of(section)) return oriented(section, 0);
    const int n = section.nseg();
    return oriented(section, node.k == n + 1 ? 1 : (node.k - 0.5) / n);
}

double length_up(PathNode from, const PathNode& to) {
    double length = 0;
    while (from != to) {
        const Section& section = *from.section;
        const PathNode next = parent_of(from);
        const double above = next.section == &section && next.k > 0 ? distance_in(section, next) : 0;
        length += distance_in(section, from) - above;
        from = next;
    }
    return length;
}

PathNode junction(const PathNode& a, const PathNode& b) {
    std::vector<PathNode> above;
    for (PathNode at = a;; at = parent_of(at)) {
        above.push_back(at);
        if (is_root(at)) break;
    }
    for (PathNode at = b;; at = parent_of(at)) {
        if (std::find(above.begin(), above.end(), at) != above.end()) return at;
        if (is_root(at)) throw std::runtime_error{"there is no path: the ends are in different cells"};
    }
}

/// Accesses a section for the lifetime of this object.
class InSection {
  public:
    InSection(Interpreter& interpreter, const SectionPtr& section) : interpreter_{interpreter} {
        interpreter_.push_section(section);
    }
    ~InSection() { interpreter_.pop_section(); }
    InSection(const InSection&) = delete;
    InSection& operator=(const InSection&) = delete;

  private:
    Interpreter& interpreter_;
};

struct Step {
    const Section* section;
    double x;
    double up;  // from the junction [um]
};

/// The steps from a node up to the junction, excluding the junction. A node between sections counts as the beginning of
/// the lower section. `section` becomes the section of the junction.
std::vector<Step> climb(const Section*& section, PathNode node, const PathNode& top) {
    std::vector<Step> steps;
    double d = length_up(node, top);
    while (node != top) {
        steps.push_back({section, position_in(*section, node), d});
        if (distance_in(*section, node) == 0) section = node.section;
        const PathNode next = parent_of(node);
        d -= distance_in(*section, node) - (next.section == section && next.k > 0 ? distance_in(*section, next) : 0);
        node = next;
    }
    return steps;
}

}  // namespace

std::vector<RangeVarPlotObject::Place> RangeVarPlotObject::path() const {
    std::vector<Place> places;
    if (!begin || !end || !begin->exists() || !end->exists()) return places;
    const Section *first = &section_of(*begin), *last = &section_of(*end);
    const PathNode from = node_at(*first, begin_x);
    const PathNode to = node_at(*last, end_x);
    const PathNode top = junction(from, to);
    const auto add = [&](const Section& section, double x, double distance) {
        places.push_back({context_.cables.object_of(section), static_cast<float>(x), static_cast<float>(distance)});
    };
    for (const Step& step : climb(first, from, top)) add(*step.section, step.x, -step.up);
    add(*first, position_in(*first, top), 0);
    auto down = climb(last, to, top);
    for (auto step = down.rbegin(); step != down.rend(); ++step) add(*step->section, step->x, step->up);
    return places;
}

double RangeVarPlotObject::distance_to_root() const {
    if (!begin || !end || !begin->exists() || !end->exists()) return 0;
    const Section &first = section_of(*begin), &last = section_of(*end);
    const PathNode top = junction(node_at(first, begin_x), node_at(last, end_x));
    PathNode root = top;
    while (!is_root(root)) root = parent_of(root);
    return length_up(top, root);
}

/// Whether the variable exists in the compartment at a place. A section may begin in a segment of its parent; its other
/// end has a membrane potential but no mechanisms, although a range variable there reads as in the nearest segment.
bool RangeVarPlotObject::exists_at(const Place& place) const {
    if (expression == "v" || expression.starts_with("vext")) return true;
    const PathNode node = node_at(section_of(*place.section), place.x);
    if (is_root(node) || node.k > node.section->nseg()) return false;
    const SectionPtr owner = context_.cables.object_of(*node.section);
    const InSection in_owner{context_.interpreter, owner};
    context_.interpreter.reference(expression + "(0.5)");
    return true;
}

RangeVarPlotObject::RangeVarPlotObject(const Context& context, std::string plotted, const ObjectPtr& maker)
    : expression{std::move(plotted)}, context_{context} {
    if (!maker) return;
    maker_class_ = maker->class_name();
    maker_index_ = maker->index();
}

ObjectPtr RangeVarPlotObject::maker() const {
    if (maker_class_.empty()) return {};
    for (const ObjectPtr& each : context_.interpreter.instances(maker_class_)) {
        if (each->index() == maker_index_) return each;
    }
    throw std::runtime_error{"the object that made the RangeVarPlot of " + expression + " is gone"};
}

bool RangeVarPlotObject::value_at(const Place& place, const ObjectPtr& scope, Point& point) const {
    Interpreter& interpreter = context_.interpreter;
    const InSection in_section{interpreter, place.section};
    try {
        interpreter.set_number("hoc_ac_", static_cast<double>(place.x));
        if (expression.find("$1") == std::string::npos) {
            if (!exists_at(place)) return false;
            point.place = interpreter.reference(expression + "(hoc_ac_)");
            point.value = point.place->load();
        } else {
            std::string statement = "hoc_ac_ = " + expression;
            for (std::size_t at; (at = statement.find("$1")) != std::string::npos;) statement.replace(at, 2, "hoc_ac_");
            interpreter.execute(statement, scope);
            point.value = interpreter.number("hoc_ac_").value_or(0);
        }
    } catch (const std::exception&) {
        return false;  // the variable does not exist here
    }
    return true;
}

std::vector<RangeVarPlotObject::Point> RangeVarPlotObject::points() const {
    const auto places = path();
    std::vector<Point> result;
    const auto distance = [&](std::size_t i) { return static_cast<double>(places[i].distance) + origin; };
    const bool is_expression = expression.find("$1") != std::string::npos;
    const ObjectPtr scope = is_expression ? maker() : ObjectPtr{};
    Point last{0, 0, nullptr};
    int missing = 0;
    // Several consecutive places without the variable form a gap; a single one is drawn with its neighbor's value.
    for (std::size_t i = 0; i < places.size(); ++i) {
        Point point{distance(i), 0, nullptr};
        if (value_at(places[i], scope, point)) {
            if (missing > 1) {
                result.push_back({distance(i - 1), 0, nullptr});
                result.push_back({distance(i - 1), point.value, point.place});
            }
            if (i == 1 && missing == 1) result.push_back({distance(0), point.value, point.place});
            result.push_back(point);
            last = point;
            missing = 0;
        } else {
            if (missing == 1) {
                result.push_back({distance(i - 1), last.value, last.place});
                result.push_back({distance(i - 1), 0, nullptr});
            }
            if (i + 1 == places.size() && missing == 0) result.push_back({distance(i), last.value, last.place});
            ++missing;
        }
    }
    return result;
}

namespace {

/// NEURON rounds the ends of a path to single precision, which may move them to another segment: 0.7f < 0.7.
double single_precision(Call& call) {
    return static_cast<float>(number_within(call, 0, 0, 1, "position"));
}

Result begin(Call& call) {
    call.self_as<RangeVarPlotObject>().begin = call.section();
    call.self_as<RangeVarPlotObject>().begin_x = single_precision(call);
    return 1.;
}

Result end(Call& call) {
    call.self_as<RangeVarPlotObject>().end = call.section();
    call.self_as<RangeVarPlotObject>().end_x = single_precision(call);
    return 1.;
}

Result to_vector(Call& call) {
    const auto points = call.self_as<RangeVarPlotObject>().points();
    auto& y = call.native<VectorObject>(0).values();
    y.clear();
    for (const auto& point : points) y.push_back(point.value);
    if (call.size() > 1) {
        auto& x = call.native<VectorObject>(1).values();
        x.clear();
        for (const auto& point : points) x.push_back(static_cast<double>(static_cast<float>(point.distance)));
    }
    return static_cast<double>(points.size());
}

Result from_vector(Call& call) {
    const auto points = call.self_as<RangeVarPlotObject>().points();
    const auto& y = call.native<VectorObject>(0).values();
    if (y.size() < points.size()) {
        fail(call, "the path has " + std::to_string(points.size()) + " points, the Vector " + std::to_string(y.size()));
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].place) points[i].place->store(y[i]);
    }
    return static_cast<double>(points.size());
}

Result list(Call& call) {
    auto& sections = call.native<SectionListObject>(0).sections;
    SectionPtr before;
    for (const auto& place : call.self_as<RangeVarPlotObject>().path()) {
        if (place.section != before) sections.push_back(place.section);
        before = place.section;
    }
    return 0.;
}

Result end_distance(Call& call, bool right) {
    const auto path = call.self_as<RangeVarPlotObject>().path();
    if (path.empty()) return call.self_as<RangeVarPlotObject>().origin;
    return static_cast<double>(right ? path.back().distance : path.front().distance) +
           call.self_as<RangeVarPlotObject>().origin;
}

}  // namespace

void register_range_var_plot(Registry& registry, const Context& context) {
    ClassDefinition definition;
    definition.name = RangeVarPlotObject::class_name;
    definition.signature = "new RangeVarPlot(\"variable\" or \"expression of $1\")";
    definition.doc = "A range variable along the path between two places.";
    definition.construct = [&context](Call& call) {
        return std::make_unique<RangeVarPlotObject>(context, call.string(0), call.interpreter().current_object());
    };
    definition.methods = {
        {"begin", "section rvp.begin(x)", "Begins the path at x of the accessed section.", begin},
        {"end", "section rvp.end(x)", "Ends the path at x of the accessed section.", end},
        {"origin", "rvp.origin([x])",
         "Offset [um] that is added to all distances. Distances are measured from the point of the path nearest the "
         "root.",
         [](Call& call) -> Result {
             if (call.size() > 0) call.self_as<RangeVarPlotObject>().origin = call.number(0);
             return call.self_as<RangeVarPlotObject>().origin;
         }},
        {"d2root", "rvp.d2root()", "Distance [um] from the root to the point of the path nearest the root.",
         [](Call& call) -> Result { return call.self_as<RangeVarPlotObject>().distance_to_root(); }},
        {"left", "rvp.left()", "Distance [um] of the first point of the path.",
         [](Call& call) { return end_distance(call, false); }},
        {"right", "rvp.right()", "Distance [um] of the last point of the path.",
         [](Call& call) { return end_distance(call, true); }},
        {"list", "rvp.list(SectionList)", "Appends the sections of the path to the SectionList.", list},
        {"color", "rvp.color([i])", "Color of the line, before it is set to i.",
         [](Call& call) -> Result {
             int& color = call.self_as<RangeVarPlotObject>().color;
             const int before = color;
             if (call.size() > 0) color = static_cast<int>(call.number(0));
             return static_cast<double>(before);
         }},
        {"vector", "rvp.vector()", "A Vector of the values along the path.",
         [](Call& call) -> Result {
             VectorObject::Values values;
             for (const auto& point : call.self_as<RangeVarPlotObject>().points()) values.push_back(point.value);
             return make_vector(call.interpreter(), std::move(values));
         }},
        {"to_vector", "rvp.to_vector(y, [x])",
         "Copies the values along the path to y and their distances [um] to x; returns the number of values.",
         to_vector},
        {"from_vector", "rvp.from_vector(y)", "Sets the variable along the path to the values in y.", from_vector},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
