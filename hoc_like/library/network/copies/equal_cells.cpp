#include "hoc_like/library/network/copies/equal_cells.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/language/interface/code_reach.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

namespace {

/// Functions that depend on nothing but their arguments and the accessed section, and change nothing else; except that `distance`
/// remembers an origin, which the last cell sets.
constexpr auto functions = std::to_array<std::string_view>({"abs",           "acos",
                                                            "arc3d",         "area",
                                                            "asin",          "atan",
                                                            "atan2",         "ceil",
                                                            "cos",           "delete_section",
                                                            "diam3d",        "diam_changed",
                                                            "distance",      "erf",
                                                            "erfc",          "exp",
                                                            "float_epsilon", "floor",
                                                            "fmod",          "getSpineArea",
                                                            "int",           "ion_style",
                                                            "ismembrane",    "L",
                                                            "log",           "log10",
                                                            "max",           "min",
                                                            "n3d",           "nernst",
                                                            "numarg",        "parent_connection",
                                                            "pt3dadd",       "pt3dchange",
                                                            "pt3dclear",     "pt3dconst",
                                                            "pt3dinsert",    "pt3dremove",
                                                            "pt3dstyle",     "ri",
                                                            "secname",       "section_orientation",
                                                            "sin",           "sinh",
                                                            "sprint",        "sqrt",
                                                            "strcmp",        "tan",
                                                            "tanh",          "x3d",
                                                            "y3d",           "z3d"});

/// Those of the classes below.
constexpr auto methods = std::to_array<std::string_view>(
    {"add",      "all",     "allroots",    "append",      "at",         "c",      "children", "cl",
     "contains", "copy",    "count",       "delay",       "diam",       "div",    "dot",      "fill",
     "get",      "get_loc", "get_segment", "has_loc",     "has_parent", "head",   "index",    "indgen",
     "indwhere", "input",   "insrt",       "instantiate", "is_cas",     "L",      "left",     "len",
     "loc",      "max",     "mean",        "min",         "mul",        "nchild", "nseg",     "o",
     "object",   "parent",  "Ra",          "remove",      "remove_all", "resize", "right",    "set",
     "size",     "sub",     "subtree",     "sum",         "threshold",  "unique", "x"});

constexpr auto classes =
    std::to_array<std::string_view>({"Import3d_GUI", "Import3d_Neurolucida3", "Import3d_SWC_read", "List", "NetCon",
                                     "SectionList", "SectionRef", "String", "Vector"});

template <class Known>
bool has(const Known& known, const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
}

/// A variable of a point process or a section, such as `tau1` in `syn.tau1 = 2`, or `soma.gnabar_hh`.
bool is_variable(const Context& context, const std::string& name) {
    if (context.model.range_variable(name)) return true;
    return std::ranges::any_of(context.model.mechanisms(), [&](const auto& type) {
        const rv_mechanism* of = type->description();
        if (!of || type->is_density()) return false;
        return std::any_of(of->fields, of->fields + of->field_count,
                           [&](const auto& field) { return name == field.name; });
    });
}

bool is_point_process(const Context& context, const std::string& name) {
    const auto mechanism = context.model.find_mechanism(name);
    return mechanism && context.model.mechanism(*mechanism).is_point_process();
}

}  // namespace

bool init_makes_equal_cells(const Context& context, const ClassInfo& of_template) {
    const CodeReach reach = reach_of_init(of_template);
    return reach.outside.empty() &&
           std::ranges::all_of(reach.functions, [&](const auto& name) { return has(functions, name); }) &&
           std::ranges::all_of(reach.methods,
                               [&](const auto& name) { return has(methods, name) || is_variable(context, name); }) &&
           std::ranges::all_of(reach.classes,
                               [&](const auto& name) { return has(classes, name) || is_point_process(context, name); });
}

}  // namespace ranvier::hoc
