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

/// The value of a unit such as "mA/cm2": names joined by - (times) and / (divided by all names up to the next /). Each
/// name may have an SI prefix, a plural s and an exponent. `defined` holds the file's own definitions. Empty if a name
/// is unknown.
std::optional<Unit> parse_unit(const std::string& text, const std::map<std::string, std::string>& defined);

}  // namespace ranvier::nmodl
