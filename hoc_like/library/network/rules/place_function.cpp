#include "hoc_like/library/network/rules/place_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

constexpr std::array<std::string_view, 4> place_names{"dist", "diam", "order", "y"};

bool begins_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool continues_name(char c) {
    return begins_name(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// Calls on_name(name) for each name of the text and on_rest(c) for all other characters.
template <class OnName, class OnRest>
void split(std::string_view text, OnName&& on_name, OnRest&& on_rest) {
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        if (begins_name(text[i])) {
            while (end < text.size() && continues_name(text[end])) ++end;
            on_name(text.substr(i, end - i));
        } else if (std::isdigit(static_cast<unsigned char>(text[i]))) {
            // The e of 1e-3 does not begin a name.
            while (end < text.size() && (continues_name(text[end]) || text[end] == '.')) on_rest(text[end++]);
        } else {
            on_rest(text[end++]);
        }
        i = end;
    }
}

std::size_t number_of(std::string_view name) {
    return static_cast<std::size_t>(std::find(place_names.begin(), place_names.end(), name) - place_names.begin());
}

}  // namespace

bool PlaceFunction::is_expression(std::string_view word) {
    if (number_of(word) < place_names.size()) return true;
    return !word.empty() && !std::all_of(word.begin(), word.end(), continues_name);
}

PlaceFunction PlaceFunction::of_text(Interpreter& interpreter, const std::string& text) {
    if (text.find_first_of("{};\n\"'$") != std::string::npos) {
        throw std::invalid_argument(fmt::format("'{}' is not an expression of dist, diam, order and y", text));
    }
    std::string body;
    bool uses_y = false;
    const auto on_name = [&](std::string_view name) {
        const std::size_t k = number_of(name);
        body += k < place_names.size() ? fmt::format("${}", k + 1) : std::string(name);
        uses_y |= name == "y";
    };
    split(text, on_name, [&](char c) { body += c; });
    static std::size_t made = 0;
    const std::string function = fmt::format("ranvier_of_place_{}", made++);
    interpreter.execute_text(fmt::format("func {}() {{ return {} }}\n", function, body), {}, text);
    return {text, [&interpreter, function, uses_y](const CellPlace& at) {
                const std::array<Argument, 4> arguments{at.dist, at.diam, at.order, uses_y ? at.y() : 0.};
                return interpreter.call(function, arguments);
            }};
}

PlaceFunction PlaceFunction::of_object(const ObjectPtr& object) {
    const python::Handle* function = python_object_in(object);
    if (!function) throw std::invalid_argument("an expression, or a Python function of dist, diam, order and y");
    if (!python::has_attribute(*function, "uses_y")) {
        throw std::invalid_argument(fmt::format("{} is not a function of a place", python::describe(*function)));
    }
    const python::Handle caller = python::attribute(*function, "at");
    const bool uses_y = python::to_number(python::attribute(*function, "uses_y")).value_or(0) != 0;
    return {"a Python function", [caller, uses_y](const CellPlace& at) {
                const std::array<python::Handle, 4> arguments{
                    python::from_number(at.dist), python::from_number(at.diam), python::from_number(at.order),
                    python::from_number(uses_y ? at.y() : 0.)};
                const auto value = python::to_number(python::call(caller, arguments));
                if (!value) throw std::invalid_argument("the Python function has returned no number");
                return *value;
            }};
}

}  // namespace ranvier::hoc
