#include "engine/variable/block_system.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ranvier::engine {

namespace {

constexpr double no_step = 1e-8;  // dt as mechanisms see it before the first step [ms]

bool has_algebraic(std::span<const BlockSystem::Member> blocks) {
    return std::any_of(blocks.begin(), blocks.end(),
                       [](const auto& of) { return of.block->has_algebraic_equations(); });
}

}  // namespace

BlockSystem::BlockSystem(std::vector<Member> blocks, Plays& plays, const VariableSettings& settings,
                         StepCounters& counters)
    : blocks_(std::move(blocks)),
      plays_(plays),
      settings_(settings),
      counters_(counters),
      algebraic_(settings.algebraic || has_algebraic(blocks_)),
      map_(map_of(blocks_, algebraic_)),
      dt_seen_(no_step) {}

StateMap BlockSystem::map_of(std::span<const Member> blocks, bool algebraic) {
    std::vector<OdeState> all;
    for (const Member& of : blocks) {
        const auto states = algebraic ? of.block->dae_states() : of.block->ode_states();
        all.insert(all.end(), states.begin(), states.end());
    }
    return StateMap(std::move(all));
}

bool BlockSystem::is_repeatable() const {
    if (algebraic_ || on_voltages) return false;
    return std::all_of(blocks_.begin(), blocks_.end(), [](const Member& of) { return of.block->is_repeatable(); });
}

void BlockSystem::list_memory(CacheLines& to) const {
    to.add(blocks_);
    map_.list_memory(to);
    for (const Member& of : blocks_) of.block->list_memory(to);
}

void BlockSystem::ask_for(const CacheLines& lines) {
    asked_for_ = &lines;
    asked_ = 0;
    prefetch_share();
}

// A step needs at least one evaluation and one solution.
void BlockSystem::prefetch_share() {
    constexpr std::size_t share = 128;
    if (asked_for_) asked_ = asked_for_->prefetch(asked_, share);
}

// --- values ---------------------------------------------------------------------------------------------------------

void BlockSystem::set_t(double t) {
    for (const Member& of : blocks_) of.block->t = t;
}

void BlockSystem::set_last_step(double length) {
    dt_seen_ = length > 0 ? length : no_step;
}

void BlockSystem::begin_step() {
    for (const Member& of : blocks_) of.block->advance_others(dt_seen_);
}

void BlockSystem::set_states(double t, const double* y) {
    set_t(t);
    map_.scatter(y);
    follows_ = false;
}

void BlockSystem::set_all(double t, const double* y) {
    follows_ = true;
    if (!algebraic_) return evaluate(t, y, nullptr);
    const std::vector<double> rate(rate_.empty() ? std::vector<double>(size()) : rate_);
    std::vector<double> ignored(size());
    residual(t, y, rate.data(), ignored.data());
}

void BlockSystem::take_states(double* y) const {
    if (hooks_) hooks_->run_state_hooks(StateMove::gather);
    map_.gather(y);
}

void BlockSystem::set_values(double t, const double* y) {
    ++counters_.evaluations;
    prefetch_share();
    set_t(t);
    for (const Member& of : blocks_) plays_.play_continuous(of.number, t);
    map_.scatter(y);
    if (hooks_) hooks_->run_state_hooks(StateMove::scatter);
}

std::vector<double> BlockSystem::states() const {
    std::vector<double> all(size());
    map_.gather(all.data());
    return all;
}

std::vector<double> BlockSystem::derivatives() const {
    if (algebraic_ && !rate_.empty()) return rate_;
    std::vector<double> all(size());
    map_.gather_derivatives(all.data());
    return all;
}

std::vector<double> BlockSystem::derivatives_at(double t, std::span<const double> y) {
    if (algebraic_)
        throw std::invalid_argument(
            "derivatives at a given time and state do not exist, because some equations are algebraic: those of "
            "extracellular, LinearMechanism or CVode.use_daspk(1)");
    std::vector<double> all(size());
    evaluate(t, y.data(), all.data());
    return all;
}

// --- ordinary differential equations ----------------------------------------------------------------------------------

void BlockSystem::evaluate(double t, const double* y, double* derivative) {
    set_values(t, y);
    for (const Member& of : blocks_) of.block->find_followers(dt_seen_);
    if (on_voltages) on_voltages();
    for (const Member& of : blocks_) of.block->evaluate_derivatives(dt_seen_);
    if (derivative) map_.gather_derivatives(derivative);
}

void BlockSystem::solve(double gamma, double* x) {
    ++counters_.solutions;
    prefetch_share();
    map_.scatter_derivatives(x);
    for (const Member& of : blocks_) of.block->solve_derivatives(gamma, settings_.stiff == 1);
    map_.gather_derivatives(x);
}

// --- algebraic equations too ------------------------------------------------------------------------------------------

void BlockSystem::residual(double t, const double* y, const double* rate, double* residual) {
    set_values(t, y);
    if (on_voltages) on_voltages();
    rate_.assign(rate, rate + size());
    std::size_t first = 0;
    for (const Member& of : blocks_) {
        of.block->evaluate_dae(dt_seen_);
        of.block->residual(rate + first, residual + first);
        first += of.block->dae_states().size();
    }
}

void BlockSystem::solve_with(double cj, double* x) {
    ++counters_.solutions;
    for (const Member& of : blocks_) {
        of.block->solve_dae(cj, x);
        x += of.block->dae_states().size();
    }
}

void BlockSystem::find_rates(double t, double* y, double* rate) {
    constexpr double step = 1e-9;  // NEURON's dae_init_dteps [ms]
    set_values(t, y);
    if (on_voltages) on_voltages();
    std::size_t first = 0;
    for (const Member& of : blocks_) {
        of.block->find_rates(step, rate + first);
        first += of.block->dae_states().size();
    }
    map_.gather(y);
    rate_.assign(rate, rate + first);
}

}  // namespace ranvier::engine
