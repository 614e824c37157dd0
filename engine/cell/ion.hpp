#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::engine {

/// Nernst potential [mV] of concentrations [mM] at celsius [degC]; 0 if the valence is 0, +-1e6 if a concentration is
/// not positive. RT/F uses the CODATA 2018 constants and is evaluated in NEURON's order.
double nernst_potential(double inside, double outside, double valence, double celsius);
/// RT/zF [mV], the negative derivative of the Nernst potential with respect to the logarithm of the inside
/// concentration; 0 if the valence is 0.
double nernst_slope(double valence, double celsius);

/// Goldman-Hodgkin-Katz current for unit permeability [mA/cm2 per cm/s] at v [mV], in NEURON's order.
double ghk_current(double v, double inside, double outside, double valence, double celsius);

/// Values of a new ion instance, by column (IonColumn); `name` is, for example, "na_ion".
std::vector<double> ion_defaults(std::string_view name);
/// Initial concentrations inside and outside [mM], for example nai0_na_ion and nao0_na_ion.
std::vector<double> ion_initial_concentrations(std::string_view name);
/// Predefined valence of na, k and ca; NaN for other ions.
double default_valence(std::string_view name);

/// NEURON's bit map of an ion's style (docs: "ion_style").
struct IonStyle {
    static constexpr int concentration = 03;  // unused, constant, assigned, state
    static constexpr int initialize_concentration = 04;
    static constexpr int potential_shift = 3;  // 030: as for concentrations
    static constexpr int initialize_potential = 040;
    static constexpr int advance_potential = 0100;
    static constexpr int inside_is_written = 0200;
    static constexpr int outside_is_written = 0400;
};

/// The ion style after inserting a mechanism that uses the ion as `use` says (RV_READS_... | RV_WRITES_...).
int promoted_style(int style, std::uint32_t use);

}  // namespace ranvier::engine
