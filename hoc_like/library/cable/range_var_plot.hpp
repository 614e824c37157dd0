#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

class Registry;
class Session;

/// hoc's RangeVarPlot: a range variable, or an expression of the position $1, along the path between two places.
///
/// The path runs over compartments: their centers, ends of sections, and the junction nearest the root, which is at 0;
/// places towards the beginning count negative.
class RangeVarPlotObject final : public Native {
  public:
    static constexpr std::string_view class_name = "RangeVarPlot";

    /// `maker`: the object in whose template an expression is meant; null at the top level.
    RangeVarPlotObject(Session& session, std::string plotted, const ObjectPtr& maker);

    /// A place on the path: position in its section, and distance from the junction [um] in single precision, as in
    /// NEURON.
    struct Place {
        SectionPtr section;
        float x;
        float distance;
    };
    /// Empty as long as an end is missing. Throws std::runtime_error if the ends are in different cells.
    std::vector<Place> path() const;
    double distance_to_root() const;

    /// Values at the places where the variable exists, each with its distance; gaps begin and end without a value.
    struct Point {
        double distance;
        double value;
        NumberRefPtr place;  ///< null for expressions and if there is nothing
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
    Session& session_;
    // By name, because the object usually holds its plot: a reference back would keep both alive forever.
    std::string maker_class_;
    std::int64_t maker_index_ = 0;
};

void register_range_var_plot(Registry& registry, Session& session);

}  // namespace ranvier::hoc
