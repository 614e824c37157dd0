#include "mechanisms/nmodl/lint/check_units.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/passes/unit_table.hpp"

namespace ranvier::nmodl {
namespace {

/// The units of a quantity; empty: compatible with any units. `is_number`: a literal, which can be added to anything.
/// `is_open`: its declaration names no units. It is dimensionless as a factor, as in NEURON's modlunit, but alone it can be
/// added to anything, since so much published code leaves units out.
struct Quantity {
    std::optional<Unit> unit;
    bool is_number = false, is_open = false;

    bool fits_all() const { return is_number || is_open || !unit; }
};

bool same(const Unit& a, const Unit& b) {
    return a.powers == b.powers && std::fabs(a.factor - b.factor) <= 1e-3 * std::fabs(b.factor);
}

bool is_plain(const Unit& unit) {
    return same(unit, Unit{});
}

Quantity plain() {
    return {Unit{}, false};
}

/// "1e-06 m2 kg / s3": base units.
std::string base_units(const Unit& unit) {
    static const char* const names[] = {"m", "kg", "s", "coulomb", "K", "candela"};
    char factor[32];
    std::snprintf(factor, sizeof factor, "%.4g", unit.factor);
    std::string above, below;
    for (std::size_t k = 0; k < unit.powers.size(); ++k) {
        const int power = std::abs(unit.powers[k]);
        if (power == 0) continue;
        (unit.powers[k] > 0 ? above : below) += std::string(" ") + names[k] + (power > 1 ? std::to_string(power) : "");
    }
    return factor + above + (below.empty() ? "" : " /" + below);
}

/// The ranges where UNITSOFF holds: pairs of places in one file.
class Silent {
  public:
    explicit Silent(const Program& program) {
        for (const auto& file : program.files) read(*file);
    }

    bool holds(const Location& where) const {
        for (const auto& [file, from, to] : ranges_) {
            const auto place = std::pair(where.line, where.column);
            if (where.file == file && from <= place && place < to) return true;
        }
        return false;
    }

  private:
    using Place = std::pair<int, int>;
    struct Range {
        const SourceFile* file;
        Place from, to;
    };

    void read(const SourceFile& file) {
        bool off = false, comment = false;
        Place from;
        int number = 0;
        for (std::size_t begin = 0; begin <= file.text.size();) {
            ++number;
            auto end = file.text.find('\n', begin);
            if (end == std::string::npos) end = file.text.size();
            auto line = file.text.substr(begin, end - begin);
            begin = end + 1;
            line = line.substr(0, line.find_first_of(":?"));
            if (line.find("ENDCOMMENT") != std::string::npos) {
                comment = false;
            } else if (line.find("COMMENT") != std::string::npos) {
                comment = true;
            }
            if (comment) continue;
            for (std::size_t at = line.find("UNITSO"); at != std::string::npos; at = line.find("UNITSO", at + 6)) {
                const bool now_off = line.compare(at, 8, "UNITSOFF") == 0;
                const Place here{number, static_cast<int>(at) + 1};
                if (now_off && !off) from = here;
                if (!now_off && off) ranges_.push_back({&file, from, here});
                off = now_off;
            }
        }
        if (off) ranges_.push_back({&file, from, {number + 1, 0}});
    }

    std::vector<Range> ranges_;
};

class UnitCheck {
  public:
    UnitCheck(const Program& program, Diagnostics& diagnostics)
        : program_(program), diagnostics_(diagnostics), silent_(program) {}

    void run() {
        for (const auto& [name, meaning] : program_.units) check_definition(name, meaning);
        for (const auto& symbol : program_.symbols) check_declaration(symbol);
        for (const auto& block : program_.blocks) {
            block_ = &block;
            locals_.clear();
            statements(block.body);
        }
    }

  private:
    void report(const Location& where, const std::string& text, const std::string& hint = {}) {
        if (!silent_.holds(where)) diagnostics_.warning(where, text, hint);
    }

    void check_definition(const std::string& name, const std::string& meaning) {
        if (parse_unit(meaning, program_.units)) return;
        const std::string near = nearest_name(
            meaning, {"millivolt",    "volt",         "milliamp",    "microamp",    "nanoamp", "picoamp",  "siemens",
                      "millisiemens", "microsiemens", "nanosiemens", "picosiemens", "mho",     "micromho", "millimolar",
                      "micromolar",   "molar",        "milli/liter", "micro/liter", "micron",  "meter",    "second",
                      "coulomb",      "coulombs",     "farad",       "microfarad",  "ohm",     "megohm",   "degC",
                      "joule",        "mole",         "faraday",     "liter"});
        report(place_of_definition(name), "the unit (" + meaning + "), which defines (" + name + "), is not known",
               near.empty() ? "write a unit that is known, as in (mV) = (millivolt)" : "did you mean (" + near + ")?");
        unknown_.insert(name);
    }

