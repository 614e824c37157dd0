#include "hoc_like/library/headless/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ranvier::hoc {

namespace {

constexpr double width = 640, plot_height = 368, row = 15;  // pixels
constexpr double left = 76, right = 24, below = 52;         // margins
constexpr int most_legends = 12;

const char* color_name(int color) {
    static constexpr std::array<const char*, 10> names{"#ffffff", "#000000", "#e00000", "#0000e0", "#00a000",
                                                       "#ff8c00", "#8b4513", "#9400d3", "#d0c000", "#808080"};
    return names[static_cast<std::size_t>(color % 10 < 0 ? 1 : color % 10)];
}

std::string escape(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            default:
                // Non-ASCII characters may be Latin-1, which would make the file invalid.
                out += static_cast<unsigned char>(c) < 128 ? c : '?';
        }
    }
    return out;
}

std::string brush_attributes(int brush) {
    static constexpr std::array<const char*, 5> dashes{"8,4", "4,4", "2,3", "8,3,2,3", "12,6"};
    if (brush >= 5)
        return fmt::format("stroke-width=\"1.2\" stroke-dasharray=\"{}\"",
                           dashes[static_cast<std::size_t>(brush - 5) % 5]);
    return fmt::format("stroke-width=\"{}\"", brush <= 0 ? 0.7 : 1.2 * brush);
}

/// Distance between ticks: 1, 2 or 5 times a power of ten, chosen for about six ticks per axis.
double tick_distance(double range) {
    const double rough = range / 6;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double part = rough / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

void widen(double& from, double& to) {
    if (!(from < to) && !(from > to)) {
        const double room = from == 0 ? 1 : std::fabs(from) * 0.1;
        from -= room;
        to += room;
    }
}

}  // namespace

SvgPlot::SvgPlot(double x0, double x1, double y0, double y1, std::string title)
    : x0_{x0}, x1_{x1}, y0_{y0}, y1_{y1}, title_{std::move(title)} {
    widen(x0_, x1_);
    widen(y0_, y1_);
}

double SvgPlot::above() const {
    return 28 + row * std::max(0, std::min(legends_, most_legends + 1) - 1);
}
double SvgPlot::height() const {
    return above() + plot_height + below;
}

SvgPlot SvgPlot::picture(double x0, double x1, double y0, double y1, std::string title) {
    const double plot_width = width - left - right;
    double range = std::max((x1 - x0) / plot_width, (y1 - y0) / plot_height) * 1.1;
    if (!(range > 0)) range = 1;
    const double x = (x0 + x1) / 2, y = (y0 + y1) / 2;
    SvgPlot plot{x - range * plot_width / 2, x + range * plot_width / 2, y - range * plot_height / 2,
                 y + range * plot_height / 2, std::move(title)};
    plot.axes_ = false;
    return plot;
}

double SvgPlot::px(double x) const {
    return left + (x - x0_) / (x1_ - x0_) * (width - left - right);
}
double SvgPlot::py(double y) const {
    return above() + plot_height - (y - y0_) / (y1_ - y0_) * plot_height;
}
double SvgPlot::scale() const {
    return (width - left - right) / (x1_ - x0_);
}

void SvgPlot::line(std::span<const double> x, std::span<const double> y, int color, int brush) {
    std::string points;
    const auto draw = [&] {
        if (!points.empty()) {
            body_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" {} points=\"{}\"/>\n", color_name(color),
                                 brush_attributes(brush), points);
        }
        points.clear();
    };
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        const double at_x = px(x[i]), at_y = py(y[i]);
        if (!std::isfinite(at_x) || !std::isfinite(at_y)) {
            draw();
            continue;
        }
        // Far outside the picture the exact position is irrelevant, but SVG readers reject some large numbers.
        points += fmt::format("{:.2f},{:.2f} ", std::clamp(at_x, -1e5, 1e5), std::clamp(at_y, -1e5, 1e5));
    }
    draw();
}

void SvgPlot::stroke(double x0, double y0, double x1, double y1, double stroke_width, std::string_view color) {
    body_ += fmt::format(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
        px(x0), py(y0), px(x1), py(y1), color, stroke_width);
}

