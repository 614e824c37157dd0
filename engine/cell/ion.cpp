#include "engine/cell/ion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

namespace {
// CODATA 2018: https://physics.nist.gov/cuu/Constants/
constexpr double electron_charge = 1.602176634e-19;
constexpr double avogadro_number = 6.02214076e+23;
constexpr double boltzmann = 1.380649e-23;
constexpr double faraday = electron_charge * avogadro_number;
constexpr double gas_constant = boltzmann * avogadro_number;
}  // namespace

double nernst_potential(double inside, double outside, double valence, double celsius) {
    if (valence == 0) return 0.;
    if (inside <= 0.) return 1e6;
    if (outside <= 0.) return -1e6;
    return nernst_slope(valence, celsius) * std::log(outside / inside);
}

double nernst_slope(double valence, double celsius) {
    const double ktf = 1000. * gas_constant * (celsius + 273.15) / faraday;
    return valence == 0 ? 0. : ktf / valence;
}

namespace {
double over_expm1(double x) {
    return std::abs(x) < 1e-4 ? 1. - x / 2. : x / (std::exp(x) - 1);
}
}  // namespace

double ghk_current(double v, double inside, double outside, double valence, double celsius) {
    const double ktf = 1000. * gas_constant * (celsius + 273.15) / faraday;
    const double reduced = valence * v / ktf;
    const double from_outside = outside * over_expm1(reduced);
    const double from_inside = inside * over_expm1(-reduced);
    return .001 * valence * faraday * (from_inside - from_outside);
}

std::vector<double> ion_defaults(std::string_view name) {
    if (name == "na_ion") return {115. - 65., 10., 140., 0., 0., 0.};
    if (name == "k_ion") return {-12. - 65., 54.4, 2.5, 0., 0., 0.};
    if (name == "ca_ion") return {12.5 * std::log(2. / 5.e-5), 5.e-5, 2., 0., 0., 0.};
    return {0., 1., 1., 0., 0., 0.};
}

std::vector<double> ion_initial_concentrations(std::string_view name) {
    const std::vector<double> values = ion_defaults(name);
    return {values[1], values[2]};
}

double default_valence(std::string_view name) {
    if (name == "na_ion" || name == "k_ion") return 1;
    if (name == "ca_ion") return 2;
    return std::numeric_limits<double>::quiet_NaN();
}

int promoted_style(int style, std::uint32_t use) {
    int concentration = 0;
    int potential = 0;
    if (use & (RV_READS_INSIDE | RV_READS_OUTSIDE)) concentration = 1;
    if (use & RV_READS_EREV) potential = 1;
    if (use & (RV_WRITES_INSIDE | RV_WRITES_OUTSIDE)) concentration = 3;
    if (use & RV_WRITES_EREV) potential = 3;
    if (use & RV_WRITES_INSIDE) style |= IonStyle::inside_is_written;
    if (use & RV_WRITES_OUTSIDE) style |= IonStyle::outside_is_written;
    if (concentration == 0 && potential == 0) return style;

    concentration = std::max(concentration, style & IonStyle::concentration);
    potential = std::max(potential, (style >> IonStyle::potential_shift) & 03);
    if (concentration > 0 && potential < 2) potential = 2;
    style &= IonStyle::inside_is_written | IonStyle::outside_is_written;
    style |= concentration | (potential << IonStyle::potential_shift);
    if (concentration == 3) {
        style |= IonStyle::initialize_concentration;
        if (potential == 2) style |= IonStyle::advance_potential;
    }
    if (concentration > 0 && potential == 2) style |= IonStyle::initialize_potential;
    return style;
}

}  // namespace ranvier::engine
