#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

/// hoc's Graph without a screen. Keeps its axis ranges and, if graphs are recorded, the lines, marks and labels from
/// which write_figures draws a figure.
class GraphObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Graph";

    struct Line {
        std::string label;
        int color = 1;
        int brush = 1;
        std::vector<double> x, y;
        ObjectPtr y_vector, x_vector;  ///< Vectors plotted with Vector.plot, if any
        double interval = 1;           ///< spacing along x without an x_vector
        ObjectPtr range_plot;          ///< RangeVarPlot plotted with addobject, if any
    };
    /// A line to which each plot() adds the value of a variable or expression.
    struct Watched {
        std::string expression;
        ObjectPtr scope;
        NumberRefPtr place;  ///< the variable; null: evaluate `expression`
        std::size_t line;    ///< index in lines; begin() may start a new line
        bool has_failed = false;
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
    /// Starts a new line with the given style; add_point extends the last line.
    void begin_line(std::string label, int line_color, int line_brush);
    void add_point(double x, double y);
    /// Restarts the lines of all watched expressions; with keep_lines, the old lines stay.
    void begin();
    /// Adds the current value of each watched expression, at x.
    void plot(Interpreter& interpreter, double x);
    void erase(bool watched_too);
    /// Updates the lines of Vectors and RangeVarPlots to their current values.
    void follow_vectors();

    std::shared_ptr<HeadlessContext> context;
    std::array<double, 4> size{0, 0, 0, 0};  ///< left, right, bottom, top
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
