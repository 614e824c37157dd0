#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/cell/instance_view.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/coupled_system.hpp"
#include "engine/solve/direct_tree.hpp"
#include "engine/solve/longitudinal_diffusion.hpp"
#include "engine/solve/narrow_tree.hpp"
#include "engine/solve/tree_kernels.hpp"
#include "engine/storage/aligned.hpp"

namespace ranvier::engine {

struct ModelData;
struct VariableBlock;
class MechanismType;

/// The order in which a block's equations are solved: a TreeView without values. Rows are numbered within the block.
struct Forest {
    std::vector<TreeRun> roots, runs;
    std::vector<std::int32_t> parent_row;
    std::vector<bool> is_end;  ///< by row: a zero-area compartment without children
};

/// A Block over the tables of Cells. Operations that nothing can observe separately are merged: `solve` assembles the
/// matrix and eliminates, `update_voltage` substitutes; each passes through memory once. Created by preparation
/// (solve/preparation.cpp), valid until the structure changes.
class CellBlock final : public Block {
  public:
    CellBlock(ModelData& data, std::uint32_t first_row, std::uint32_t count, Forest forest);
    ~CellBlock() override;

    /// Adds rows [first, first + count) of the mechanism's table to the block; to be called in NEURON's running order.
    /// `is_last`: no later block has instances of the mechanism.
    void add_instances(MechanismType& type, std::uint32_t first, std::uint32_t count, bool is_last);
    /// Adds the equations of cells of the block that are not just a tree.
    void add_coupled(CoupledSystem system);
    /// To be called after all add_instances.
    void finish();

    /// Updates the block's copies of GLOBALs that scripts have set; to be called before blocks run on threads.
    void refresh_globals();

    rv_instances* instances(MechanismId mechanism) override;
    void initialize() override;
    void after_initial() override;
    void before_step() override;
    void setup_matrix() override;
    void solve() override;
    void update_voltage() override;
    void advance_states() override;
    void initialize_membrane_current() override;
    std::ptrdiff_t find_not_finite() const override;

    // cell_block_odes.cpp
    std::span<const OdeState> ode_states() override;
    void find_followers(double dt) override;
    void evaluate_derivatives(double dt) override;
    void solve_derivatives(double gamma, bool voltages_only) override;
    bool is_repeatable() const override;
    void list_memory(CacheLines& to) const override;
    void advance_others(double dt) override;
    // cell_block_daes.cpp
    bool has_algebraic_equations() const override;
    std::span<const OdeState> dae_states() override;
    void evaluate_dae(double dt) override;
    void residual(const double* rate, double* residual) override;
    void solve_dae(double cj, double* x) override;
    void find_rates(double step, double* rate) override;

  private:
    using Kernel = int (*)(rv_instances*);
    struct Run {
        MechanismType* type;
        std::unique_ptr<InstanceView> view;  // must not move: kernels and callers hold addresses into it
        std::uint32_t first = 0;             // row of the mechanism's table
        bool derives_its_current = false;    // the equations compute a part of the current, so they come first
        bool has_nernst_in_step = false;     // ions: some instance's reversal potential follows its concentrations
        // All threads would write the GLOBALs that a kernel assigns (minf_hh). So each block has its own copy, except
        // the last block, whose last instance determines the values that scripts see.
        std::vector<double> globals{};
        std::uint64_t globals_version = 0;
        std::unique_ptr<LongitudinalDiffusion> diffusion{};  // null: no state diffuses
        std::vector<std::int32_t> electrode_rows{};          // with RV_ELECTRODE_CURRENT: where, each row once
        void list_memory(CacheLines& to) const;
    };
    static void refresh_globals(Run& run);
    void stamp(Run& run);
    void call(Run& run, Kernel kernel, const char* what);
    void call_all(Kernel rv_mechanism::* kernel, const char* what);
    void initialize_ion(Run& run);
    void clear_ion_currents(Run& run);
    void run_current(Run& run);
    void keep_electrode_share(Run& run);

    ModelData& data_;
    Forest forest_;
    std::vector<Run> runs_;        // of mechanisms with compartments, including ions; in running order
    std::vector<Run> artificial_;  // of artificial cells, in running order
    std::vector<rv_instances*> by_mechanism_;
    AlignedVector<double> scratch_;
    std::vector<std::pair<double, double>> before_;  // d and rhs in a run's electrode_rows
    TreeView tree();
    bool is_narrow_ = false;                 // narrow_ suits
    std::optional<NarrowTree> narrow_;       // made when it is first used
    std::optional<DirectTree> direct_;       // made when first used
    std::uint64_t direct_coefficients_ = 0;  // version of the coefficients in direct_
    bool solves_directly() const;
    void prepare_direct();
    std::vector<bool> rows_of_point_processes() const;
    std::vector<CoupledSystem> coupled_;
    std::size_t coupled_rows_ = 0;
    /// No compartment's equation is solved by the tree's kernels.
    bool is_all_coupled() const { return coupled_rows_ == compartment_count_; }
    bool has_extracellular_ = false;
    bool has_own_globals_ = false;  // some run has
    bool has_before_breakpoint_ = false, has_after_solve_ = false, has_before_step_ = false;
    static std::vector<std::int32_t> rows_of(const Run& run);
    std::vector<std::int32_t> electrode_rows_;  // of all runs
    AlignedVector<double> v_inside_;            // there: v + vext[0], the voltage that electrodes see
    void find_v_inside();
    void call_inside(Run& run, Kernel kernel, const char* what);
    bool keeps_electrode_share() const;
    std::unique_ptr<VariableBlock> variable_;  // null until variable steps are chosen
    void check_variable() const;
    bool lacks_capacitance() const;  // some segment has cm = 0
    // The participants of each phase of a variable step, in running order. Cells are small, so searching for the
    // participants would take a noticeable share of the time.
    struct Phases {
        std::vector<Run*> all, concentrations, before_breakpoint, currents, derivatives, after_solve, solve, slopes,
            others, diffusing;
    };
    Phases phases_;
    void list_phases();
    void stamp_phases(double dt);
    void call_each(std::span<Run* const> runs, Kernel rv_mechanism::* kernel, const char* what);
    void find_currents();
    void find_derivatives();
    void list_tree();
    void update_edges();
    void list_mechanism_states();
    void list_algebraic_currents();
    void find_algebraic_voltages();
    void add_axial_currents();
    void eliminate_and_substitute();
    void solve_mechanisms(double gamma);
    double not_finite_ = 0;  // NaN if the last update_voltage produced a v that is not finite
    double* d_ = nullptr;
    double* rhs_ = nullptr;
};

}  // namespace ranvier::engine
