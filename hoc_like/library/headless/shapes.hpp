#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// hoc's Shape and PlotShape without a screen: which sections to draw, and how.
class ShapeObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Shape";

    bool is_plot = false;      ///< a PlotShape: shows a variable as color
    bool shows_value = false;  ///< after exec_menu("Shape Plot")
    bool chosen = false;       ///< draw only `sections`, not all
    std::vector<SectionPtr> sections;
    std::string variable = "v";
    std::array<double, 2> range{-80, 40};
    std::map<const SectionObject*, int> colors;
    struct Mark {
        SectionPtr section;
        double x;
        int color;
        std::string style;
        double size;
    };
    std::vector<Mark> marks;
    bool mapped = true;
    double style = 0;  ///< show: 0 diameters, 1 centers, 2 lines
};

}  // namespace ranvier::hoc
