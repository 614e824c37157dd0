#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

/// Where a place is in its cell.
struct CellPlace {
    double dist;                ///< path from the middle of the soma [um]
    double diam;                ///< of the segment [um]
    double order;               ///< the number of branch points on the way to the soma
    std::function<double()> y;  ///< [um] in the network's space; fails in sections without 3-D points
};

/// A number for each place of a cell: the value of an expression of dist, diam, order and y in hoc, or of a Python function
/// of them.
class PlaceFunction {
  public:
    /// Whether a word can only be an expression, as it has operators, or is one of the four names.
    static bool is_expression(std::string_view word);
    /// Throws std::invalid_argument or ScriptError if the text is not an expression.
    static PlaceFunction of_text(Interpreter& interpreter, const std::string& text);
    /// A PlaceFunction of Python (python/ranvier/rules.py).
    static PlaceFunction of_object(const ObjectPtr& function);

    /// What ranks have to agree on, and errors show.
    const std::string& text() const { return text_; }
    double operator()(const CellPlace& place) const { return of_(place); }

  private:
    using Of = std::function<double(const CellPlace&)>;
    PlaceFunction(std::string text, Of of) : text_(std::move(text)), of_(std::move(of)) {}

    std::string text_;
    Of of_;
};

}  // namespace ranvier::hoc
