#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/event/simulation_error.hpp"
#include "engine/hooks/hooks.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/variable/state_listing.hpp"
#include "engine/variable/variable_integrator.hpp"

namespace ranvier::engine {

/// The integrators of a run with variable steps: one for all cells, or one for each block that has equations.
///
/// They are deleted when the tables are rebuilt; `bind` makes new ones.
class Integrators {
  public:
    /// All arguments must outlive this object.
    Integrators(RunTables& tables, Hooks& hooks, const VariableSettings& settings);

    /// Throws SimulationError if the model, or a record, play or hook, does not support the chosen steps.
    void check() const;
    /// Creates integrators for the present settings, unless they exist. The tables must be prepared.
    void bind();
    void release();
    /// Restarts all integrators at the model's t with its present states; resets their counters.
    void restart();
    /// Sets functions to call after integrators have been created, and before they are deleted.
    void on_change(std::function<void()> bound, std::function<void()> released);

    bool are_local() const { return settings_.local; }
    std::size_t size() const { return all_.size(); }
    VariableIntegrator& operator[](std::size_t k) { return *all_[k]; }
    const VariableIntegrator& operator[](std::size_t k) const { return *all_[k]; }
    /// The index of the block's integrator; `nothing` if the block has no equations.
    std::uint32_t of_block(std::uint32_t block) const { return of_block_[block]; }
    /// All of them, as scripts see them. Valid until the next `bind` or `release`.
    const std::vector<ListedStates>& listed();

    /// Chooses when variables follow the states (VariableIntegrator::choose_when_to_follow). `by_step`: a script may
    /// read them after each step.
    void choose_when_to_follow(bool by_step);
    /// Brings all variables of the model to the integrators' times.
    void follow();

    /// Calls act(), which lets integrator k take a step; errors name the integrator's cell, state and time.
    template <class Act>
    void guard(std::size_t k, Act&& act) const {
        try {
            act();
        } catch (const MechanismError&) {
            events_of(k).failures().rethrow(events_of(k).block.t);
        } catch (const StepFailure& failure) {
            fail(*all_[k], failure);
        }
        events_of(k).failures().check();
    }

  private:
    BlockEvents& events_of(std::size_t k) const { return *all_[k]->blocks().front().first; }
    void make(std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks);
    void make_local();
    void make_global();
    [[noreturn]] void fail(const VariableIntegrator& integrator, const StepFailure& failure) const;

    RunTables& tables_;
    Hooks& hooks_;
    const VariableSettings& settings_;
    std::vector<std::unique_ptr<VariableIntegrator>> all_;
    std::vector<std::uint32_t> of_block_;
    std::vector<ListedStates> listed_;  // once they have been asked for
    std::vector<Magnitudes> kept_;      // of those released: an initialization keeps them
    std::uint64_t version_ = 0;         // of the settings that they were made with
    std::function<void()> bound_, released_;
};

}  // namespace ranvier::engine
