#include "hoc_like/library/data/string_functions.hpp"

#include <regex>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"

namespace ranvier::hoc {

namespace {

constexpr const char* white_space = " \r\n\t\f\v";

class StringFunctionsObject final : public Native {};

Result length(Call& call) {
    return static_cast<double>(call.string(0).size());
}

Result substring_at(Call& call) {
    const auto at = call.string(0).find(call.string(1));
    return at == std::string::npos ? -1.0 : static_cast<double>(at);
}

/// The first match of the pattern in the first line of the text.
std::smatch match(const Call& call, const std::string& line) {
    std::smatch found;
    try {
        std::regex_search(line, found, std::regex{call.string(1), std::regex::egrep});
    } catch (const std::regex_error& error) {
        fail(call, "\"" + call.string(1) + "\" is not a regular expression: " + error.what());
    }
    return found;
}

std::string first_line(const Call& call) {
    const std::string text = call.string(0);
    return text.substr(0, text.find('\n'));
}

Result head(Call& call) {
    const std::string line = first_line(call);
    const std::smatch found = match(call, line);
    call.set_string(2, found.empty() ? std::string{} : found.prefix().str());
    return found.empty() ? -1.0 : static_cast<double>(found.position());
}

Result tail(Call& call) {
    const std::string line = first_line(call);
    const std::smatch found = match(call, line);
    call.set_string(2, found.empty() ? std::string{} : found.suffix().str());
    return found.empty() ? -1.0 : static_cast<double>(found.position() + found.length());
}

Result left(Call& call) {
    const std::string text = call.string(0);
    const auto n = whole_argument(call, 1, 0, static_cast<long long>(text.size()), "number of characters");
    call.set_string(0, text.substr(0, static_cast<std::size_t>(n)));
    return 1.0;
}

Result right(Call& call) {
    const std::string text = call.string(0);
    const auto n = whole_argument(call, 1, 0, static_cast<long long>(text.size()), "number of characters");
    call.set_string(0, text.substr(static_cast<std::size_t>(n)));
    return 1.0;
}

Result ltrim(Call& call) {
    const std::string text = call.string(0);
    const auto begin = text.find_first_not_of(call.string_or(2, white_space));
    call.set_string(1, begin == std::string::npos ? std::string{} : text.substr(begin));
    return 0.0;
}

Result rtrim(Call& call) {
    const std::string text = call.string(0);
    call.set_string(1, text.substr(0, text.find_last_not_of(call.string_or(2, white_space)) + 1));
    return 0.0;
}

Result is_name(Call& call) {
    Interpreter& interpreter = call.interpreter();
    const std::string name = call.string(0);
    return interpreter.name_declared(name) != 0 || interpreter.registry().has(name) ? 1.0 : 0.0;
}

// alias(object), alias(object, "name"), alias(object, "name", &number), alias(object, "name", object)
Result alias(Call& call) {
    const ObjectPtr object = call.object(0);
    if (!object) fail(call, "the object is NULLobject");
    Interpreter& interpreter = call.interpreter();
    if (call.size() == 1) {
        interpreter.clear_aliases(object);
    } else if (call.size() == 2) {
        interpreter.set_alias(object, call.string(1), nullptr, {});
    } else if (call.is_object(2)) {
        interpreter.set_alias(object, call.string(1), nullptr, call.object(2));
    } else {
        interpreter.set_alias(object, call.string(1), call.reference(2), {});
    }
    return 0.0;
}

Result alias_list(Call& call) {
    const ObjectPtr object = call.object(0);
    if (!object) fail(call, "the object is NULLobject");
    Interpreter& interpreter = call.interpreter();
    if (!interpreter.is_class("String"))
        fail(call, "needs the class String; declare it with load_file(\"stdlib.hoc\")");
    std::vector<ObjectPtr> strings;
    for (const std::string& name : interpreter.aliases(object)) {
        const Argument argument = name;
        strings.push_back(interpreter.create("String", {&argument, 1}));
    }
    return make_list(interpreter, std::move(strings));
}

Result references(Call& call) {
    const ObjectPtr object = call.object(0);
    Interpreter& interpreter = call.interpreter();
    interpreter.print((object ? object->name() : std::string{"NULLobject"}) + " is " +
                      (object ? "referred to\n" : "not referred to\n"));
    return object ? 1.0 : 0.0;
}

}  // namespace

ClassDefinition string_functions_class() {
    ClassDefinition definition;
    definition.name = "StringFunctions";
    definition.signature = "new StringFunctions()";
    definition.doc = "Functions for strings.";
    definition.construct = [](Call&) { return std::make_unique<StringFunctionsObject>(); };
    definition.methods = {
        {"len", "sf.len(string)", "Number of characters.", length},
        {"substr", "sf.substr(string, part)", "Index of part in string, or -1 if part does not occur.", substring_at},
        {"head", "sf.head(string, pattern, strdef)",
         "Assigns the text before the match of a regular expression to strdef; returns its length, or -1.", head},
        {"tail", "sf.tail(string, pattern, strdef)",
         "Assigns the text after the match of a regular expression to strdef; returns its index, or -1.", tail},
        {"left", "sf.left(strdef, n)", "Keeps only the first n characters.", left},
        {"right", "sf.right(strdef, n)", "Removes the first n characters.", right},
        {"ltrim", "sf.ltrim(string, strdef, characters)",
         "Assigns string without leading blanks (or leading `characters`) to strdef.", ltrim},
        {"rtrim", "sf.rtrim(string, strdef, characters)",
         "Assigns string without trailing blanks (or trailing `characters`) to strdef.", rtrim},
        {"is_name", "sf.is_name(string)", "1 if string is a name that the language or the script defines.", is_name},
        {"alias", "sf.alias(object, [\"name\", [&x or other]])",
         "Makes object.name refer to x or to the other object; without a target, removes the alias; without a name, "
         "removes all aliases.",
         alias},
        {"alias_list", "sf.alias_list(object)", "A List of Strings: the aliases of an object.", alias_list},
        {"references", "sf.references(object)", "Prints whether anything refers to the object.", references},
    };
    return definition;
}

}  // namespace ranvier::hoc
