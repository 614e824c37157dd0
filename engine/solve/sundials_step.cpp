#include "engine/solve/sundials_step.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/solve/step_vector.hpp"

namespace ranvier::engine {

using namespace sundials;

SundialsStep::SundialsStep(const Functions& functions, std::span<const double> absolute_tolerances)
    : functions_(functions) {
    const auto n = static_cast<sunindextype>(absolute_tolerances.size());
    y_.reset(made(N_VNew_Serial(n, context_.context)));
    use_fast_loops(y_.get());
    N_VConst(0., y_.get());
    tolerances_ = make_vector();
    scratch_ = make_vector();
    std::copy(absolute_tolerances.begin(), absolute_tolerances.end(), at(tolerances_));
}

Vector SundialsStep::make_vector() const {
    Vector vector(made(N_VClone(y_.get())));
    N_VConst(0., vector.get());
    return vector;
}

void SundialsStep::check(int flag, const char* what) const {
    if (flag >= 0) return;
    throw std::runtime_error(fmt::format("{}: {} failed ({})", functions_.library, what, functions_.flag_name(flag)));
}

void SundialsStep::fail(int flag, const std::string& why) const {
    std::size_t worst = 0;
    if (functions_.local_errors(memory_, scratch_.get()) >= 0) worst = worst_state(scratch_.get(), tolerances_.get());
    throw StepFailure(fmt::format("{} ({})", why, functions_.flag_name(flag)), t_, worst);
}

void SundialsStep::take_step(int flag, const std::string& why, double t_ms) {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    if (flag < 0) fail(flag, why);
    t_ = t_ms;
    has_stepped_ = true;
}

void SundialsStep::interpolate(double t_ms) {
    check(functions_.value_at(memory_, t_ms, 0, y_.get()), "the value within the last step");
}

double SundialsStep::last_step() const {
    double h = 0;
    if (has_stepped_) check(functions_.last_step(memory_, &h), "the length of the last step");
    return h;
}

int SundialsStep::last_order() const {
    int order = 0;
    check(functions_.last_order(memory_, &order), "the order of the last step");
    return order;
}

std::vector<double> SundialsStep::error_weights() const {
    check(functions_.error_weights(memory_, scratch_.get()), "the weights of errors");
    return copy_of(scratch_.get());
}

std::vector<double> SundialsStep::local_errors() const {
    check(functions_.local_errors(memory_, scratch_.get()), "the estimated errors");
    return copy_of(scratch_.get());
}

}  // namespace ranvier::engine
