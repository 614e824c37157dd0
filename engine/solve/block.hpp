#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/cell/mechanism_error.hpp"
#include "engine/storage/cache_lines.hpp"
#include "engine/storage/variable_ref.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// A state that variable steps integrate, and the address of its derivative, which the block reads and writes.
struct OdeState {
    double* value;
    double* derivative;
    VariableRef variable;
    double tolerance;                        ///< factor for the absolute tolerance, from the .mod file; 0: none
    std::uint32_t compartment = 0xffffffff;  ///< where it is; none for the unknowns of a LinearMechanism
    InstanceId owner = {};                   ///< whose equation it is; none for potentials and those unknowns
};

/// A group of whole cells whose values are contiguous in all tables: blocks advance independently, each in cache.
///
/// 1. A block owns rows [first, first + count) of the compartment table, and one range of rows of every mechanism's
///    table.
/// 2. Cells of equal shape are stored side by side, and compartments with the same mechanisms are adjacent.
/// 3. No result depends on which cells share a block, because the order of sums is determined by the cell alone.
/// The members are the phases of a step, in order; the run loop (engine/run/) calls them. Members that call mechanisms
/// throw MechanismError.
class Block {
  public:
    virtual ~Block() = default;

    double t = 0;                   ///< this block's time [ms]
    void* event_context = nullptr;  ///< belongs to event code; the value of rv_instances::engine
    bool is_idle = false;           ///< initialized but never advanced: cells that fire from a replay's raster

    std::size_t compartment_count() const { return compartment_count_; }
    /// Compartments, and artificial cells that are stepped (by BREAKPOINT, our extension of NMODL).
    std::size_t stepped_count() const { return compartment_count_ + stepped_cells_; }
    /// Voltages [mV]; element i is for row `first_row() + i`.
    std::span<double> v() const { return v_; }
    std::uint32_t first_row() const { return first_row_; }

    /// All instances of a mechanism in the block, null if there are none; the block keeps their t and dt up to date.
    virtual rv_instances* instances(MechanismId mechanism) = 0;

    /// BEFORE INITIAL, then INITIAL of every mechanism in NEURON's order, ions included, artificial cells last.
    /// v must be set.
    virtual void initialize() = 0;
    /// AFTER INITIAL; to be called after the initialization of NetCons.
    virtual void after_initial() = 0;
    virtual void before_step() = 0;
    /// Currents and conductances at t + dt/2, with BEFORE BREAKPOINT.
    virtual void setup_matrix() = 0;
    virtual void solve() = 0;
    /// v += dv (2 dv for Crank-Nicolson), and ion currents at the end of the step if secondorder is 2. To be called
    /// after solve.
    virtual void update_voltage() = 0;
    /// SOLVE blocks of every mechanism, ion concentrations and reversal potentials, AFTER SOLVE.
    virtual void advance_states() = 0;
    /// Computes i_membrane_ from the results of setup_matrix at the end of initialization; only with use_fast_imem.
    virtual void initialize_membrane_current() = 0;
    /// First compartment whose v is not finite since the last update_voltage, or -1.
    virtual std::ptrdiff_t find_not_finite() const = 0;

  public:
    // --- variable steps (Hindmarsh & Serban's CVODE; docs: "CVode"). The voltages of compartments without capacitance
    // are not states: they follow from the other voltages.
    /// The states: voltages first, then mechanism states in running order. Throws std::invalid_argument, naming the
    /// mechanism, if the block contains something that variable steps do not support. The addresses are valid until the
    /// structure changes.
    virtual std::span<const OdeState> ode_states() = 0;
    /// Computes the voltages and concentrations that follow from the states; to be called before evaluate_derivatives.
    virtual void find_followers(double dt) = 0;
    /// Computes the derivatives from the current values at the block's t; `dt` is the dt that mechanisms see [ms].
    virtual void evaluate_derivatives(double dt) = 0;
    /// Replaces derivatives x by (1 - gamma*J)^-1 x, where J is the Jacobian of trees and mechanisms at the last
    /// evaluation (gamma [ms]). `voltages_only`: leaves the states of mechanisms unchanged.
    virtual void solve_derivatives(double gamma, bool voltages_only) = 0;
    /// True if no evaluation depends on earlier ones: values that follow from the states may be computed on demand.
    virtual bool is_repeatable() const = 0;
    /// Lists the memory that evaluations and solutions use; to be called after ode_states.
    virtual void list_memory(CacheLines& to) const = 0;

    /// True if there are equations that only IDA can solve: those of extracellular or of a LinearMechanism.
    virtual bool has_algebraic_equations() const = 0;
    /// All unknowns of C y' = f(y), including algebraic ones; to be called instead of ode_states, before the functions
    /// below.
    virtual std::span<const OdeState> dae_states() = 0;
    /// Computes f of the current values at the block's t.
    virtual void evaluate_dae(double dt) = 0;
    /// C rate - f of the last evaluation.
    virtual void residual(const double* rate, double* residual) = 0;
    /// Replaces x by (cj C - J)^-1 x, with J at the last evaluation; cj [1/ms].
    virtual void solve_dae(double cj, double* x) = 0;
    /// Computes rates consistent with the current values, after two implicit steps of `step` [ms] have moved the values
    /// onto the algebraic equations.
    virtual void find_rates(double step, double* rate) = 0;

    /// SOLVE of mechanisms without states for variable steps, once at the beginning of a step of about dt [ms].
    virtual void advance_others(double dt) = 0;

  protected:
    std::size_t compartment_count_ = 0;
    std::size_t stepped_cells_ = 0;
    std::uint32_t first_row_ = 0;
    std::span<double> v_;
};

}  // namespace ranvier::engine
