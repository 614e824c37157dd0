#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <memory>

#include "hoc_like/language/interface/element_ref.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/optimize/praxis.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

struct Praxis {
    double tolerance = 0;
    double step = 0;  ///< 0 until attr_praxis is called
    int rounds = 0;
    int report = 0;  ///< verbosity, 0 to 4
    std::uint32_t stream = 0;
    std::shared_ptr<PrincipalAxisSearch> last;  ///< the running or the last search
};

/// Addresses of the variables: n elements from &x[0] on, or a Vector of size n.
std::vector<double*> variables(Call& call, std::size_t n) {
    std::vector<double*> places;
    if (call.is_object(2)) {
        auto& values = call.native<VectorObject>(2).values();
        if (values.size() != n) fail(call, fmt::format("the Vector has {} elements, not {}", values.size(), n));
        for (double& value : values) places.push_back(&value);
        return places;
    }
    const auto* element = dynamic_cast<const ElementReference*>(call.reference(2).get());
    if (!element) fail(call, "the third argument must be the first element of an array (&x[0]) or a Vector");
    for (std::size_t i = 0; i < n; ++i) places.push_back(element->at(static_cast<long long>(i)));
    return places;
}

/// One call of fit_praxis; the result is the best point found, even if the search is stopped.
class Fit {
  public:
    Fit(Call& call, std::shared_ptr<Praxis> praxis)
        : interpreter_{call.interpreter()},
          praxis_{std::move(praxis)},
          scope_{call.interpreter().current_object()},
          function_{call.string(1)},
          after_{call.string_or(3, "")} {
        if (!interpreter_.is_callable(function_, scope_)) scope_ = {};
        if (!interpreter_.is_callable(function_, scope_)) fail(call, function_ + " is not a func");
    }

    /// `show` assigns a point to the script's variables.
    double run(std::vector<double>& x, const std::function<void(const std::vector<double>&)>& show) {
        best_ = x;
        const auto search = std::make_shared<PrincipalAxisSearch>(
            PrincipalAxisSearch::Settings{praxis_->tolerance, praxis_->step, praxis_->rounds},
            [this](std::vector<double>& at) { return evaluate(at); }, [this] { return mcell_ran4(praxis_->stream, 0); },
            [this] { return is_stopped(); },
            [this, &show](const std::vector<double>& at) {
                show(at);
                if (!after_.empty()) after_round();
            });
        praxis_->last = search;
        if (praxis_->report > 0) {
            search->set_report([this](int searches, int evaluations, double least, const std::vector<double>& at) {
                print_step(searches, evaluations, least, at);
            });
        }
        const bool is_whole = search->run(x);
        if (praxis_->report > 0 && is_whole) print_end(*search);
        praxis_->rounds = 0;
        x = best_;
        return least_;
    }

  private:
    void print_step(int searches, int evaluations, double least, const std::vector<double>& at) const {
        std::string text =
            fmt::format("praxis: {} line searches, {} evaluations, least value {:g}", searches, evaluations, least);
        if (least > 0) text += fmt::format(" (log10 {:g})", std::log10(least));
        constexpr std::size_t few = 4;
        if (at.size() <= few || praxis_->report > 2) text += fmt::format(", x = {:g}", fmt::join(at, " "));
        interpreter_.print(text + "\n");
    }

    void print_end(const PrincipalAxisSearch& search) const {
        interpreter_.print(fmt::format("praxis: principal values {:g}\n", fmt::join(search.values(), " ")));
        for (std::size_t i = 0; i < search.values().size(); ++i) {
            interpreter_.print(
                fmt::format("praxis: axis {}: {:g}\n", i, fmt::join(search.axis(static_cast<int>(i)), " ")));
        }
        interpreter_.print(fmt::format("praxis: x = {:g}\n", fmt::join(best_, " ")));
    }

    bool is_stopped() const { return interpreter_.number("stoprun").value_or(0) != 0; }

    double evaluate(std::vector<double>& x) {
        const auto held = std::make_shared<VectorObject::Values>(x);
        const Argument arguments[] = {static_cast<double>(x.size()), vector_element(held, 0, "x")};
        const double value = interpreter_.call(function_, arguments, scope_);
        x = *held;
        if (!is_stopped() && value < least_) {
            least_ = value;
            best_ = x;
        }
        return value;
    }

