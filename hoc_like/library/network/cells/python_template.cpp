// Cells made from a class of Python, by way of ranvier.templates.

#include <array>
#include <optional>
#include <stdexcept>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/cells/cell_template.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using python::Handle;

class PythonTemplate final : public CellTemplate {
  public:
    /// `methods`: a ranvier.templates.CellTemplate.
    PythonTemplate(const Context& context, Handle methods) : context_(context), methods_(std::move(methods)) {}

    std::string name() const override { return python::describe(python::attribute(methods_, "name")); }

    // Only an instance knows its attributes.
    void check_variable(const Call&, const std::string&) const override {}
    void check_section(const Call&, const std::string&) const override {}

    bool makes_equal_cells() const override { return false; }
    ObjectPtr make(engine::Gid gid) override { return object(ask("make", {number(gid)})); }
    void set(const ObjectPtr& cell, const std::string& variable, double value) override {
        ask("set", {python_from(cell), python::from_text(variable), number(value)});
    }
    ObjectPtr source(const ObjectPtr& cell, const std::string& section, double x) override {
        return object(ask("source", {python_from(cell), python::from_text(section), number(x)}));
    }
    ObjectPtr own_source(const ObjectPtr& cell) override { return object(ask("own_source", {python_from(cell)})); }
    bool move(const ObjectPtr& cell, const engine::Point& to) override {
        const Handle answer = ask("move", {python_from(cell), number(to.x), number(to.y), number(to.z)});
        return python::to_number(answer).value_or(0) != 0;
    }

  private:
    static Handle number(double value) { return python::from_number(value); }
    Handle ask(const std::string& method, std::initializer_list<Handle> arguments) const {
        return python::call(python::attribute(methods_, method), {arguments.begin(), arguments.size()});
    }
    ObjectPtr object(Handle value) const {
        if (python::is_none(value)) return {};
        return object_from_python(context_.interpreter, std::move(value));
    }

    const Context& context_;
    Handle methods_;
};

}  // namespace

std::unique_ptr<CellTemplate> python_template(const Context& context, const ObjectPtr& object) {
    const Handle* given = python_object_in(object);
    if (!given) return nullptr;
    const std::array<Handle, 1> argument{*given};
    const Handle module = python::module_named("ranvier.templates");
    return std::make_unique<PythonTemplate>(context, python::call(python::attribute(module, "template_of"), argument));
}

}  // namespace ranvier::hoc
