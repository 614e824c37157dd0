#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::engine {
class Model;
}

namespace ranvier::hoc {

class Session;

/// A button, menu item or field of a panel.
struct Control {
    enum class Kind { button, checkbox, radio, value, menu };
    Kind kind;
    std::string panel;  ///< titles of its panel and menus: "RunControl", "Main / File"
    std::string label;
    std::string statement;  ///< what it runs; may be empty
    std::string scope;      ///< name of the object whose names the statement uses; empty: the top level
    std::string variable;   ///< of a value given by name
    NumberRefPtr place;     ///< of a value or switch given by reference
};

/// State of windows, graphs and panels of one interpreter without a screen.
struct HeadlessContext {
    /// Graphs evaluate and keep their lines; otherwise they only accept calls, as NEURON does without a screen, and
    /// view_count() is 0, so that stdrun.hoc doesn't plot them.
    bool record_graphs = false;
    std::vector<Control> controls;
    std::vector<std::string> open_panels;  ///< the panel and menus that are being filled
};

/// One line for each control: kind, panel, label and statement.
std::string list_controls(const HeadlessContext& context);
/// Presses the control with that label ("Init & Run", or "RunControl / Init & Run"); "Tstop=100" sets a field. Throws
/// std::runtime_error that suggests the nearest label if there is none.
void press_control(Interpreter& interpreter, HeadlessContext& context, const std::string& what);

/// Writes each open graph, and each picture of a cell, that is not empty: DIR/Graph-0.svg, ... Returns the paths.
/// Throws std::runtime_error if a file cannot be written.
std::vector<std::string> write_figures(Interpreter& interpreter, engine::Model& model, const std::string& folder);

/// GUI classes and functions, accepted without a screen with all their methods.
void register_headless(Registry& registry, std::shared_ptr<HeadlessContext> context);

// By subject.
void register_graph(Registry& registry, const std::shared_ptr<HeadlessContext>& context);
void register_windows(Registry& registry);
void register_shapes(Registry& registry);
void register_panels(Registry& registry, const std::shared_ptr<HeadlessContext>& context);

/// Vector's plot, line, mark and ploterr.
std::vector<MethodDefinition> vector_plot_methods();

/// A method that does nothing without a screen and returns a number.
MethodDefinition accepted_method(std::string name, double result);

}  // namespace ranvier::hoc
