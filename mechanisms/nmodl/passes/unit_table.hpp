#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

namespace ranvier::nmodl {

/// A quantity: a factor times powers of meter, kilogram, second, coulomb, kelvin and candela.
struct Unit {
    double factor = 1;
    std::array<int, 6> powers{};
};

/// The meaning of "mA/cm2" and the like: names joined by - (times), / (divided by, once for all names up to the
/// next /), each followed by an optional exponent, SI prefixes and a plural s. `defined` holds the file's own
/// definitions. Empty if something in it is unknown.
std::optional<Unit> parse_unit(const std::string& text, const std::map<std::string, std::string>& defined);

}  // namespace ranvier::nmodl
