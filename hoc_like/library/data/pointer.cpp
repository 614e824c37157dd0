#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

class PointerObject final : public Native {
  public:
    NumberRefPtr place;
    std::string name;       ///< as given by the script, or the name of the reference
    std::string statement;  ///< runs at assign, with $1 for the number; may be empty
    ObjectPtr scope;
};

std::unique_ptr<Native> construct_pointer(Call& call) {
    auto made = std::make_unique<PointerObject>();
    made->scope = call.interpreter().current_object();
    if (call.is_string(0)) {
        made->name = call.string(0);
        made->place = call.interpreter().reference(made->name);
    } else {
        made->place = call.reference(0);
        made->name = made->place->describe();
    }
    if (call.size() > 1) made->statement = call.string(1);
    return made;
}

Result assign(Call& call) {
    PointerObject& pointer = call.self_as<PointerObject>();
    const double value = call.number(0);
    if (pointer.statement.empty()) {
        pointer.place->store(value);
        return value;
    }
    std::string statement = pointer.statement;
    for (std::size_t at; (at = statement.find("$1")) != std::string::npos;) statement.replace(at, 2, "hoc_ac_");
    call.interpreter().set_number("hoc_ac_", value);
    call.interpreter().execute(statement);
    return value;
}

}  // namespace

/// hoc's Pointer: a variable that is passed around as an object.
void register_pointer(Registry& registry) {
    ClassDefinition definition;
    definition.name = "Pointer";
    definition.signature = "new Pointer(\"variable\" or &variable, [\"statement\"])";
    definition.doc = "A reference to a variable; assign(x) runs the statement, if given, with $1 replaced by x.";
    definition.construct = construct_pointer;
    definition.methods = {
        {"assign", "p.assign(x)", "Sets the variable, or runs the statement.", assign},
        {"s", "p.s()", "The variable's name.", [](Call& call) -> Result { return call.self_as<PointerObject>().name; }},
    };
    definition.properties = {
        {"val", "", "The variable's value.", 0,
         [](Native& native, auto) { return static_cast<PointerObject&>(native).place->load(); },
         [](Native& native, auto, double value) { static_cast<PointerObject&>(native).place->store(value); },
         [](const ObjectPtr& object, auto) { return object.as<PointerObject>()->place; }}};
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
