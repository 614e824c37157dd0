#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::engine {
class Model;
}

namespace ranvier::hoc {

struct Context;

/// A button, menu item or field of a panel.
struct Control {
    enum class Kind { button, checkbox, radio, value, menu };
    Kind kind;
    std::string panel;  ///< titles of the enclosing panel and menus: "RunControl", "Main / File"
    std::string label;
    std::string statement;  ///< hoc statement to run; may be empty
    std::string scope;      ///< name of the object in whose scope the statement runs; empty: top level
    std::string variable;   ///< name of the variable of a value field, if given by name
    NumberRefPtr place;     ///< variable of a value field or checkbox, if given by reference
};

/// Graphs and panels of one interpreter, which runs without a screen.
struct HeadlessContext {
    /// If true, graphs evaluate and keep their lines. Otherwise they accept calls without effect, like NEURON without a
    /// screen, and view_count() is 0, which keeps stdrun.hoc from plotting them.
    bool record_graphs = false;
    std::vector<Control> controls;
    std::vector<std::string> open_panels;  ///< titles of the panel and menus under construction
};

/// One line per control: kind, name (panel / label) and statement, separated by tabs.
std::string list_controls(const HeadlessContext& context);
/// Presses the control with the given label ("Init & Run", or "RunControl / Init & Run"); "Tstop=100" sets a field.
/// If there is no such control, throws std::runtime_error, which suggests the nearest label.
void press_control(Interpreter& interpreter, HeadlessContext& context, const std::string& what);

/// Writes each open, non-empty Graph, Shape and PlotShape to a file (FOLDER/Graph-0.svg, ...). Returns the paths.
/// Throws std::runtime_error if a file cannot be written.
std::vector<std::string> write_figures(Interpreter& interpreter, engine::Model& model, const std::string& folder);

/// Registers the GUI classes and functions. Without a screen, calls are accepted but show nothing.
void register_headless(Registry& registry, std::shared_ptr<HeadlessContext> context);

// The parts of register_headless.
void register_graph(Registry& registry, const std::shared_ptr<HeadlessContext>& context);
void register_windows(Registry& registry);
void register_shapes(Registry& registry);
void register_panels(Registry& registry, const std::shared_ptr<HeadlessContext>& context);

/// Vector's plot, line, mark and ploterr.
std::vector<MethodDefinition> vector_plot_methods();

/// A method that does nothing and returns `result`.
MethodDefinition accepted_method(std::string name, double result);

}  // namespace ranvier::hoc
