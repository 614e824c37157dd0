#pragma once

#include <memory>
#include <string>

#include "engine/network/network_ids.hpp"
#include "engine/rule/point.hpp"
#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

struct Context;

/// What pc.cells makes cells from: a template of hoc, or a class of Python.
///
/// The functions that take a cell throw std::runtime_error, or ScriptError where hoc code has failed.
class CellTemplate {
  public:
    virtual ~CellTemplate() = default;
    virtual std::string name() const = 0;
    /// Fails if it is known, before there is a cell, that cells have no such public variable or section.
    virtual void check_variable(const Call& call, const std::string& name) const = 0;
    virtual void check_section(const Call& call, const std::string& name) const = 0;

    /// Whether the code of the constructor shows that all cells are equal, except for numbers that are the gid.
    virtual bool makes_equal_cells() const = 0;
    /// A new cell, whose constructor gets the gid if it takes an argument.
    virtual ObjectPtr make(engine::Gid gid) = 0;
    virtual void set(const ObjectPtr& cell, const std::string& variable, double value) = 0;
    /// A NetCon from the voltage at x of a section ("soma", "dend[3]"), without a target.
    virtual ObjectPtr source(const ObjectPtr& cell, const std::string& section, double x) = 0;
    /// The NetCon of the cell's connect2target; null: it has no such method.
    virtual ObjectPtr own_source(const ObjectPtr& cell) = 0;
    /// Calls the cell's method position(x, y, z), which moves it; false: it has none.
    virtual bool move(const ObjectPtr& cell, const engine::Point& to) = 0;
};

/// The template of hoc with this name; null: there is none.
std::unique_ptr<CellTemplate> hoc_template(const Context& context, const std::string& name);
/// A class or another callable of Python, in a PythonObject; null if the object is none.
std::unique_ptr<CellTemplate> python_template(const Context& context, const ObjectPtr& object);

}  // namespace ranvier::hoc
