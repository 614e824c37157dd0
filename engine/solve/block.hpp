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

/// Some whole cells whose values are contiguous in all tables, so that they advance independently and in cache.
///
/// 1. Rows [first, first + count) of the compartment table, and such a range of every mechanism's, belong only to it.
/// 2. Cells of equal shape are stored side by side; compartments with the same mechanisms follow each other.
/// 3. Nothing computed here depends on which cells share a block (sums run in the order of the cell alone).
/// The members are the phases of a step in their order; the run loop calls them (engine/run/). All that call mechanisms
/// throw MechanismError.
class Block {
  public:
    virtual ~Block() = default;

    double t = 0;                   ///< this block's time [ms]
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
    /// i_membrane_ from the results of setup_matrix at the end of initialization; only with use_fast_imem.
    virtual void initialize_membrane_current() = 0;
    /// First compartment whose v is not finite since the last update_voltage, or -1.
    virtual std::ptrdiff_t find_not_finite() const = 0;

  public:
    // --- variable steps (Hindmarsh & Serban's CVODE; docs: "CVode"). Compartments without capacitance are not states:
    // their voltage follows from that of the others.
    /// The states: voltages first, then those of mechanisms in running order. Throws std::invalid_argument, naming the
    /// mechanism, if variable steps do not support something in the block. The addresses are valid until the structure
    /// changes.
    virtual std::span<const OdeState> ode_states() = 0;
    /// The voltages and concentrations that follow from the states; before evaluate_derivatives.
    virtual void find_followers(double dt) = 0;
    /// Derivatives of the current values at the block's t; `dt` is the dt that mechanisms see [ms].
    virtual void evaluate_derivatives(double dt) = 0;
    /// Replaces derivatives x by (1 - gamma*J)^-1 x, J being the Jacobian by trees and mechanisms at the last
    /// evaluation (gamma [ms]). `voltages_only`: mechanisms' states stay as they are.
    virtual void solve_derivatives(double gamma, bool voltages_only) = 0;
    /// Whether values that follow from the states may be computed on demand, because no evaluation depends on earlier
    /// ones.
    virtual bool is_repeatable() const = 0;
    /// The memory that evaluations and solutions use; after ode_states.
    virtual void list_memory(CacheLines& to) const = 0;

    /// Whether there are equations that only IDA can solve: with extracellular or a LinearMechanism.
    virtual bool has_algebraic_equations() const = 0;
    /// All unknowns of C y' = f(y), including algebraic ones; call it instead of ode_states, before the functions
    /// below.
    virtual std::span<const OdeState> dae_states() = 0;
    /// f of the current values at the block's t.
    virtual void evaluate_dae(double dt) = 0;
    /// C rate - f of the last evaluation.
    virtual void residual(const double* rate, double* residual) = 0;
    /// x becomes (cj C - J)^-1 x, J at the last evaluation; cj [1/ms].
    virtual void solve_dae(double cj, double* x) = 0;
    /// Rates consistent with the current values, which two implicit steps [ms] move onto the algebraic equations.
    virtual void find_rates(double step, double* rate) = 0;

    /// SOLVE of mechanisms that have no such states, once at the beginning of a step of about dt [ms].
    virtual void advance_others(double dt) = 0;

  protected:
    std::size_t compartment_count_ = 0;
    std::uint32_t first_row_ = 0;
    std::span<double> v_;
};

}  // namespace ranvier::engine
