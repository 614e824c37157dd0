#include "mechanisms/nmodl/passes/evaluate_units.hpp"

#include "mechanisms/nmodl/passes/unit_table.hpp"

namespace ranvier::nmodl {

void evaluate_units(Program& program, Diagnostics& diagnostics) {
    for (auto& constant : program.constants) {
        const auto arrow = constant.units.find(" -> ");
        if (!constant.literal.empty() || arrow == std::string::npos) continue;
        const auto from_text = constant.units.substr(0, arrow), to_text = constant.units.substr(arrow + 4);
        const auto from = parse_unit(from_text, program.units), to = parse_unit(to_text, program.units);
        if (!from || !to) {
            diagnostics.error(constant.where, "the units (" + (from ? to_text : from_text) + ") are not known",
                              "known are SI units with their prefixes, and units defined in a UNITS block");
            continue;
        }
        // (faraday) (coulomb) means the faraday in coulombs; angles and amounts of substance are dimensionless. In (1), a
        // unit is its factor alone, in SI units.
        const bool is_factor = from_text == "1" || to_text == "1";
        if (!is_factor && from->powers != to->powers) {
            diagnostics.error(constant.where, "(" + from_text + ") cannot be expressed in (" + to_text + ")");
            continue;
        }
        const auto number = make_number(from->factor / to->factor);
        constant.value = number->value();
        constant.literal = number->text;
        constant.units = to_text;
    }
}

}  // namespace ranvier::nmodl
