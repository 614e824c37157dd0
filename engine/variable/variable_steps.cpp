#include "engine/variable/variable_steps.hpp"

#include "engine/run/company.hpp"
#include "engine/variable/event_run.hpp"
#include "engine/variable/variable_run.hpp"

namespace ranvier::engine {

using exchange::Task;

VariableSteps::VariableSteps(RunTables& tables, Intervals& intervals, Hooks& hooks, VariableSettings& settings)
    : tables_(tables),
      intervals_(intervals),
      hooks_(hooks),
      settings_(settings),
      integrators_(std::make_unique<Integrators>(tables, hooks, settings)),
      between_(std::make_unique<BetweenSteps>(tables, intervals, hooks, *integrators_)),
      global_(std::make_unique<GlobalSteps>(tables, *integrators_, *between_)),
      local_(std::make_unique<LocalSteps>(tables, intervals, *integrators_, *between_)),
      run_(std::make_unique<VariableRun>(*integrators_, *between_, *global_, *local_)),
      events_(std::make_unique<EventRun>(tables, *between_)) {}

VariableSteps::~VariableSteps() = default;

bool VariableSteps::are_taken() const {
    return tables_.takes_variable_steps();
}

bool VariableSteps::go_by_events() const {
    return settings_.active && !are_taken() && !hooks_.act_at_steps();
}

void VariableSteps::restart() {
    if (are_taken() && intervals_.clock().has_begun()) run_->restart();
}

const std::vector<ListedStates>& VariableSteps::listed() {
    choose_company(intervals_.clock(), tables_);
    tables_.prepare();
    integrators_->bind();
    return integrators_->listed();
}

Task<void> VariableSteps::advance(std::optional<double> tout) {
    return are_taken() ? run_->advance(tout) : advance_by_events(tout);
}

Task<void> VariableSteps::advance_by_events(std::optional<double> tout) {
    events_->advance(tout);
    co_return;
}

void VariableSteps::run_statements(double til) {
    between_->run_statements(til);
}

void VariableSteps::release() {
    integrators_->release();
}

}  // namespace ranvier::engine
