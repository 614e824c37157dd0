#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/cell/mechanism_error.hpp"
#include "engine/storage/cache_lines.hpp"
#include "engine/storage/variable_ref.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// A number that variable steps integrate, and where the block looks for and leaves its derivative.
struct OdeState {
    double* value;
    double* derivative;
    VariableRef variable;
    double tolerance;  ///< factor of the absolute tolerance that the .mod file gives; 0: none
};

/// Some whole cells whose values lie together in all tables, so that they advance alone and in cache.
///
/// 1. Rows [first, first + count) of the compartment table, and such a range of every mechanism's, belong to it alone.
/// 2. Cells of equal shape lie side by side; compartments with the same mechanisms follow each other.
/// 3. Nothing computed here depends on which cells share a block (sums run in the order of the cell alone).
/// The members are the phases of a step in their order; the run loop calls them (engine/run/). All that call mechanisms
/// throw MechanismError.
class Block {
  public:
    virtual ~Block() = default;

    double t = 0;                   ///< this block's own time [ms]
    void* event_context = nullptr;  ///< the event side's; what rv_instances::engine holds
    bool is_idle = false;           ///< initialized, but never advanced: a replay's cells that fire from the raster

    std::size_t compartment_count() const { return compartment_count_; }
    /// Voltage of row `first_row() + i`.
    std::span<double> v() const { return v_; }
    std::uint32_t first_row() const { return first_row_; }

    /// All the block's instances of a mechanism, null if none; t and dt in it are kept up to date.
    virtual rv_instances* instances(MechanismId mechanism) = 0;

    /// BEFORE INITIAL, then INITIAL of every mechanism in NEURON's order, ions included, artificial cells last.
    /// v must be set.
    virtual void initialize() = 0;
    /// AFTER INITIAL; follows the initialization of NetCons.
    virtual void after_initial() = 0;
    virtual void before_step() = 0;
    /// Currents and conductances at t + dt/2, with BEFORE BREAKPOINT.
    virtual void setup_matrix() = 0;
    virtual void solve() = 0;
    /// v += dv (twice that for Crank-Nicolson), and ion currents at the end of the step if secondorder is 2. Always
    /// follows solve.
    virtual void update_voltage() = 0;
    /// SOLVE blocks of every mechanism, ion concentrations and reversal potentials, AFTER SOLVE.
    virtual void advance_states() = 0;
    /// i_membrane_ from what setup_matrix found at the end of initialization; only with use_fast_imem.
    virtual void initialize_membrane_current() = 0;
    /// First compartment whose v is not finite since the last update_voltage, or -1.
    virtual std::ptrdiff_t find_not_finite() const = 0;

  public:
    // --- variable steps (Hindmarsh & Serban's CVODE; docs: "CVode"). Compartments without capacitance are no states:
    // their voltage follows from the others'.
    /// The states: voltages first, then those of mechanisms in running order. Throws std::invalid_argument, naming the
    /// mechanism, if something in the block can't be integrated so. The addresses hold until the structure changes.
    virtual std::span<const OdeState> ode_states() = 0;
    /// The voltages and concentrations that follow from the states; before evaluate_derivatives.
    virtual void find_followers(double dt) = 0;
    /// Derivatives of the present values at the block's t; `dt` is what mechanisms see as dt [ms].
    virtual void evaluate_derivatives(double dt) = 0;
    /// Replaces derivatives x by (1 - gamma*J)^-1 x, J being the Jacobian by trees and mechanisms at the last
    /// evaluation (gamma [ms]). `voltages_only`: mechanisms' states stay as they are.
    virtual void solve_derivatives(double gamma, bool voltages_only) = 0;
    /// Whether what follows from the states may wait until somebody looks, for no evaluation depends on those before.
    virtual bool is_repeatable() const = 0;
    /// What evaluations and solutions touch; after ode_states.
    virtual void list_memory(CacheLines& to) const = 0;

    /// Whether there are equations that only IDA can take: with extracellular or a LinearMechanism.
    virtual bool has_algebraic_equations() const = 0;
    /// All unknowns of C y' = f(y), algebraic ones among them; instead of ode_states, to be called before what follows.
    virtual std::span<const OdeState> dae_states() = 0;
    /// f of the present values at the block's t.
    virtual void evaluate_dae(double dt) = 0;
    /// C rate - f of the last evaluation.
    virtual void residual(const double* rate, double* residual) = 0;
    /// x becomes (cj C - J)^-1 x, J at the last evaluation; cj [1/ms].
    virtual void solve_dae(double cj, double* x) = 0;
    /// Rates that fit the present values, which are moved onto the algebraic equations by two implicit steps [ms].
    virtual void find_rates(double step, double* rate) = 0;

    /// SOLVE of mechanisms that have no such states, once at the beginning of a step of about dt [ms].
    virtual void advance_others(double dt) = 0;

  protected:
    std::size_t compartment_count_ = 0;
    std::uint32_t first_row_ = 0;
    std::span<double> v_;
};

}  // namespace ranvier::engine
