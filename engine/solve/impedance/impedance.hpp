#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace ranvier::engine {

struct ModelData;

/// The compartments of all cells in the order in which impedances are solved, each after its parent. Made once for a
/// preparation of the model (Model::prepare), which orders rows and connections.
struct ImpedanceOrder {
    explicit ImpedanceOrder(const ModelData& data);

    static constexpr std::uint32_t nowhere = 0xffffffff;
    std::vector<std::uint32_t> row;    ///< in the table of compartments
    std::vector<std::int32_t> parent;  ///< -1 for a root
    std::vector<std::uint32_t> place;  ///< by compartment id; `nowhere` if it is in no cell
};

/// Impedances of the cells, linearized at one state, seen from one place (docs: "Impedance").
///
/// 1. `compute` factors the equations and keeps all that answers need, so later changes of the model do not matter.
/// 2. An answer takes two divisions for each compartment between the place asked about and the root, or the nearest one
///    that was part of an earlier answer.
class ImpedanceSolution {
  public:
    using Complex = std::complex<double>;

    /// For a current in `compartment`, at a frequency [Hz]. The cells must be trees; conductances and capacitances are
    /// taken from the last Block::setup_matrix.
    void compute(const ModelData& data, std::shared_ptr<const ImpedanceOrder> order, std::uint32_t compartment,
                 double frequency_Hz);

    bool is_computed() const { return order_ != nullptr; }
    /// Whether the compartment existed at `compute`. The others' impedances must not be asked for.
    bool knows(std::uint32_t compartment) const { return compartment < order_->place.size(); }
    /// v of the compartment over the current [megohm]; 0 in other cells.
    Complex transfer(std::uint32_t compartment);
    /// v over current in the same compartment [megohm].
    Complex input(std::uint32_t compartment);

  private:
    void factor(const ModelData& data, double frequency_Hz);
    /// Calls next(j) for the places from below the nearest known one, or from the root, to `place`.
    template <class Next>
    void descend(std::vector<char>& known, std::size_t place, Next&& next);

    std::shared_ptr<const ImpedanceOrder> order_;
    std::vector<Complex> d_, pivot_;  // the factors; the imaginary part of d is from capacitances
    std::vector<double> b_, area_;    // of the matrix [uS]; [um2]
    std::vector<Complex> transfer_, input_;
    std::vector<char> knows_transfer_, knows_input_;
    std::vector<std::size_t> path_;
};

}  // namespace ranvier::engine