    // Like in NEURON, evaluates the best point once more, to leave the model in its state.
    void after_round() {
        std::vector<double> there = best_;
        evaluate(there);
        interpreter_.execute(after_, scope_);
    }

    Interpreter& interpreter_;
    std::shared_ptr<Praxis> praxis_;
    ObjectPtr scope_;
    std::string function_, after_;
    std::vector<double> best_;
    double least_ = 1e9;
};

Result fit(Call& call, const std::shared_ptr<Praxis>& praxis) {
    const auto n = static_cast<std::size_t>(whole_argument(call, 0, 0, 1000000, "number of variables"));
    if (praxis->step == 0) fail(call, "call attr_praxis(tolerance, step, printing) first");
    std::vector<double> x;
    for (const double* place : variables(call, n)) x.push_back(*place);
    const auto show = [&](const std::vector<double>& at) {
        const auto places = variables(call, n);
        for (std::size_t i = 0; i < n; ++i) *places[i] = at[i];
    };
    const double least = Fit{call, praxis}.run(x, show);
    show(x);
    return least;
}

Result attributes(Call& call, Praxis& praxis) {
    if (call.size() < 2) {
        const double before = praxis.stream;
        if (call.size() == 1)
            praxis.stream = static_cast<std::uint32_t>(whole_argument(call, 0, 0, 1000000000, "index of the stream"));
        return before;
    }
    praxis.tolerance = call.number(0);
    praxis.step = call.number(1);
    praxis.report = static_cast<int>(whole_argument(call, 2, 0, 4, "amount of printing"));
    return 0.;
}

Result principal_value(Call& call, const Praxis& praxis) {
    if (!praxis.last) fail(call, "call fit_praxis first");
    const auto& values = praxis.last->values();
    const auto i = whole_argument(call, 0, 0, static_cast<long long>(values.size()) - 1, "number of a value");
    if (call.size() > 1) {
        const auto axis = praxis.last->axis(static_cast<int>(i));
        if (call.is_object(1)) {
            call.native<VectorObject>(1).values() = axis;
        } else {
            auto* element = dynamic_cast<ElementReference*>(call.reference(1).get());
            if (!element) fail(call, "the second argument must be the first element of an array (&x[0]) or a Vector");
            for (std::size_t k = 0; k < axis.size(); ++k) element->store_at(static_cast<long long>(k), axis[k]);
        }
    }
    return values[static_cast<std::size_t>(i)];
}

}  // namespace

/// fit_praxis, attr_praxis, pval_praxis, stop_praxis.
void register_praxis_functions(Registry& registry) {
    const auto praxis = std::make_shared<Praxis>();
    registry.add(FunctionDefinition{
        "fit_praxis", "fit_praxis(n, \"func\", &x[0] or Vector, [\"statement\"])",
        "Minimizes func(n, &x[0]) by the principal-axis method, starting from x; runs the statement after each round.",
        [praxis](Call& call) { return fit(call, praxis); }});
    registry.add(
        FunctionDefinition{"attr_praxis", "attr_praxis(tolerance, step, printing) or attr_praxis(stream)",
                           "Sets the tolerance, the largest step and the verbosity (0 to 4) of fit_praxis; with one "
                           "argument, selects its stream of random numbers.",
                           [praxis](Call& call) { return attributes(call, *praxis); }});
    registry.add(FunctionDefinition{"pval_praxis", "pval_praxis(i, [&axis[0] or Vector])",
                                    "Principal value i of the quadratic form of fit_praxis; copies the axis of this "
                                    "value to the second argument.",
                                    [praxis](Call& call) { return principal_value(call, *praxis); }});
    registry.add(FunctionDefinition{"stop_praxis", "stop_praxis([rounds])",
                                    "Makes the next fit_praxis end after this many rounds; with 0, when it has found "
                                    "the minimum.",
                                    [praxis](Call& call) -> Result {
                                        const double before = praxis->rounds;
                                        praxis->rounds = static_cast<int>(
                                            call.size() ? whole_argument(call, 0, 0, 100000, "rounds") : 1);
                                        return before;
                                    }});
}

}  // namespace ranvier::hoc