    /// Where the right side of (name) = (meaning) stands. The tree does not keep it.
    Location place_of_definition(const std::string& name) const {
        const auto verbatim = [](const std::string& text) {
            return "\\(\\s*" + std::regex_replace(text, std::regex(R"([-.^$|()*+?{}\[\]\\])"), R"(\$&)") + "\\s*\\)";
        };
        const std::regex form(verbatim(name) + "\\s*=\\s*(?=" + verbatim(program_.units.at(name)) + ")");
        for (const auto& file : program_.files) {
            std::smatch found;
            if (!std::regex_search(file->text, found, form)) continue;
            const auto before = file->text.substr(0, static_cast<std::size_t>(found.position() + found.length()));
            const auto line = 1 + std::count(before.begin(), before.end(), '\n');
            const auto column = before.size() - (before.rfind('\n') + 1);  // npos + 1 is 0
            return {file.get(), static_cast<int>(line), static_cast<int>(column) + 1};
        }
        return {};
    }

    /// Whether a definition that was reported has this unit in it.
    bool rests_on_unknown(const std::string& units) const {
        auto defined = program_.units;
        for (const std::string& name : unknown_) defined[name] = "1";
        return !unknown_.empty() && parse_unit(units, defined).has_value();
    }

    void check_declaration(const Symbol& symbol) {
        if (symbol.units.empty() || parse_unit(symbol.units, program_.units)) return;
        if (rests_on_unknown(symbol.units)) return;
        report(symbol.where, "the unit (" + symbol.units + ") of " + symbol.name + " is not known",
               "define it in UNITS, as in (mV) = (millivolt)");
    }

    /// The text of a unit, in the field's usual units if possible: "(mA/cm2)".
    std::string text_of(const Unit& unit) const {
        if (is_plain(unit)) return "a plain number";
        static const char* const usual[] = {"mV",   "ms", "/ms",      "mA/cm2", "S/cm2", "uS",
                                            "nA",   "mM", "um",       "cm2",    "mM/ms", "pS",
                                            "degC", "mA", "coulombs", "S",      "mV/ms", "uF/cm2"};
        for (const char* name : usual) {
            const auto known = parse_unit(name, usual_units());
            if (known && same(*known, unit)) return std::string("(") + name + ")";
        }
        for (const auto& symbol : program_.symbols) {
            const auto known = parse_unit(symbol.units, program_.units);
            if (!symbol.units.empty() && known && same(*known, unit)) return "(" + symbol.units + ")";
        }
        return "(" + base_units(unit) + ")";
    }

    static const std::map<std::string, std::string>& usual_units() {
        static const std::map<std::string, std::string> all = {
            {"mV", "millivolt"}, {"mA", "milliamp"},     {"nA", "nanoamp"},
            {"S", "siemens"},    {"uS", "microsiemens"}, {"mM", "milli/liter"},
            {"um", "micron"},    {"pS", "picosiemens"},  {"uF", "microfarad"}};
        return all;
    }

    Quantity declared(const std::string& units) const {
        if (units.empty()) return {Unit{}, false, true};
        auto unit = parse_unit(units, program_.units);
        return {unit, false};
    }

    Quantity of_name(const std::string& name) const {
        if (locals_.contains(name)) return {};
        for (const auto& argument : block_->arguments) {
            if (argument.name == name) return declared(argument.units);
        }
        if (name == block_->name) return declared(block_->units);
        static const std::map<std::string, const char*> built = {{"v", "millivolt"}, {"t", "ms"},
                                                                 {"dt", "ms"},       {"celsius", "degC"},
                                                                 {"diam", "micron"}, {"area", "micron2"}};
        const auto* symbol = program_.symbol(name);
        if (symbol && !symbol->units.empty()) return declared(symbol->units);
        if (const auto found = built.find(name); found != built.end()) return declared(found->second);
        if (!symbol && name.size() > 1 && name[0] == 'D') {
            auto state = of_name(name.substr(1));
            if (state.unit) {
                state.unit->powers[2] -= 1;
                state.unit->factor *= 1e3;  // by ms
            }
            return state;
        }
        return symbol ? declared("") : Quantity{};
    }

    /// Compares both sides of a sum, comparison or assignment; returns the quantity of the whole.
    Quantity fitted(const Quantity& a, const Quantity& b, const Location& where, const std::string& what) {
        if (a.fits_all()) return b;
        if (b.fits_all()) return a;
        if (!same(*a.unit, *b.unit)) {
            report(where, what + ": " + text_of(*a.unit) + " beside " + text_of(*b.unit), conversion(*a.unit, *b.unit));
            return {};
        }
        return a;
    }

    /// A hint with the factor that would make the units agree, if there is one.
    static std::string conversion(const Unit& a, const Unit& b) {
        if (a.powers != b.powers) return {};
        char text[120];
        std::snprintf(text, sizeof text, "multiply the second by (%.6g), in parentheses, to get the units of the first",
                      b.factor / a.factor);
        return text;
    }

