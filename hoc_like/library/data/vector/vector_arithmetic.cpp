#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

/// vec.op(number) and vec.op(Vector): element by element, in place.
template <class Operation>
Result combine(Call& call, Operation operation) {
    Values& x = values(call);
    if (call.is_object(0)) {
        const Values& y = call.native<VectorObject>(0).values();
        if (y.size() != x.size()) fail(call, "the argument must be a Vector of the same size");
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = operation(x[i], y[i]);
    } else {
        const double y = call.number(0);
        for (double& each : x) each = operation(each, y);
    }
    return self_result(call);
}

Result add(Call& call) {
    return combine(call, [](double a, double b) { return a + b; });
}

Result sub(Call& call) {
    return combine(call, [](double a, double b) { return a - b; });
}

Result mul(Call& call) {
    return combine(call, [](double a, double b) { return a * b; });
}

Result div(Call& call) {
    if (!call.is_object(0) && call.number(0) == 0.0) fail(call, "division by zero");
    return combine(call, [](double a, double b) { return a / b; });
}

/// vec.f() and vec.f(source): applies a function to each element.
template <class Function>
Result map(Call& call, Function function) {
    Values& x = values(call);
    if (call.size() > 0) x = Values{call.native<VectorObject>(0).values()};
    for (double& each : x) each = function(each);
    return self_result(call);
}

Result square_root(Call& call) {
    return map(call, [&](double a) {
        if (a < 0) fail(call, "square root of a negative element");
        return std::sqrt(a);
    });
}

Result log(Call& call) {
    return map(call, [](double a) { return std::log(a); });
}

Result log10(Call& call) {
    return map(call, [](double a) { return std::log10(a); });
}

Result abs(Call& call) {
    return map(call, [](double a) { return std::fabs(a); });
}

Result floor(Call& call) {
    return map(call, [](double a) { return std::floor(a); });
}

Result tanh(Call& call) {
    return map(call, [](double a) { return std::tanh(a); });
}

/// vec.pow(p) and vec.pow(source, p). Computes powers -1, 0, 1/2, 1 and 2 by arithmetic, others with libm.
Result pow(Call& call) {
    Values& x = values(call);
    int next = 0;
    if (call.is_object(0)) x = Values{call.native<VectorObject>(next++).values()};
    const double p = call.number(next);
    for (double& each : x) {
        if (p == -1) {
            if (each == 0) fail(call, "division by zero");
            each = 1 / each;
        } else if (p == 0) {
            each = 1;
        } else if (p == 0.5) {
            if (each < 0) fail(call, "square root of a negative element");
            each = std::sqrt(each);
        } else if (p == 2) {
            each = each * each;
        } else if (p != 1) {
            each = std::pow(each, p);
        }
    }
    return self_result(call);
}

/// vec.scale(low, high): scales linearly, which maps the minimum to low and the maximum to high.
Result scale(Call& call) {
    Values& x = values(call);
    const double low = call.number(0), high = call.number(1);
    if (x.empty()) return 0.0;
    const auto [least, greatest] = std::minmax_element(x.begin(), x.end());
    const double offset = *least, range = *greatest - *least;
    if (!(range > 0)) return 0.0;
    const double factor = (high - low) / range;
    for (double& each : x) {
        each -= offset;
        each *= factor;
        each += low;
    }
    return factor;
}

/// vec.sin(frequency [Hz], phase [rad], dx [ms])
Result sin(Call& call) {
    Values& x = values(call);
    const double frequency = call.number(0), phase = call.number(1), dx = call.number_or(2, 1.0);
    const double step = 2 * 3.14159265358979323846 / 1000 * frequency * dx;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(step * static_cast<double>(i) + phase);
    return self_result(call);
}

/// vec.indgen(), (step), (start, step), (start, stop, step)
Result indgen(Call& call) {
    constexpr double most = 2147483647.0;
    Values& x = values(call);
    double start = 0, step = 1;
    if (call.size() == 1) {
        step = number_within(call, 0, -most, most, "step");
    } else if (call.size() == 2) {
        start = call.number(0);
        step = number_within(call, 1, -most, most, "step");
    } else if (call.size() > 2) {
        start = call.number(0);
        const double span = call.number(1) - start;
        step = number_within(call, 2, std::min(-span, span), std::max(-span, span), "step");
        const double n = std::floor(span / step + 1e-9) + 1;
        if (!(n <= most)) fail(call, "the Vector would be too large");
        if (n < 0) fail(call, "the step has the wrong sign");
        require_memory(call, n, "a Vector");
        x.resize(static_cast<std::size_t>(n));
    }
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i) * step + start;
    return self_result(call);
}

