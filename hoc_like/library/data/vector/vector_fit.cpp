#include <cmath>
#include <limits>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

/// The function to fit: one of five built-in ones, or a func of the script: func f(x, p1, p2, ...).
class Model {
  public:
    Model(const Call& call, const std::string& name, std::size_t parameters) : call_{call}, name_{name} {
        struct Known {
            const char* name;
            Kind kind;
            std::size_t parameters;
        };
        constexpr Known known[] = {{"exp1", Kind::exp1, 2},
                                   {"exp2", Kind::exp2, 4},
                                   {"charging", Kind::charging, 4},
                                   {"line", Kind::line, 2},
                                   {"quad", Kind::quad, 3}};
        for (const Known& candidate : known) {
            if (name.compare(candidate.name) != 0) continue;
            kind_ = candidate.kind;
            if (parameters < candidate.parameters) {
                fail(call, name + " has " + std::to_string(candidate.parameters) + " parameters");
            }
        }
        if (kind_ == Kind::function && !call.interpreter().is_callable(name)) {
            fail(call, "\"" + name + "\" is not a function; built-in ones are exp1 exp2 charging line quad");
        }
    }

    double operator()(double x, const Values& p) const {
        switch (kind_) {
            case Kind::exp1:
                return p[0] * std::exp(-x / p[1]);
            case Kind::exp2:
                return p[0] * std::exp(-x / p[1]) + p[2] * std::exp(-x / p[3]);
            case Kind::charging:
                return p[0] * (1 - std::exp(-x / p[1])) + p[2] * (1 - std::exp(-x / p[3]));
            case Kind::line:
                return p[0] * x + p[1];
            case Kind::quad:
                return p[0] * x * x + p[1] * x + p[2];
            case Kind::function:
                break;
        }
        std::vector<Argument> arguments{x};
        arguments.insert(arguments.end(), p.begin(), p.end());
        return call_.interpreter().call(name_, arguments);
    }

  private:
    enum class Kind { exp1, exp2, charging, line, quad, function };
    const Call& call_;
    std::string name_;
    Kind kind_ = Kind::function;
};

double mean_square_error(const Model& model, const Values& x, const Values& y, const Values& parameters) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double error = model(x[i], parameters) - y[i];
        sum += error * error;
    }
    return sum / static_cast<double>(x.size());
}

/// Downhill simplex search (Nelder & Mead 1965): moves the worst corner through or toward the center of the others by
/// one of four factors, until no factor helps.
class Simplex {
  public:
    Simplex(const Model& model, const Values& x, const Values& y, const Values& start) : model_{model}, x_{x}, y_{y} {
        for (std::size_t i = 0; i <= start.size(); ++i) {
            corners_.push_back(start);
            if (i < start.size()) corners_[i][i] *= 1.2;
            errors_.push_back(error(corners_[i]));
        }
    }

    /// Returns the smallest error; `best` becomes its corner.
    double descend(Values& best) {
        // The bound ends a search among equal errors.
        for (int moves = 0; moves < 100'000 && move_worst(); ++moves) {
        }
        const std::size_t least = extreme([](double a, double b) { return a < b; });
        best = corners_[least];
        return errors_[least];
    }

  private:
    double error(const Values& corner) const {
        const double value = mean_square_error(model_, x_, y_, corner);
        return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    }

    template <class Better>
    std::size_t extreme(Better better) const {
        std::size_t found = 0;
        for (std::size_t i = 1; i < errors_.size(); ++i) {
            if (better(errors_[i], errors_[found])) found = i;
        }
        return found;
    }

    bool move_worst() {
        const std::size_t worst = extreme([](double a, double b) { return a > b; });
        const std::size_t n = corners_.size() - 1;
        Values centre(n, 0.0);
        for (std::size_t i = 0; i <= n; ++i) {
            for (std::size_t j = 0; i != worst && j < n; ++j) centre[j] += corners_[i][j] / static_cast<double>(n);
        }
        for (const double factor : {2.0, 1.4, 0.7, 0.3}) {
            Values moved(n);
            for (std::size_t j = 0; j < n; ++j) moved[j] = (1 - factor) * corners_[worst][j] + factor * centre[j];
            const double value = error(moved);
            if (value < errors_[worst]) {
                corners_[worst] = std::move(moved);
                errors_[worst] = value;
                return true;
            }
        }
        return false;
    }

    const Model& model_;
    const Values& x_;
    const Values& y_;
    std::vector<Values> corners_;
    std::vector<double> errors_;
};

/// data.fit(fitted, "function", x, &p1, &p2, ...)
Result fit(Call& call) {
    const Values y = call.self_as<VectorObject>().values();
    VectorObject& fitted = call.native<VectorObject>(0);
    const Values x = call.native<VectorObject>(2).values();
    if (x.size() != y.size() || x.empty()) fail(call, "data and x must have the same size, above 0");
    std::vector<NumberRefPtr> places;
    Values parameters;
    for (int i = 3; i < call.size(); ++i) {
        places.push_back(call.reference(i));
        parameters.push_back(places.back()->load());
    }
    if (parameters.empty()) fail(call, "needs parameters: &p1, ...");
    const Model model{call, call.string(1), parameters.size()};
    double error = mean_square_error(model, x, y, parameters);
    // Restarts with a new simplex around the best corner until the error no longer decreases.
    for (int searches = 0; searches < 1000; ++searches) {
        Values best;
        const double found = Simplex{model, x, y, parameters}.descend(best);
        if (!(found < error)) break;
        const bool settled = error - found <= 1e-12 * found;
        error = found;
        parameters = best;
        if (settled) break;
    }
    for (std::size_t i = 0; i < places.size(); ++i) places[i]->store(parameters[i]);
    Values curve;
    for (const double each : x) curve.push_back(model(each, parameters));
    fitted.assign(curve);
    return error;
}

}  // namespace

std::vector<MethodDefinition> vector_fit_methods() {
    return {{"fit", "data.fit(fitted, \"function\", x, &p1, ...)",
             "Fits a function to data; returns the mean squared error. The function is one of exp1, exp2, charging, "
             "line and quad, or a func f(x, p1, ...).",
             fit}};
}

}  // namespace ranvier::hoc
