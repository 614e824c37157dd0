#include "engine/solve/sundials_step.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ranvier::engine {

using namespace sundials;

SundialsStep::SundialsStep(const Functions& functions, std::span<const double> absolute_tolerances,
                           double relative_tolerance)
    : functions_(functions),
      vectors_(static_cast<sunindextype>(absolute_tolerances.size()), context_.context),
      y_(vectors_.make()),
      tolerances_(vectors_.make()),
      scratch_(vectors_.make()),
      relative_tolerance_(relative_tolerance) {
    std::copy(absolute_tolerances.begin(), absolute_tolerances.end(), at(tolerances_));
}

int SundialsStep::find_weights(N_Vector y, N_Vector weights, void* self) {
    const auto& step = *static_cast<const SundialsStep*>(self);
    return invert_tolerances(y, step.relative_tolerance_, step.tolerances_, weights) ? 0 : -1;
}

void SundialsStep::check(int flag, const char* what) const {
    if (flag >= 0) return;
    throw std::runtime_error(fmt::format("{}: {} failed ({})", functions_.library, what, functions_.flag_name(flag)));
}

void SundialsStep::fail(int flag, const std::string& why) const {
    std::size_t worst = 0;
    if (functions_.local_errors(memory_, scratch_) >= 0) worst = worst_state(scratch_, tolerances_);
    throw StepFailure(fmt::format("{} ({})", why, functions_.flag_name(flag)), t_, worst);
}

void SundialsStep::take_step(int flag, const std::string& why, double t_ms) {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    if (flag < 0) fail(flag, why);
    t_ = t_ms;
    has_stepped_ = true;
}

void SundialsStep::interpolate(double t_ms) {
    check(functions_.value_at(memory_, t_ms, 0, y_), "the value within the last step");
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
    check(functions_.error_weights(memory_, scratch_), "the weights of errors");
    return copy_of(scratch_);
}

std::vector<double> SundialsStep::local_errors() const {
    check(functions_.local_errors(memory_, scratch_), "the estimated errors");
    return copy_of(scratch_);
}

}  // namespace ranvier::engine
