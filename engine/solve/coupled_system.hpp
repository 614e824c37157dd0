#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/storage/aligned.hpp"

namespace ranvier::engine {

struct CellOrder;
struct OdeState;
struct LinearMechanism;
struct ModelData;

/// The equations of cells that are not just a tree: cells with extracellular or a LinearMechanism, and all cells that a
/// LinearMechanism joins. Solved by elimination from the leaves or, if pivoting is needed, by sparse LU with partial
/// pivoting.
///
/// With dvi the change of the potential inside and dx the change of the potential in each layer outside (docs:
/// "extracellular"):
///   inside:  (d - b) dvi - dm dx0 + axial  = rhs
///   layer k: neighbors in series by xg + xc/dt, axial by xraxial; layer 0 takes the membrane's current
/// where dm is the membrane's conductance and capacitance without the electrodes' share.
///
/// A step calls add_vext (for the voltage that electrodes see), then gather, solve, update. The tree's kernels also run
/// over these cells, and their results are overwritten; so layouts and lanes need not know which cells are coupled.
class CoupledSystem {
  public:
    /// For cells of one block; rows are counted from `first_row`.
    CoupledSystem(ModelData& data, std::uint32_t first_row, std::span<const CellOrder* const> cells,
                  std::vector<std::shared_ptr<LinearMechanism>> linear);
    ~CoupledSystem();
    CoupledSystem(CoupledSystem&&) noexcept;

    bool has_extracellular() const;
    /// Sets vext and i_membrane to 0.
    void initialize_extracellular();
    /// Sets y of the LinearMechanisms to potentials and y0.
    void initialize_linear();
    /// The number of compartments.
    std::size_t size() const;
    /// Adds vext[0] to `v` in those of these rows of the block that have extracellular in this system.
    void add_vext(std::span<const std::int32_t> rows, double* v) const;
    /// Copies v, d and rhs (without axial and capacitive terms) of the compartments.
    void gather();
    /// Solves, leaving the change of the potential inside in rhs. Throws MechanismError if there is no unique solution.
    void solve();
    /// Computes v, vext, y and i_membrane at the end of the step, leaving the change of v in rhs. Returns 0, or NaN if
    /// some v is not finite.
    double update();

    // --- variable steps: C y' = f(y) with the layers' potentials and the LinearMechanisms' variables as unknowns,
    // always in the same order
    void list_states(std::vector<OdeState>& states, std::vector<bool>& is_coupled_row) const;
    /// After gather: overwrites the residuals C y' - f of the system's rows, and computes the residuals of the
    /// unknowns that it adds. `rate` and `residual` are indexed by row, `own_rate` and `own_residual` by added unknown.
    void residual(const double* rate, const double* own_rate, double* residual, double* own_residual);
    /// Solves (C/dt - df/dy) x = b at the model's dt, with b in `rows` and `own`, x in `solution` (by row) and `own`.
    void solve_with(const double* rows, double* own, double* solution);

    struct State;  ///< coupled_state.hpp, private to coupled_*.cpp

  private:
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::engine