/// A function given by name: of the object whose code runs, of the top level, or built in.
class NamedFunction {
  public:
    NamedFunction(const Call& call, std::string name) : interpreter_{call.interpreter()}, name_{std::move(name)} {
        const ObjectPtr current = interpreter_.current_object();
        if (current && interpreter_.is_callable(name_, current)) scope_ = current;
        // Built-in functions cannot be called directly; executes a statement.
        defined_ = scope_ || interpreter_.is_callable(name_);
    }
    double operator()(double x) const {
        if (!defined_) {
            interpreter_.set_number("hoc_ac_", x);  // a constant statement is parsed only once
            interpreter_.execute(fmt::format("hoc_ac_ = {}(hoc_ac_)", name_));
            return interpreter_.number("hoc_ac_").value_or(0.0);
        }
        const Argument argument{x};
        return interpreter_.call(name_, {&argument, 1}, scope_);
    }

  private:
    Interpreter& interpreter_;
    std::string name_;
    ObjectPtr scope_;
    bool defined_ = false;
};

Result apply(Call& call) {
    const NamedFunction function{call, call.string(0)};
    const Stretch part = stretch_argument(call, 1, values(call).size());
    for (std::size_t i = part.begin; i < part.end && i < values(call).size(); ++i) {
        const double value = function(values(call)[i]);
        if (i < values(call).size()) values(call)[i] = value;  // the function may have changed the Vector
    }
    return self_result(call);
}

Result reduce(Call& call) {
    const NamedFunction function{call, call.string(0)};
    double sum = call.number_or(1, 0.0);
    const Stretch part = stretch_argument(call, 2, values(call).size());
    for (std::size_t i = part.begin; i < part.end && i < values(call).size(); ++i) sum += function(values(call)[i]);
    return sum;
}

}  // namespace

std::vector<MethodDefinition> vector_arithmetic_methods() {
    return {
        {"add", "vec.add(number or Vector)", "Adds a number to each element, or adds a Vector element by element.",
         add},
        {"sub", "vec.sub(number or Vector)",
         "Subtracts a number from each element, or subtracts a Vector element by element.", sub},
        {"mul", "vec.mul(number or Vector)", "Multiplies each element by a number, or by the same element of a Vector.",
         mul},
        {"div", "vec.div(number or Vector)", "Divides each element by a number, or by the same element of a Vector.",
         div},
        {"scale", "vec.scale(low, high)",
         "Scales the elements linearly to the range from low to high; returns the factor.", scale},
        {"pow", "vec.pow(source, power)", "Powers of the elements of source, or of this Vector.", pow},
        {"sqrt", "vec.sqrt(source)", "Square roots of the elements of source, or of this Vector.", square_root},
        {"log", "vec.log(source)", "Natural logarithms of the elements of source, or of this Vector.", log},
        {"log10", "vec.log10(source)", "Logarithms to base 10 of the elements of source, or of this Vector.", log10},
        {"tanh", "vec.tanh(source)", "Hyperbolic tangents of the elements of source, or of this Vector.", tanh},
        {"abs", "vec.abs(source)", "Absolute values of the elements of source, or of this Vector.", abs},
        {"floor", "vec.floor(source)", "The elements of source, or of this Vector, rounded down.", floor},
        {"sin", "vec.sin(frequency, phase, dx)", "A sine wave; frequency in Hz, phase in rad, dx in ms.", sin},
        {"indgen", "vec.indgen(start, stop, step)",
         "Fills the Vector with equally spaced numbers; also called with (), (step) or (start, step).", indgen},
        {"apply", "vec.apply(\"function\", start, end)", "Replaces each x by function(x).", apply},
        {"reduce", "vec.reduce(\"function\", base, start, end)", "base plus the sum of function(x) over the elements.",
         reduce},
    };
}

}  // namespace ranvier::hoc
