#include <utility>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

namespace {

void add(Registry& registry, const char* name, const char* signature, const char* doc, double result) {
    registry.add(FunctionDefinition{name, signature, doc, [result](Call&) -> Result { return result; }});
}

/// Remembers the text of a button and the statement it stands for.
void add_button(Registry& registry, const std::shared_ptr<HeadlessContext>& context, const char* name,
                const char* signature, const char* doc, int statement) {
    registry.add(FunctionDefinition{name, signature, doc, [context, statement](Call& call) -> Result {
                                        if (call.is_string(0) && call.is_string(statement)) {
                                            context->buttons.push_back({call.string(0), call.string(statement)});
                                        }
                                        return 0.0;
                                    }});
}

}  // namespace

void register_panels(Registry& registry, const std::shared_ptr<HeadlessContext>& context) {
    add(registry, "xpanel", "xpanel(\"title\", horizontal)", "Begins a panel; without a title ends it.", 0);
    add_button(registry, context, "xbutton", "xbutton(\"label\", \"statement\")", "A button.", 1);
    add_button(registry, context, "xcheckbox", "xcheckbox(\"label\", &x, \"statement\")", "A switch.", 2);
    add_button(registry, context, "xstatebutton", "xstatebutton(\"label\", &x, \"statement\")", "A switch.", 2);
    add_button(registry, context, "xradiobutton", "xradiobutton(\"label\", \"statement\", on)", "One of several.", 1);
    add(registry, "xvalue", "xvalue(\"label\", \"variable\", button, \"statement\")", "A field for a number.", 0);
    add(registry, "xpvalue", "xpvalue(\"label\", &x, button, \"statement\")", "A field for a number.", 0);
    add(registry, "xfixedvalue", "xfixedvalue(\"label\", \"variable\")", "A number that can't be edited.", 0);
    add(registry, "xlabel", "xlabel(\"text\")", "A text in a panel.", 0);
    add(registry, "xvarlabel", "xvarlabel(strdef)", "A text in a panel that follows a variable.", 0);
    add(registry, "xmenu", "xmenu(\"title\")", "Begins a menu; without a title ends it.", 0);
    add(registry, "xslider", "xslider(&x, low, high, \"statement\")", "A slider.", 0);
    add(registry, "doEvents", "doEvents()", "Handles what waits from mouse and keyboard; nothing without a screen.", 1);
    add(registry, "doNotify", "doNotify()", "Redraws what has changed; nothing without a screen.", 1);
    add(registry, "boolean_dialog", "boolean_dialog(\"question\", \"yes\", \"no\")", "Asks; without a screen 0.", 0);
    add(registry, "string_dialog", "string_dialog(\"question\", strdef)", "Asks for a text; without a screen 0.", 0);
    add(registry, "continue_dialog", "continue_dialog(\"message\")", "Shows a message; without a screen nothing.", 1);
    add(registry, "pwman_place", "pwman_place(left, top, shown)", "Place of the next window; nothing.", 0);
    add(registry, "print_session", "print_session(...)", "Prints the windows; nothing without a screen.", 0);
    registry.add(
        FunctionDefinition{"save_session", "save_session(\"file\")", "Saves the windows; refused.",
                           [](Call& call) -> Result { fail(call, "there are no windows to save without a screen"); }});
    for (const char* name :
         {"nrnallsectionmenu", "nrnallpointmenu", "nrnsecmenu", "nrnglobalmechmenu", "nrnmechmenu", "nrnpointmenu"}) {
        add(registry, name, "nrnsecmenu(...)", "Panels of sections and mechanisms; nothing without a screen.", 0);
    }
}

}  // namespace ranvier::hoc