    static Quantity product(const Quantity& a, const Quantity& b, int sign) {
        if (!a.unit || !b.unit) return {};
        Unit unit = *a.unit;
        unit.factor = sign > 0 ? unit.factor * b.unit->factor : unit.factor / b.unit->factor;
        for (std::size_t k = 0; k < unit.powers.size(); ++k) unit.powers[k] += sign * b.unit->powers[k];
        const bool fits_all = a.fits_all() && b.fits_all();
        return {unit, a.is_number && b.is_number, fits_all && (a.is_open || b.is_open)};
    }

    Quantity number(const Expression& e) const {
        if (e.units == conversion_factor) {
            // (0.001) turns 1000 of one unit into 1 of another: the units' factor moves against the number's.
            Unit unit;
            unit.factor = e.value() == 0 ? 1 : 1 / e.value();
            return {unit, false};
        }
        if (!e.units.empty()) return declared(e.units);
        return {Unit{}, true};
    }

    Quantity power(const Expression& e) {
        auto base = of(*e.operands[0]);
        of(*e.operands[1]);
        if (!base.unit || is_plain(*base.unit)) return base;
        const auto& exponent = *e.operands[1];
        if (exponent.kind != ExpressionKind::Number || exponent.value() != std::floor(exponent.value())) return {};
        Unit unit;
        const int n = static_cast<int>(exponent.value());
        unit.factor = std::pow(base.unit->factor, n);
        for (std::size_t k = 0; k < unit.powers.size(); ++k) unit.powers[k] = n * base.unit->powers[k];
        return {unit, false};
    }

    Quantity call(const Expression& e) {
        std::vector<Quantity> given;
        for (const auto& operand : e.operands) given.push_back(of(*operand));
        static const std::set<std::string> of_numbers = {"exp", "log",  "log10", "sin", "cos",
                                                         "tan", "sinh", "cosh",  "tanh"};
        if (of_numbers.contains(e.text)) {
            if (given.size() == 1 && given[0].unit && !given[0].is_number && !is_plain(*given[0].unit)) {
                report(e.where, "the argument of " + e.text + " is not dimensionless: " + text_of(*given[0].unit));
            }
            return plain();
        }
        if (e.text == "fabs" || e.text == "abs") return given.empty() ? Quantity{} : given[0];
        const auto* block = program_.block(e.text);
        if (!block) return {};
        for (std::size_t k = 0; k < std::min(given.size(), block->arguments.size()); ++k) {
            const auto& argument = block->arguments[k];
            fitted(given[k], declared(argument.units), e.operands[k]->where.line ? e.operands[k]->where : e.where,
                   "argument " + argument.name + " of " + e.text);
        }
        return declared(block->units);
    }

    Quantity of(const Expression& e) {
        switch (e.kind) {
            case ExpressionKind::Number:
                return number(e);
            case ExpressionKind::Name:
                return of_name(e.text);
            case ExpressionKind::Index:
                of(*e.operands[0]);
                return of_name(e.text);
            case ExpressionKind::Call:
                return call(e);
            case ExpressionKind::Unary:
                return of(*e.operands[0]);
            case ExpressionKind::Binary:
                break;
            default:
                return {};
        }
        if (e.text == "^") return power(e);
        const auto a = of(*e.operands[0]), b = of(*e.operands[1]);
        if (e.text == "*") return product(a, b, 1);
        if (e.text == "/") return product(a, b, -1);
        if (e.text == "&&" || e.text == "||") return plain();
        const auto whole = fitted(a, b, place(e), "'" + to_nmodl(e) + "'");
        return e.text == "+" || e.text == "-" ? whole : plain();
    }

    /// The location of a Binary: its own, or the location of the first name in it.
    static Location place(const Expression& e) {
        Location where = e.where;
        for_each(e, [&](const Expression& inner) {
            if (where.line == 0) where = inner.where;
        });
        return where;
    }

    void statements(const Statements& all) {
        for (const auto& s : all) {
            if (s->kind == StatementKind::Local) {
                for (const auto& local : s->declared) locals_.insert(local.name);
            }
            if (s->kind == StatementKind::Assign) {
                const auto left = of(*s->value[0]), right = of(*s->value[1]);
                fitted(left, right, s->where, "'" + to_nmodl(*s->value[0]) + " = ...'");
            } else {
                for (const auto& value : s->value) of(*value);
            }
            statements(s->body);
            statements(s->otherwise);
        }
    }

    std::set<std::string> unknown_;  // units whose definitions were reported
    const Program& program_;
    Diagnostics& diagnostics_;
    Silent silent_;
    const Block* block_ = nullptr;
    std::set<std::string> locals_;
};

}  // namespace

void check_units(const Program& program, Diagnostics& diagnostics) {
    UnitCheck(program, diagnostics).run();
}

}  // namespace ranvier::nmodl
