#include "engine/cell/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/geometry.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

// volatile, because g++ 12 vectorizes x, y and z of a point and then omits the rounding (seen at -O2 and -O3).
double single(double x) {
    const volatile float rounded = static_cast<float>(x);
    return static_cast<double>(rounded);
}

/// A negative diameter marks spines in NEURON; its magnitude counts.
Point3d in_single_precision(const Point3d& p) {
    return {single(p.x), single(p.y), single(p.z), single(std::abs(p.diam)), p.arc};
}

// Number of a compartment in its section, counted from the parent's end.
int node_number(const Home& home) {
    const Section& section = *home.section;
    if (home.segment == Home::root) return 0;
    if (home.segment == Home::far_end) return section.nseg();
    return section.child_end() != 0 ? section.nseg() - 1 - home.segment : home.segment;
}

void check_position(const Section& section, double x) {
    if (!(x >= 0 && x <= 1)) {
        throw std::invalid_argument(fmt::format("{}({}): a position must be between 0 and 1", section.name(), x));
    }
}

}  // namespace

Section::Section(Cells& cells, std::string name, std::uint32_t id) : cells_(cells), name_(std::move(name)), id_(id) {}

void Section::shape_changed() {
    shape_is_old_ = true;
    cells_.state_->coefficients_are_old = true;
}

void Section::set_nseg(int n) {
    if (n < 1 || n > 32767) {
        throw std::invalid_argument(fmt::format("{}: nseg = {}, but it must be between 1 and 32767", name_, n));
    }
    if (n != nseg()) cells_.state_->change_nseg(*this, n);
}

double Section::L() const {
    const double length = std::max(shape_is_old_ && !points_.empty() ? points_.back().arc : L_, 1e-9);
    if (length != L_) L_ = length;  // no write if equal, since several threads may call this
    return length;
}

void Section::set_L(double um) {
    if (std::isnan(um)) throw std::invalid_argument(fmt::format("{}: L is not a number", name_));
    L_ = um;
    rescale_points(um);
    shape_changed();
}

void Section::set_Ra(double ohm_cm) {
    Ra_ = ohm_cm;
    shape_changed();
}

void Section::set_rallbranch(double n) {
    rallbranch_ = n;
    shape_changed();
}

void Section::rescale_points(double um) {
    if (points_.empty()) return;
    const Point3d origin = points_.front();
    const double factor = um / points_.back().arc;
    for (Point3d& p : points_) {
        p.arc = p.arc * factor;
        p.x = single(origin.x + (p.x - origin.x) * factor);
        p.y = single(origin.y + (p.y - origin.y) * factor);
        p.z = single(origin.z + (p.z - origin.z) * factor);
    }
}

void Section::points_changed(std::size_t from) {
    measure_arc(points_, from);
    if (!points_.empty()) L_ = points_.back().arc;
    shape_changed();
}

void Section::add_point(Point3d p) {
    points_.push_back(in_single_precision(p));
    points_changed(points_.size() - 1);
}

void Section::insert_point(int i, Point3d p) {
    if (i < 0 || static_cast<std::size_t>(i) > points_.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no point {}", name_, i));
    }
    points_.insert(points_.begin() + i, in_single_precision(p));
    points_changed(static_cast<std::size_t>(i));
}

void Section::remove_point(int i) {
    if (i < 0 || static_cast<std::size_t>(i) >= points_.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no point {}", name_, i));
    }
    points_.erase(points_.begin() + i);
    points_changed(static_cast<std::size_t>(i));
}

void Section::change_point(int i, Point3d p) {
    if (i < 0 || static_cast<std::size_t>(i) >= points_.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no point {}", name_, i));
    }
    points_[static_cast<std::size_t>(i)] = in_single_precision(p);
    points_changed(static_cast<std::size_t>(i));
}

void Section::change_point_diam(int i, double diam) {
    if (i < 0 || static_cast<std::size_t>(i) >= points_.size()) {
        throw std::invalid_argument(fmt::format("{}: there is no point {}", name_, i));
    }
    points_[static_cast<std::size_t>(i)].diam = single(std::abs(diam));
    shape_changed();
}

void Section::clear_points() {
    points_.clear();
}

void Section::move_points(const std::function<Point3d(const Point3d&)>& to) {
    for (Point3d& p : points_) {
        const Point3d moved = to(p);
        p.x = single(moved.x);
        p.y = single(moved.y);
        p.z = single(moved.z);
    }
}

void Section::set_points(const std::vector<Point3d>& points) {
    points_.clear();
    for (const Point3d& p : points) points_.push_back(in_single_precision(p));
    if (!points_.empty()) L_ = points_.back().arc;
    shape_changed();
}

Section& Section::root() {
    Section* section = this;
    while (section->parent_) section = section->parent_;
    return *section;
}

std::uint32_t Section::near_compartment() const {
    const Section* section = this;
    for (; section->parent_; section = section->parent_) {
        if (section->is_at_beginning()) continue;
        const double x = section->parent_x_;
        if (x == 0 || x == 1) return section->parent_->end_;
        return section->parent_->compartments_[static_cast<std::size_t>(section->parent_->segment_at(x))];
    }
    return section->root_;
}

std::uint32_t Section::compartment_at(double x) const {
    check_position(*this, x);
    if (x > 0 && x < 1) return compartments_[static_cast<std::size_t>(segment_at(x))];
    return x == child_end_ ? near_compartment() : end_;
}

int Section::segment_at(double x) const {
    check_position(*this, x);
    return std::min(static_cast<int>(nseg() * x), nseg() - 1);
}

double Section::position_of(std::uint32_t compartment) const {
    if (compartment == near_compartment()) return child_end_;
    if (compartment == end_) return 1 - child_end_;
    const int node = node_number(cells_.state_->homes[compartment]);
    const double x = node == nseg() ? 1. : (node + .5) / nseg();
    return child_end_ == 0 ? x : 1. - x;
}

bool Section::has(MechanismId mechanism) const {
    return std::find(mechanisms_.begin(), mechanisms_.end(), mechanism) != mechanisms_.end();
}

}  // namespace ranvier::engine
