#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace ranvier::engine {

struct ModelData;

/// Impedances of the cells, linearized at their present state, seen from one place (docs: "Impedance").
struct ImpedanceSolution {
    std::uint32_t at = 0;  ///< compartment where the current is injected
    /// By compartment id [megohm]: `transfer` is v of the compartment over the current at `at` (0 in other cells),
    /// `input` is v over current in the same compartment.
    std::vector<std::complex<double>> transfer, input;
};

/// Solves for a current in `compartment`. The cells must be trees; conductances and capacitances are taken from the
/// last Block::setup_matrix.
ImpedanceSolution solve_impedance(const ModelData& data, std::uint32_t compartment, double frequency_Hz);

}  // namespace ranvier::engine
