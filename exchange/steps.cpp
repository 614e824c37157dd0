#include "exchange/steps.hpp"

namespace ranvier::exchange {

namespace {

constexpr double rounding = 1e-9;  // of a step; NEURON's

}  // namespace

Step whole_steps(double ms, double dt) {
    const double steps = ms / dt + rounding;
    return steps >= 1e15 ? static_cast<Step>(1e15) : static_cast<Step>(steps);
}

double end_of(const RunOutline& run) {
    double end = run.begin;
    for (Step step = 0; step < run.steps; ++step) end = end_of_step(end, run.dt);
    return end;
}

double StepTimes::count(Step steps, double begin, double dt, bool fires_at_steps) {
    fires_at_steps_ = fires_at_steps;
    for (Step k = 0; k < steps; ++k) {
        if (fires_at_steps) times_.push_back(begin);
        times_.push_back(begin + threshold_offset);
        begin = end_of_step(begin, dt);
    }
    end_ = begin;
    return begin;
}

std::span<const double> StepTimes::all() {
    const bool lacks_end = fires_at_steps_ && !times_.empty() && times_.back() != end_;
    if (lacks_end) times_.push_back(end_);
    return times_;
}

}  // namespace ranvier::exchange
