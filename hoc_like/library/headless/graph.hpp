#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

/// hoc's Graph without a screen: keeps its size and, if graphs are recorded, also lines, marks and labels, from which a
/// figure can be drawn.
class GraphObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Graph";

    struct Line {
        std::string label;
        int color = 1;
        int brush = 1;
        std::vector<double> x, y;
        ObjectPtr y_vector, x_vector;  ///< Vectors that it follows, if any (Vector.plot)
        double interval = 1;           ///< along x, if there is no x_vector
        ObjectPtr range_plot;          ///< a RangeVarPlot that it shows (addobject)
    };
    /// A line whose points come from an expression each time the graph plots.
    struct Watched {
        std::string expression;
        ObjectPtr scope;
        SectionPtr section;
        NumberRefPtr place;  ///< instead of an expression
        std::size_t line;    ///< index in lines; a new one begins with begin()
    };
    struct Mark {
        double x, y, size;
        std::string style;
        int color;
    };
    struct Label {
        double x, y;
        std::string text;
        bool fixed;
    };

    explicit GraphObject(std::shared_ptr<HeadlessContext> owner) : context{std::move(owner)} {}

    bool records() const { return context->record_graphs; }
    /// Starts a new line with the given style, which add_point extends.
    void begin_line(std::string label, int line_color, int line_brush);
    void add_point(double x, double y);
    /// New lines for all watched expressions.
    void begin();
    /// Adds the current value of each watched expression, at x.
    void plot(Interpreter& interpreter, double x);
    void erase(bool watched_too);
    /// Updates lines of Vector.plot or RangeVarPlots to the current values.
    void follow_vectors();

    std::shared_ptr<HeadlessContext> context;
    std::array<double, 4> size{0, 0, 0, 0};  ///< x from, x to, y from, y to
    int color = 1;
    int brush = 1;
    bool mapped = true;
    bool keep_lines = false;  ///< begin() keeps the old lines (exec_menu("Keep Lines"), family(1))
    std::string x_expression;
    std::vector<Line> lines;
    std::vector<Watched> watched;
    std::vector<Mark> marks;
    std::vector<Label> labels;
};

}  // namespace ranvier::hoc
