#include <initializer_list>
#include <utility>

#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

namespace {

/// A window that is never shown.
class WindowObject final : public Native {
  public:
    std::string text;  ///< content of a TextEditor
    ObjectPtr kept;    ///< object kept alive by box.ref
};

using Answers = std::initializer_list<std::pair<const char*, double>>;

ClassDefinition window_class(std::string name, std::string doc, Answers answers) {
    ClassDefinition definition;
    definition.signature = "new " + name + "(...)";
    definition.name = std::move(name);
    definition.doc = std::move(doc);
    definition.construct = [](Call&) { return std::make_unique<WindowObject>(); };
    for (const auto& [method, result] : answers) definition.methods.push_back(accepted_method(method, result));
    return definition;
}

/// box.intercept(on) returns `on` as 0 or 1.
MethodDefinition intercept_method() {
    return {"intercept", "box.intercept(on)", "1: windows created from now on go into the box.",
            [](Call& call) -> Result { return call.number(0) != 0 ? 1.0 : 0.0; }};
}

void register_boxes(Registry& registry) {
    for (const char* name : {"VBox", "HBox"}) {
        ClassDefinition box = window_class(name, "A box of windows.",
                                           {{"adjuster", 0},
                                            {"adjust", 0},
                                            {"full_request", 0},
                                            {"save", 1},
                                            {"map", 1},
                                            {"unmap", 0},
                                            {"ismapped", 0},
                                            {"dismiss_action", 0},
                                            {"dialog", 0},
                                            {"priority", 1},
                                            {"size", 0}});
        box.methods.push_back(intercept_method());
        box.methods.push_back({"ref", "box.ref(object)",
                               "Keeps the object alive as long as the box exists; a window that is never shown cannot "
                               "be closed.",
                               [](Call& call) -> Result {
                                   call.self_as<WindowObject>().kept = call.object(0);
                                   return 0.0;
                               }});
        registry.add(std::move(box));
    }
    ClassDefinition deck = window_class(
        "Deck", "A stack of windows.",
        {{"flip_to", -1}, {"save", 1}, {"map", 1}, {"unmap", 0}, {"remove_last", 0}, {"remove", 0}, {"move_last", 0}});
    deck.methods.push_back(intercept_method());
    registry.add(std::move(deck));
}

void register_lists(Registry& registry) {
    registry.add(window_class("PPShape", "A picture of point processes.", {{"append", 1}, {"view", 1}}));
    registry.add(window_class("SectionBrowser", "A list of the sections.",
                              {{"select", 1}, {"select_action", 1}, {"accept_action", 1}}));
}

void register_fields(Registry& registry) {
    registry.add(window_class("ValueFieldEditor", "A field for a number.", {{"default", 0}}));
    registry.add(window_class("SymChooser", "A dialog for choosing a name.", {{"run", 0}, {"text", 0}}));
    ClassDefinition editor = window_class("TextEditor", "A text editor.", {{"readonly", 0}, {"map", 0}});
    editor.construct = [](Call& call) {
        auto window = std::make_unique<WindowObject>();
        window->text = call.string_or(0, "");
        return window;
    };
    editor.methods.push_back(
        {"text", "editor.text(\"string\")", "The text; with an argument, sets it.", [](Call& call) -> Result {
             auto& window = call.self_as<WindowObject>();
             if (call.size() > 0) window.text = call.string(0);
             return window.text;
         }});
    registry.add(std::move(editor));
}

/// Registers Glyph, whose methods all return the object.
void register_glyph(Registry& registry) {
    ClassDefinition glyph = window_class("Glyph", "A drawing for Graph.glyph.", {});
    for (const char* name : {"path", "m", "l", "s", "close", "fill", "curve", "cpt", "erase", "gif", "circle"}) {
        glyph.methods.push_back({name, std::string{name} + "(...)", "Accepted; no effect without a screen.",
                                 [](Call& call) -> Result { return ObjectPtr{call.self()}; }});
    }
    registry.add(std::move(glyph));
}

}  // namespace

void register_windows(Registry& registry) {
    register_boxes(registry);
    register_lists(registry);
    register_fields(registry);
    register_glyph(registry);
    ClassDefinition manager = window_class("PWManager", "The arrangement of windows on screen and paper.",
                                           {{"count", 0},
                                            {"is_mapped", 0},
                                            {"map", 0},
                                            {"hide", 0},
                                            {"close", 0},
                                            {"iconify", 0},
                                            {"deiconify", 0},
                                            {"leader", -1},
                                            {"manager", -1},
                                            {"save", 0},
                                            {"snap", 0},
                                            {"window_place", 1},
                                            {"paper_place", 1},
                                            {"printfile", 1},
                                            {"landscape", 1},
                                            {"deco", 0}});
    manager.methods.push_back({"scale", "pwm.scale(factor)", "Accepted; returns the factor.",
                               [](Call& call) -> Result { return call.number(0); }});
    manager.methods.push_back({"name", "pwm.name(i)", "Name of window i; empty without a screen.",
                               [](Call&) -> Result { return std::string{}; }});
    manager.methods.push_back({"group", "pwm.group(i, object)", "Group of window i; none without a screen.",
                               [](Call&) -> Result { return ObjectPtr{}; }});
    registry.add(std::move(manager));
    registry.add(window_class("Timer", "Runs a statement periodically; without a screen, never runs it.",
                              {{"seconds", 0.5}, {"start", 0}, {"end", 0}}));
}

}  // namespace ranvier::hoc
