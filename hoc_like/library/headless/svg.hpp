#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc {

/// A plot with two axes, written as SVG. Coordinates are in data units.
class SvgPlot {
  public:
    /// Ranges of the axes; an empty range is widened.
    SvgPlot(double x0, double x1, double y0, double y1, std::string title);
    /// A plot whose axes have the same scale and are not drawn, for pictures of cells.
    static SvgPlot picture(double x0, double x1, double y0, double y1, std::string title);

    /// Uses NEURON's colors: 1 black, 2 red, 3 blue, 4 green, 5 orange, 6 brown, 7 violet, 8 yellow, 9 gray. Brushes 0
    /// to 4 are line widths, 5 to 9 are dash patterns.
    void line(std::span<const double> x, std::span<const double> y, int color, int brush);
    /// Draws a straight line with the given width [pixels] in any SVG color.
    void stroke(double x0, double y0, double x1, double y1, double width, std::string_view color);
    void mark(double x, double y, double size, std::string_view style, int color);
    /// Writes text at data coordinates or, if `fixed`, at fractions of the window from its lower left corner.
    void text(double x, double y, std::string_view text, int color, bool fixed);
    /// Adds the name of a line to the legend, above the frame, where it covers nothing. Call it before anything is drawn.
    void legend(std::string_view text, int color);
    /// What the axes show, with units; empty: nothing is said.
    void label_axes(std::string x, std::string y);
    /// Width of one data unit along x [pixels].
    double scale() const;
    std::string finish() const;

  private:
    double px(double x) const;
    double py(double y) const;
    std::string axes() const;
    double above() const;   // margin [pixels]
    double height() const;  // of the picture [pixels]
    double x0_, x1_, y0_, y1_;
    bool axes_ = true;
    int legends_ = 0;
    std::string title_, legend_, x_label_, y_label_;
    std::string body_;
};

}  // namespace ranvier::hoc
