#include "engine/variable/variable_run.hpp"

namespace ranvier::engine {

using exchange::Task;

Task<void> VariableRun::advance(std::optional<double> tout) {
    const MeteredAdvance metered = between_.metered(Phase::update);
    between_.begin(!tout);
    const bool is_local = integrators_.are_local();
    try {
        if (!is_local) {
            global_.advance(tout);
        } else if (tout) {
            co_await local_.advance(*tout);
        } else {
            local_.advance_by_step();
        }
    } catch (const SimulationError&) {
        if (is_local) between_.set_t(local_.first_time());
        between_.keep_raster();
        throw;
    }
    between_.end();
}

void VariableRun::restart() {
    integrators_.restart();
    if (integrators_.are_local()) local_.note_times();
}

}  // namespace ranvier::engine
