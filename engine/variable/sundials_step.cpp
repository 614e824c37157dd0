#include "engine/variable/sundials_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ranvier::engine {

using namespace sundials;

namespace {

constexpr double shortest_way = 1e-9;  // shorter steps indicate that integration is stalling [ms]

}  // namespace

SundialsStep::SundialsStep(const Functions& functions, std::span<const double> absolute_tolerances,
                           double relative_tolerance)
    : functions_(functions),
      vectors_(static_cast<sunindextype>(absolute_tolerances.size()), context_.context),
      y_(vectors_.make()),
      tolerances_(vectors_.make()),
      scratch_(vectors_.make()),
      relative_tolerance_(relative_tolerance) {
    set_padding(std::numeric_limits<double>::infinity(), tolerances_);
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

int SundialsStep::judge(N_Vector results) {
    if (is_finite(results)) return 0;
    const std::span<const double> all(at(results), y().size());
    not_finite_ = std::find_if(all.begin(), all.end(), [](double x) { return !std::isfinite(x); }) - all.begin();
    return 1;
}

void SundialsStep::fail(int flag, const std::string& why) const {
    if (not_finite_) throw StepFailure("an equation has a result that is not finite", t_, *not_finite_);
    std::size_t worst = 0;
    if (functions_.local_errors(memory_, scratch_) >= 0) worst = worst_state(scratch_, tolerances_);
    throw StepFailure(fmt::format("{} ({})", why, functions_.flag_name(flag)), t_, worst);
}

void SundialsStep::take_step(int flag, const std::string& why, double t_ms) {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    if (flag < 0) fail(flag, why);
    // Near a singularity of the solution, steps become ever shorter.
    constexpr int most_stalls = 100;
    stalls_ = t_ms > t_ ? 0 : stalls_ + 1;
    if (stalls_ > most_stalls) fail(flag, "the step would be too short for the precision of t");
    if (t_ms > t_ + shortest_way) not_finite_.reset();
    t_ = t_ms;
    check(functions_.last_step(memory_, &last_step_), "reading the length of the last step");
}

void SundialsStep::interpolate(double t_ms) {
    check(functions_.value_at(memory_, t_ms, 0, y_), "interpolating within the last step");
}

void SundialsStep::list_memory(CacheLines& to) const {
    constexpr std::size_t of_library = 2048;  // approximate size of an integrator, besides vectors [bytes]
    to.add(*this);
    to.add(memory_, of_library);
    vectors_.list_memory(to);
}

int SundialsStep::last_order() const {
    int order = 0;
    check(functions_.last_order(memory_, &order), "reading the order of the last step");
    return order;
}

std::vector<double> SundialsStep::error_weights() const {
    check(functions_.error_weights(memory_, scratch_), "reading the weights of errors");
    return copy_of(scratch_);
}

std::vector<double> SundialsStep::local_errors() const {
    check(functions_.local_errors(memory_, scratch_), "reading the estimated errors");
    return copy_of(scratch_);
}

}  // namespace ranvier::engine
