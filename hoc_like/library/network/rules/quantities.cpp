#include "hoc_like/library/network/rules/quantities.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

engine::Distribution Quantities::read(const std::string& name, NamedArguments& given) {
    engine::Distribution of;
    if (given.is_word() && call_.string(given.position()) == "column") {
        given.skip(1);
        of.kind = engine::Distribution::Kind::values;
        of.a = static_cast<double>(columns_.size());
        columns_.push_back(given.word("the name of a column"));
        return of;
    }
    if (!is_function(given)) return given.distribution(name);
    of.kind = engine::Distribution::Kind::of_place;
    of.a = static_cast<double>(functions_.size());
    functions_.push_back(read_function(given));
    return of;
}

PlaceFunction Quantities::read_function(NamedArguments& given) {
    try {
        if (given.is_word()) return PlaceFunction::of_text(interpreter_, given.word("an expression"));
        const ObjectPtr function = call_.object(given.position());
        given.skip(1);
        return PlaceFunction::of_object(function);
    } catch (const ScriptError& error) {
        fail(call_, fmt::format("an expression of dist, diam, order and y: {}", error.message()));
    } catch (const std::invalid_argument& error) {
        fail(call_, error.what());
    }
}

bool Quantities::is_function(const NamedArguments& given) const {
    if (given.is_word()) return PlaceFunction::is_expression(call_.string(given.position()));
    return call_.is_object(given.position()) && python_object_in(call_.object(given.position())) != nullptr;
}

}  // namespace ranvier::hoc
