#pragma once

#include "mechanisms/nmodl/ast/expression.hpp"

namespace ranvier::nmodl {

/// An expression as a function of one state x: its derivative with respect to x, and slope * x + rest.
/// A null pointer stands for zero. The forms keep the author's operands and order, because libm arithmetic must give
/// the same bits as NEURON, which builds the forms by the same rules.
struct LinearForm {
    ExpressionPtr derivative, slope, rest;
    bool has_derivative = true;  ///< false: x in a denominator or in a function's argument
    bool is_linear = true;       ///< false: x in a product with itself, a denominator or a function's argument
};

/// `state` is a Name or an Index; expressions equal to `state` are x.
LinearForm linear_form(const Expression& expression, const Expression& state);

}  // namespace ranvier::nmodl
