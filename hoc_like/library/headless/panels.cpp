#include <cstdio>
#include <utility>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

namespace {

using ContextPtr = std::shared_ptr<HeadlessContext>;

void add(Registry& registry, const char* name, std::string signature, const char* doc, double result) {
    registry.add(FunctionDefinition{name, std::move(signature), doc, [result](Call&) -> Result { return result; }});
}

std::string text_or(const Call& call, int i, std::string otherwise) {
    return call.is_string(i) ? call.string(i) : otherwise;
}

std::string titles(const HeadlessContext& context) {
    std::string all;
    for (const std::string& each : context.open_panels) {
        if (!each.empty()) all += (all.empty() ? "" : " / ") + each;
    }
    return all;
}

void remember(const ContextPtr& context, Call& call, Control control) {
    control.panel = titles(*context);
    if (const ObjectPtr scope = call.interpreter().current_object()) control.scope = scope->name();
    context->controls.push_back(std::move(control));
}

/// xpanel("title") and xmenu("title") begin a panel or menu; xpanel() and xmenu() end it. The call that ends a panel
/// may give its position on the screen.
std::function<Result(Call&)> begin_or_end(const ContextPtr& context, Control::Kind) {
    return [context](Call& call) -> Result {
        if (call.is_string(0)) {
            context->open_panels.push_back(call.string(0));
            // The statement fills the menu when the menu is opened.
            if (call.is_string(1)) {
                const std::string title = context->open_panels.back();
                context->open_panels.pop_back();
                remember(context, call, {Control::Kind::menu, "", title, call.string(1), "", "", nullptr});
            }
        } else if (!context->open_panels.empty()) {
            context->open_panels.pop_back();
        }
        return 0.;
    };
}

/// xbutton("label", "statement"), xradiobutton("label", "statement", on); one argument is both label and statement.
std::function<Result(Call&)> button(const ContextPtr& context, Control::Kind kind) {
    return [context, kind](Call& call) -> Result {
        const std::string label = text_or(call, 0, "");
        remember(context, call, {kind, "", label, text_or(call, 1, label), "", "", nullptr});
        return 0.;
    };
}

/// xcheckbox("label", &x, "statement")
std::function<Result(Call&)> checkbox(const ContextPtr& context, Control::Kind kind) {
    return [context, kind](Call& call) -> Result {
        NumberRefPtr place = call.is_reference(1) ? call.reference(1) : nullptr;
        remember(context, call, {kind, "", text_or(call, 0, ""), text_or(call, 2, ""), "", "", std::move(place)});
        return 0.;
    };
}

/// xvalue("label", "variable" or &x, button, "statement"); without a variable, the label names it.
std::function<Result(Call&)> value(const ContextPtr& context, Control::Kind kind) {
    return [context, kind](Call& call) -> Result {
        Control control{kind, "", text_or(call, 0, ""), text_or(call, 3, ""), "", "", nullptr};
        control.variable = text_or(call, 1, call.is_reference(1) ? "" : control.label);
        if (call.is_reference(1)) control.place = call.reference(1);
        remember(context, call, std::move(control));
        return 0.;
    };
}

/// xslider(&x, low, high, "statement")
std::function<Result(Call&)> slider(const ContextPtr& context, Control::Kind kind) {
    return [context, kind](Call& call) -> Result {
        NumberRefPtr place = call.is_reference(0) ? call.reference(0) : nullptr;
        const std::string name = place ? place->describe() : text_or(call, 0, "");
        remember(context, call, {kind, "", name, text_or(call, 3, ""), "", place ? "" : name, std::move(place)});
        return 0.;
    };
}

}  // namespace

void register_panels(Registry& registry, const ContextPtr& context) {
    using Kind = Control::Kind;
    registry.add(FunctionDefinition{"xpanel", "xpanel(\"title\", horizontal)",
                                    "Begins a panel; without a title, ends it.", begin_or_end(context, Kind::menu)});
    registry.add(FunctionDefinition{"xmenu", "xmenu(\"title\")", "Begins a menu; without a title, ends it.",
                                    begin_or_end(context, Kind::menu)});
    registry.add(FunctionDefinition{"xbutton", "xbutton(\"label\", \"statement\")", "Adds a button.",
                                    button(context, Kind::button)});
    registry.add(FunctionDefinition{"xradiobutton", "xradiobutton(\"label\", \"statement\", on)",
                                    "Adds a radio button.", button(context, Kind::radio)});
    registry.add(FunctionDefinition{"xcheckbox", "xcheckbox(\"label\", &x, \"statement\")", "Adds a checkbox.",
                                    checkbox(context, Kind::checkbox)});
    registry.add(FunctionDefinition{"xstatebutton", "xstatebutton(\"label\", &x, \"statement\")", "Adds a checkbox.",
                                    checkbox(context, Kind::checkbox)});
    registry.add(FunctionDefinition{"xvalue", "xvalue(\"label\", \"variable\", button, \"statement\")",
                                    "Adds a field for a number.", value(context, Kind::value)});
    registry.add(FunctionDefinition{"xpvalue", "xpvalue(\"label\", &x, button, \"statement\")",
                                    "Adds a field for a number.", value(context, Kind::value)});
    registry.add(FunctionDefinition{"xslider", "xslider(&x, low, high, \"statement\")", "Adds a slider.",
                                    slider(context, Kind::value)});
    add(registry, "xfixedvalue", "xfixedvalue(\"label\", \"variable\")", "Adds a number that cannot be edited.", 0);
    add(registry, "xlabel", "xlabel(\"text\")", "Adds text to a panel.", 0);
    add(registry, "xvarlabel", "xvarlabel(strdef)", "Adds a label that shows the current value of a string variable.",
        0);
    add(registry, "doEvents", "doEvents()", "Handles pending mouse and keyboard events; no effect without a screen.",
        1);
    add(registry, "doNotify", "doNotify()", "Redraws what has changed; no effect without a screen.", 1);
    add(registry, "boolean_dialog", "boolean_dialog(\"question\", \"yes\", \"no\")",
        "Asks a question; returns 0 without a screen.", 0);
    add(registry, "string_dialog", "string_dialog(\"question\", strdef)",
        "Asks for a string; returns 0 without a screen.", 0);
    add(registry, "continue_dialog", "continue_dialog(\"message\")", "Shows a message; no effect without a screen.", 1);
    add(registry, "pwman_place", "pwman_place(left, top, shown)", "Sets the position of the next window; no effect.",
        0);
    add(registry, "print_session", "print_session(...)", "Prints the windows; no effect without a screen.", 0);
    registry.add(FunctionDefinition{
        "save_session", "save_session(\"file\")",
        "Writes no file; prints that, without a screen, there are no windows to save.", [](Call& call) -> Result {
            std::fprintf(stderr, "save_session: there are no windows without a screen; %s is not written\n",
                         call.string(0).c_str());
            return 0.;
        }});
    for (const char* name :
         {"nrnallsectionmenu", "nrnallpointmenu", "nrnsecmenu", "nrnglobalmechmenu", "nrnmechmenu", "nrnpointmenu"}) {
        add(registry, name, std::string{name} + "(...)",
            "Panels of sections and mechanisms; no effect without a screen.", 0);
    }
}

}  // namespace ranvier::hoc
