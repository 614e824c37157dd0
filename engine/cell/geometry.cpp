#include "engine/cell/geometry.hpp"

#include <cmath>

namespace ranvier::engine {

namespace {

constexpr double pi = 3.14159265358979323846;

// Walks along the points, half a segment at a time; each half begins where the previous one ends.
class PointWalk {
  public:
    explicit PointWalk(std::span<const Point3d> points)
        : points_(points), position_(points[0].arc), diam_(std::fabs(points[0].diam)) {}

    struct Half {
        double diam = 0;        // integral of twice the diameter
        double area = 0;        // surface over pi/2
        double resistance = 0;  // integral of 1/diam^2
    };

    void advance_to(double end, Half& half) {
        for (;;) {
            const std::size_t next = at_ + 1;
            const double arc = points_[at_].arc;
            const double next_arc = points_[next].arc;
            const double diam = std::fabs(points_[at_].diam);
            const double next_diam = std::fabs(points_[next].diam);
            // The last cone continues beyond the last point.
            const bool ends_here = next_arc > end || next == points_.size() - 1;
            double to = next_arc;
            double to_diam = next_diam;
            if (ends_here) {
                const double part = std::fabs(next_arc - arc) < 1e-10 ? 1. : (end - arc) / (next_arc - arc);
                to = end;
                to_diam = (1. - part) * diam + part * next_diam;
            }
            add_cone(to, to_diam, half);
            if (ends_here) return;
            at_ = next;
        }
    }

  private:
    void add_cone(double to, double to_diam, Half& half) {
        double length = to - position_;
        half.diam += (to_diam + diam_) * length;
        if (length < 1e-15) length = 1e-15;
        double conductance = to_diam * diam_ / length;
        if (conductance == 0) conductance = 1e-15;
        half.resistance += 1 / conductance;
        const double taper = .5 * (to_diam - diam_);
        half.area += (to_diam + diam_) * std::sqrt(length * length + taper * taper);
        position_ = to;
        diam_ = to_diam;
    }

    std::span<const Point3d> points_;
    std::size_t at_ = 0;
    double position_;
    double diam_;
};

}  // namespace

double shape_cylinders(std::span<SegmentShape> segments, double length, double Ra) {
    const double dx = length / static_cast<double>(segments.size());
    double right = 0.;
    for (SegmentShape& segment : segments) {
        segment.area = pi * segment.diam * dx;
        const double left = 1e-2 * Ra * (dx / 2) / (pi * segment.diam * segment.diam / 4.);
        segment.conductance = 1. / (left + right);
        right = left;
    }
    return 1. / right;
}

double shape_points(std::span<SegmentShape> segments, std::span<const Point3d> points, double Ra) {
    const double ds = points.back().arc / static_cast<double>(segments.size());
    PointWalk walk(points);
    double right = 0.;
    for (std::size_t j = 0; j < segments.size(); ++j) {
        SegmentShape& segment = segments[j];
        PointWalk::Half sum;
        double half_way = static_cast<double>(j) * ds + ds / 2.;
        walk.advance_to(half_way, sum);
        const double left = sum.resistance * Ra / pi * (4. * .01);
        sum.resistance = 0;
        walk.advance_to(half_way + ds / 2., sum);
        segment.conductance = 1. / (right + left);
        right = sum.resistance * Ra / pi * (4. * .01);
        sum.diam *= .5 / ds;
        if (std::fabs(sum.diam - segment.diam) > 1e-9 || sum.diam < 1e-5) segment.diam = sum.diam;
        segment.area = sum.area * .5 * pi;
    }
    return 1. / right;
}

void measure_arc(std::span<Point3d> points, std::size_t i) {
    if (i == 0 && !points.empty()) {
        points[0].arc = 0;
        i = 1;
    }
    const auto difference = [](double a, double b) {
        return static_cast<double>(static_cast<float>(a) - static_cast<float>(b));
    };
    for (; i < points.size(); ++i) {
        const Point3d& before = points[i - 1];
        Point3d& here = points[i];
        const double x = difference(here.x, before.x);
        const double y = difference(here.y, before.y);
        const double z = difference(here.z, before.z);
        here.arc = before.arc + std::sqrt(x * x + y * y + z * z);
    }
}

}  // namespace ranvier::engine
