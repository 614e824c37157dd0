#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

class Registry;
struct Context;

/// hoc's RangeVarPlot: a range variable, or an expression of the position $1, along the path between two places.
///
/// The path consists of compartment centers, ends of sections, and the junction: the point of the path nearest the
/// root. Distances are measured from the junction, and are negative on the side of the path's beginning.
class RangeVarPlotObject final : public Native {
  public:
    static constexpr std::string_view class_name = "RangeVarPlot";

    /// `maker`: the object in whose scope an expression is evaluated; null for the top level.
    RangeVarPlotObject(const Context& context, std::string plotted, const ObjectPtr& maker);

    /// A place on the path: position in its section, and distance from the junction [um]; single precision, like in
    /// NEURON.
    struct Place {
        SectionPtr section;
        float x;
        float distance;
    };
    /// Empty while either end is missing. Throws std::runtime_error if the ends are in different cells.
    std::vector<Place> path() const;
    double distance_to_root() const;

    /// Values where the variable exists, each with its distance. A gap is bounded by two points without a value.
    struct Point {
        double distance;
        double value;
        NumberRefPtr place;  ///< null for expressions and in gaps
    };
    std::vector<Point> points() const;

    std::string expression;
    SectionPtr begin, end;
    double begin_x = 0, end_x = 1;
    double origin = 0;
    int color = 1;

  private:
    bool exists_at(const Place& place) const;
    bool value_at(const Place& place, const ObjectPtr& scope, Point& point) const;
    ObjectPtr maker() const;
    const Context& context_;
    // Stored by name: the object usually holds the plot, so a reference back would keep both alive forever.
    std::string maker_class_;
    std::int64_t maker_index_ = 0;
};

void register_range_var_plot(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
