#include <algorithm>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/headless/graph.hpp"

namespace ranvier::hoc {

namespace {

/// The x coordinates of points: elements of a Vector, multiples of an interval, or indices.
class Positions {
  public:
    Positions(const Call& call, int i, bool present) {
        if (present && call.is_object(i)) {
            x_ = &call.native<VectorObject>(i).values();
        } else if (present) {
            interval_ = call.number(i);
        }
    }
    std::size_t size(std::size_t n) const { return x_ ? std::min(n, x_->size()) : n; }
    double operator()(std::size_t i) const { return x_ ? (*x_)[i] : static_cast<double>(i) * interval_; }

  private:
    const VectorObject::Values* x_ = nullptr;
    double interval_ = 1.0;
};

/// Vector.plot follows later changes of the Vector; Vector.line draws a copy of its elements.
/// vec.plot(graph), (graph, x), (graph, color, brush), (graph, x, color, brush)
template <bool follows>
Result line(Call& call) {
    GraphObject& graph = call.native<GraphObject>(0);
    if (!graph.records()) return self_result(call);
    const bool with_x = call.size() == 2 || call.size() == 4;
    const Positions x{call, 1, with_x};
    const int looks = with_x ? 2 : 1;
    const auto& y = call.self_as<VectorObject>().values();
    graph.begin_line(call.self_as<VectorObject>().label(), static_cast<int>(call.number_or(looks, graph.color)),
                     static_cast<int>(call.number_or(looks + 1, graph.brush)));
    for (std::size_t i = 0; i < x.size(y.size()); ++i) graph.add_point(x(i), y[i]);
    if constexpr (follows) {
        GraphObject::Line& drawn = graph.lines.back();
        drawn.y_vector = ObjectPtr{call.self()};
        if (with_x && call.is_object(1)) drawn.x_vector = call.object(1);
        if (with_x && call.is_number(1)) drawn.interval = call.number(1);
    }
    return self_result(call);
}

/// vec.mark(graph, x, "style", size, color, brush)
Result mark_vector(Call& call) {
    GraphObject& graph = call.native<GraphObject>(0);
    if (!graph.records()) return self_result(call);
    const Positions x{call, 1, call.size() > 1};
    const auto& y = call.self_as<VectorObject>().values();
    for (std::size_t i = 0; i < x.size(y.size()); ++i) {
        graph.marks.push_back({x(i), y[i], call.number_or(3, 12.0), call.is_string(2) ? call.string(2) : "+",
                               static_cast<int>(call.number_or(4, graph.color))});
    }
    return self_result(call);
}

/// vec.ploterr(graph, x, error, size, color, brush)
Result error_bars(Call& call) {
    GraphObject& graph = call.native<GraphObject>(0);
    if (!graph.records()) return self_result(call);
    const auto& y = call.self_as<VectorObject>().values();
    const auto& x = call.native<VectorObject>(1).values();
    const auto& error = call.native<VectorObject>(2).values();
    for (std::size_t i = 0; i < std::min({y.size(), x.size(), error.size()}); ++i) {
        graph.begin_line({}, static_cast<int>(call.number_or(4, graph.color)),
                         static_cast<int>(call.number_or(5, graph.brush)));
        graph.add_point(x[i], y[i] - error[i]);
        graph.add_point(x[i], y[i] + error[i]);
    }
    return self_result(call);
}

}  // namespace

std::vector<MethodDefinition> vector_plot_methods() {
    return {
        {"plot", "vec.plot(graph, x, color, brush)",
         "Plots the elements against x, which is a Vector or the interval between points.", line<true>},
        {"line", "vec.line(graph, x, color, brush)", "Like plot, but draws a copy of the elements.", line<false>},
        {"mark", "vec.mark(graph, x, \"style\", size, color, brush)", "Draws marks at the elements.", mark_vector},
        {"ploterr", "vec.ploterr(graph, x, error, size, color, brush)", "Draws error bars.", error_bars},
    };
}

}  // namespace ranvier::hoc
