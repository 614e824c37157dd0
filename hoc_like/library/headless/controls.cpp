#include <charconv>
#include <stdexcept>

#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

namespace {

const char* name_of(Control::Kind kind) {
    switch (kind) {
        case Control::Kind::button:
            return "button";
        case Control::Kind::checkbox:
            return "switch";
        case Control::Kind::radio:
            return "choice";
        case Control::Kind::value:
            return "value";
        case Control::Kind::menu:
            break;
    }
    return "menu";
}

std::string whole_name(const Control& control) {
    return control.panel.empty() ? control.label : control.panel + " / " + control.label;
}

/// The newest control with that name, because a script may build the same panel several times.
const Control* find(const HeadlessContext& context, std::string_view name) {
    for (auto each = context.controls.rbegin(); each != context.controls.rend(); ++each) {
        if (each->label == name || whole_name(*each) == name) return &*each;
    }
    return nullptr;
}

/// The object "Name[3]"; throws if it no longer exists.
ObjectPtr scope_of(Interpreter& interpreter, const Control& control) {
    if (control.scope.empty()) return {};
    for (const ObjectPtr& each : interpreter.instances(control.scope.substr(0, control.scope.find('[')))) {
        if (each->name() == control.scope) return each;
    }
    throw std::runtime_error("the panel of \"" + control.label + "\" belonged to " + control.scope +
                             ", which no longer exists");
}

void type_into(Interpreter& interpreter, const Control& control, const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        throw std::runtime_error("\"" + control.label + "\" takes a number, not \"" + text + "\"");
    }
    if (control.place) {
        control.place->store(number);
    } else {
        interpreter.execute(control.variable + " = " + text, scope_of(interpreter, control));
    }
}

}  // namespace

std::string list_controls(const HeadlessContext& context) {
    std::string list;
    for (const Control& each : context.controls) {
        list += name_of(each.kind);
        list += '\t' + whole_name(each) + '\t' + each.statement + '\n';
    }
    return list;
}

void press_control(Interpreter& interpreter, HeadlessContext& context, const std::string& what) {
    const Control* found = find(context, what);
    std::string typed;
    // A label may contain "=", so the whole text is tried first.
    const std::size_t equals = what.rfind('=');
    if (!found && equals != std::string::npos) {
        found = find(context, what.substr(0, equals));
        typed = what.substr(equals + 1);
    }
    if (!found) {
        std::vector<std::string> labels;
        for (const Control& each : context.controls) labels.push_back(each.label);
        throw std::runtime_error("there is no button, menu item or field \"" + what + "\"" +
                                 nearest_suggestion(what, labels) + "; --buttons lists them");
    }
    const Control control = *found;  // a copy: the statement may add controls
    if (!typed.empty()) type_into(interpreter, control, typed);
    if (typed.empty() && control.kind == Control::Kind::checkbox && control.place) {
        control.place->store(control.place->load() == 0 ? 1 : 0);
    }
    if (!control.statement.empty()) interpreter.execute(control.statement, scope_of(interpreter, control));
}

}  // namespace ranvier::hoc
