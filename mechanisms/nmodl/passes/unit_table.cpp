#include "mechanisms/nmodl/passes/unit_table.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ranvier::nmodl {
namespace {

struct Named {
    const char* name;
    const char* meaning;
};

// SI definitions; physical constants have the exact values of the 2019 SI (CODATA 2018).
constexpr Named definitions[] = {{"meter", "m"},
                                 {"metre", "m"},
                                 {"sec", "s"},
                                 {"second", "s"},
                                 {"ms", "millis"},
                                 {"minute", "60 s"},
                                 {"min", "60 s"},
                                 {"hour", "3600 s"},
                                 {"hr", "3600 s"},
                                 {"day", "86400 s"},
                                 {"Hz", "1/s"},
                                 {"hz", "1/s"},
                                 {"hertz", "1/s"},
                                 {"gram", "millikg"},
                                 {"gm", "millikg"},
                                 {"g", "millikg"},
                                 {"micron", "micrometer"},
                                 {"angstrom", "1e-10 m"},
                                 {"cm", "centimeter"},
                                 {"mm", "millimeter"},
                                 {"inch", "2.54 cm"},
                                 {"foot", "12 inch"},
                                 {"cc", "cm3"},
                                 {"liter", "millim3"},
                                 {"l", "liter"},
                                 {"coulomb", "coul"},
                                 {"C", "coul"},
                                 {"amp", "coul/s"},
                                 {"ampere", "coul/s"},
                                 {"A", "coul/s"},
                                 {"newton", "kg-m/s2"},
                                 {"nt", "newton"},
                                 {"joule", "newton-m"},
                                 {"J", "joule"},
                                 {"watt", "joule/s"},
                                 {"volt", "watt/amp"},
                                 {"V", "volt"},
                                 {"ohm", "volt/amp"},
                                 {"mho", "1/ohm"},
                                 {"siemens", "1/ohm"},
                                 {"S", "siemens"},
                                 {"farad", "coul/volt"},
                                 {"F", "farad"},
                                 {"henry", "s2/farad"},
                                 {"degC", "K"},
                                 {"kelvin", "K"},
                                 {"degK", "K"},
                                 {"calorie", "4.184 joule"},
                                 {"cal", "calorie"},
                                 {"pascal", "newton/m2"},
                                 {"dyne", "cm-gm/s2"},
                                 {"erg", "cm2-gm/s2"},
                                 {"pi", "3.14159265358979323846"},
                                 {"mole", "6.02214076e23"},
                                 {"mol", "mole"},
                                 {"molar", "mole/liter"},
                                 {"avogadro", "mole"},
                                 {"e", "1.602176634e-19 coul"},
                                 {"faraday", "e-mole"},
                                 {"boltzmann", "1.380649e-23 joule/K"},
                                 {"k", "boltzmann"},
                                 {"gasconstant", "k-mole"},
                                 {"R", "gasconstant"},
                                 {"degree", "1.74532925199432958e-2"},
                                 {"radian", "1"},
                                 {"percent", "0.01"},
                                 {"planck", "6.62607015e-34 joule-s"},
                                 {"hbar", "1.0545718176461565e-34 joule-s"},
                                 {"c", "2.99792458e8 m/s"}};

constexpr struct {
    const char* name;
    double factor;
} prefixes[] = {{"yotta", 1e24}, {"zetta", 1e21}, {"exa", 1e18},  {"peta", 1e15},  {"tera", 1e12},   {"giga", 1e9},
                {"mega", 1e6},   {"kilo", 1e3},   {"hecto", 1e2}, {"deka", 1e1},   {"deci", 1e-1},   {"centi", 1e-2},
                {"milli", 1e-3}, {"micro", 1e-6}, {"nano", 1e-9}, {"pico", 1e-12}, {"femto", 1e-15}, {"atto", 1e-18}};

constexpr const char* base_units[] = {"m", "kg", "s", "coul", "K", "candela"};

using Definitions = std::map<std::string, std::string>;

std::optional<Unit> unit_of(const std::string& text, const Definitions& defined, int depth);

std::optional<Unit> lookup(const std::string& name, const Definitions& defined, int depth) {
    for (std::size_t i = 0; i < std::size(base_units); ++i) {
        if (name == base_units[i]) {
            Unit unit;
            unit.powers[i] = 1;
            return unit;
        }
    }
    if (const auto own = defined.find(name); own != defined.end() && own->second != name) {
        return unit_of(own->second, defined, depth + 1);
    }
    for (const auto& definition : definitions) {
        if (name == definition.name) return unit_of(definition.meaning, defined, depth + 1);
    }
    for (const auto& prefix : prefixes) {
        const auto length = std::strlen(prefix.name);
        if (name.compare(0, length, prefix.name) != 0) continue;
        if (name.size() == length) return Unit{prefix.factor, {}};
        auto unit = lookup(name.substr(length), defined, depth + 1);
        if (unit) {
            unit->factor *= prefix.factor;
            return unit;
        }
    }
    if (name.size() > 2 && name.back() == 's') return lookup(name.substr(0, name.size() - 1), defined, depth + 1);
    return std::nullopt;
}

std::optional<Unit> unit_of(const std::string& text, const Definitions& defined, int depth) {
    if (depth > 20) return std::nullopt;
    Unit unit;
    int sign = 1;
    std::size_t i = 0;
    while (i < text.size()) {
        const char c = text[i];
        if (c == '/') {
            sign = -1;
            ++i;
        } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
            char* end = nullptr;
            const double number = std::strtod(text.c_str() + i, &end);
            i = static_cast<std::size_t>(end - text.c_str());
            unit.factor = sign > 0 ? unit.factor * number : unit.factor / number;
        } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '%') {
            std::string name;
            while (i < text.size() && (std::isalpha(static_cast<unsigned char>(text[i])) || text[i] == '%')) {
                name += text[i++];
            }
            auto one = lookup(name == "%" ? "percent" : name, defined, depth);
            if (!one) return std::nullopt;
            int power = 0;
            if (i < text.size() && text[i] == '^') ++i;
            while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]))) {
                power = std::min(power * 10 + (text[i++] - '0'), 99);
            }
            if (power == 0) power = 1;
            for (int k = 0; k < power; ++k) {
                unit.factor = sign > 0 ? unit.factor * one->factor : unit.factor / one->factor;
            }
            for (std::size_t k = 0; k < unit.powers.size(); ++k) unit.powers[k] += sign * power * one->powers[k];
        } else if (c == '-' || c == ' ' || c == '\t' || c == '*') {
            ++i;
        } else {
            return std::nullopt;
        }
    }
    return unit;
}

}  // namespace

std::optional<Unit> parse_unit(const std::string& text, const std::map<std::string, std::string>& defined) {
    return unit_of(text, defined, 0);
}

}  // namespace ranvier::nmodl
