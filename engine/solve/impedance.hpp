#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace ranvier::engine {

struct ModelData;

/// Impedances of the cells, linear at their present state, as seen from one place (docs: "Impedance").
struct ImpedanceSolution {
    std::uint32_t at = 0;  ///< compartment where the current goes in
    /// By compartment id [megohm]: v there over current at `at` (0 in other cells), and v over current in one place.
    std::vector<std::complex<double>> transfer, input;
};

/// A current in `compartment`, in cells that are trees; conductances and capacitances are those of the last
/// Block::setup_matrix.
ImpedanceSolution solve_impedance(const ModelData& data, std::uint32_t compartment, double frequency_Hz);

}  // namespace ranvier::engine