void SvgPlot::mark(double x, double y, double size, std::string_view style, int color) {
    const double half = std::max(size, 2.0) / 2, at_x = px(x), at_y = py(y);
    if (!std::isfinite(at_x) || !std::isfinite(at_y)) return;
    const char* name = color_name(color);
    const char c = style.empty() ? '+' : style[0];
    const bool filled = c == 'O' || c == 'S' || c == 'T';
    const std::string paint =
        filled ? fmt::format("fill=\"{}\"", name) : fmt::format("fill=\"none\" stroke=\"{}\"", name);
    if (c == 'o' || c == 'O') {
        body_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", at_x, at_y, half, paint);
    } else if (c == 's' || c == 'S') {
        body_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n", at_x - half,
                             at_y - half, 2 * half, 2 * half, paint);
    } else if (c == 't' || c == 'T') {
        body_ += fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" {}/>\n", at_x, at_y - half,
                             at_x - half, at_y + half, at_x + half, at_y + half, paint);
    } else {
        const bool vertical = c != '-', horizontal = c != '|';
        if (horizontal) {
            body_ +=
                fmt::format("<path d=\"M{:.2f} {:.2f}h{:.2f}\" stroke=\"{}\"/>\n", at_x - half, at_y, 2 * half, name);
        }
        if (vertical) {
            body_ +=
                fmt::format("<path d=\"M{:.2f} {:.2f}v{:.2f}\" stroke=\"{}\"/>\n", at_x, at_y - half, 2 * half, name);
        }
    }
}

void SvgPlot::text(double x, double y, std::string_view text, int color, bool fixed) {
    const double at_x = fixed ? left + x * (width - left - right) : px(x);
    const double at_y = fixed ? above() + plot_height * (1 - y) : py(y);
    if (!std::isfinite(at_x) || !std::isfinite(at_y)) return;
    body_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"{}\">{}</text>\n", at_x, at_y, color_name(color),
                         escape(text));
}

void SvgPlot::legend(std::string_view text, int color) {
    ++legends_;
    if (legends_ > most_legends) return;
    legend_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\" text-anchor=\"end\">{}</text>\n", width - right,
                           18 + row * (legends_ - 1), color_name(color), escape(text));
}

void SvgPlot::label_axes(std::string x, std::string y) {
    x_label_ = std::move(x);
    y_label_ = std::move(y);
}

std::string SvgPlot::axes() const {
    const double bottom = above() + plot_height;
    std::string text =
        fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#000\"/>\n", left, above(), bottom, width - right);
    const double dx = tick_distance(std::fabs(x1_ - x0_)), dy = tick_distance(std::fabs(y1_ - y0_));
    const double x_low = std::min(x0_, x1_), x_high = std::max(x0_, x1_);
    const double y_low = std::min(y0_, y1_), y_high = std::max(y0_, y1_);
    for (double k = std::ceil(x_low / dx - 1e-9); k * dx <= x_high + 1e-9 * dx; ++k) {
        text += fmt::format(
            "<path d=\"M{:.2f} {}v5\" stroke=\"#000\"/><text x=\"{:.2f}\" y=\"{}\" "
            "text-anchor=\"middle\">{:.6g}</text>\n",
            px(k * dx), bottom, px(k * dx), bottom + 20, k * dx + 0.0);
    }
    for (double k = std::ceil(y_low / dy - 1e-9); k * dy <= y_high + 1e-9 * dy; ++k) {
        text += fmt::format(
            "<path d=\"M{} {:.2f}h-5\" stroke=\"#000\"/><text x=\"{}\" y=\"{:.2f}\" "
            "text-anchor=\"end\">{:.6g}</text>\n",
            left, py(k * dy), left - 9, py(k * dy) + 4, k * dy + 0.0);
    }
    if (!x_label_.empty()) {
        text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                            bottom + 40, escape(x_label_));
    }
    if (!y_label_.empty()) {
        text +=
            fmt::format("<text x=\"16\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {0})\">{1}</text>\n",
                        above() + plot_height / 2, escape(y_label_));
    }
    return text;
}

std::string SvgPlot::finish() const {
    std::string legend = legend_;
    if (legends_ > most_legends) {
        legend += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">and {} more</text>\n", width - right,
                              18 + row * most_legends, legends_ - most_legends);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "<clipPath id=\"axes\"><rect x=\"{2}\" y=\"{3}\" width=\"{4}\" height=\"{5}\"/></clipPath>\n"
        "<text x=\"{2}\" y=\"18\">{6}</text>\n{9}{7}<g clip-path=\"url(#axes)\">\n{8}</g>\n</svg>\n",
        width, height(), left, above(), width - left - right, plot_height, escape(title_),
        axes_ ? axes() : std::string{}, body_, legend);
}

}  // namespace ranvier::hoc
