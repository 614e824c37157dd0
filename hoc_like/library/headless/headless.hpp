#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

class GraphObject;

/// What windows, graphs and panels leave behind in one interpreter when there is no screen.
struct HeadlessContext {
    /// Graphs evaluate and keep their lines; otherwise they only accept calls, as NEURON does without a screen, and
    /// view_count() is 0, so that stdrun.hoc doesn't plot them.
    bool record_graphs = false;
    /// A button or menu item: its text and the statement it stands for.
    struct Button {
        std::string label;
        std::string statement;
    };
    std::vector<Button> buttons;
};

/// GUI classes and functions, accepted without a screen with all their methods.
void register_headless(Registry& registry,
                       std::shared_ptr<HeadlessContext> context = std::make_shared<HeadlessContext>());

// By subject.
void register_graph(Registry& registry, const std::shared_ptr<HeadlessContext>& context);
void register_windows(Registry& registry);
void register_panels(Registry& registry, const std::shared_ptr<HeadlessContext>& context);

/// Vector's plot, line, mark and ploterr.
std::vector<MethodDefinition> vector_plot_methods();

/// A method that does nothing without a screen and returns a number.
MethodDefinition accepted_method(std::string name, double result);

}  // namespace ranvier::hoc
