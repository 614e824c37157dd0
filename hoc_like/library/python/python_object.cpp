#include "hoc_like/library/python/python_object.hpp"

#include <stdexcept>
#include <vector>

#include "hoc_like/language/interface/dynamic_native.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/python/python_runtime.hpp"

namespace ranvier::hoc {

namespace {

PythonView& python_view() {
    static PythonView view;
    return view;
}

/// A Python object held by a script, with `po.name`, `po.name[i]`, `po._[i]`, `po.name(arguments)`, and assignments.
class PythonObject final : public DynamicNative {
  public:
    static constexpr std::string_view class_name = "PythonObject";
    explicit PythonObject(python::Handle handle) : handle_{std::move(handle)} {}
    const python::Handle& handle() const { return handle_; }

    Result load(Interpreter& interpreter, const std::string& name, std::span<const double> indices) override {
        return to_hoc(interpreter, element(member(name), indices));
    }
    void store(const std::string& name, std::span<const double> indices, const Result& value) override {
        if (indices.empty() && name != itself) {
            if (python::is_off()) member(name);  // throws
            python::set_attribute(handle_, name, python_from(value));
        } else if (indices.size() == 1) {
            python::set_item(member(name), python::from_index(indices[0]), python_from(value));
        } else {
            throw std::runtime_error("a Python object takes one index: po.list[i], po._[i]");
        }
    }
    Result call(Call& call, const std::string& name) override {
        std::vector<python::Handle> arguments;
        for (int i = 0; i < call.size(); ++i) {
            if (call.is_number(i)) {
                arguments.push_back(python_from(call.number(i)));
            } else if (call.is_string(i)) {
                arguments.push_back(python_from(call.string(i)));
            } else if (call.is_reference(i)) {  // as in NEURON
                arguments.push_back(python_from(call.reference(i)->load()));
            } else {
                arguments.push_back(python_from(call.object(i)));
            }
        }
        return to_hoc(call.interpreter(), python::call(member(name), arguments));
    }

    static Result to_hoc(Interpreter& interpreter, python::Handle value) {
        if (auto text = python::to_text(value)) return std::move(*text);
        if (auto object = hoc_object_in(value)) return std::move(*object);
        if (python::is_none(value)) return ObjectPtr{};
        if (const auto number = python::to_number(value)) return *number;
        return interpreter.make(class_name, std::make_unique<PythonObject>(std::move(value)));
    }

  private:
    static constexpr std::string_view itself = "_";

    /// Of the module __main__, also Python's built-in functions.
    python::Handle member(const std::string& name) const {
        if (python::is_off()) {
            throw std::runtime_error("PythonObject has no member " + name +
                                     ": Python is not available, because of -nopython");
        }
        if (name == itself) return handle_;
        const bool is_main = handle_.get() == python::main_module().get();
        const bool is_built_in = is_main && !python::has_attribute(handle_, name);
        return python::attribute(is_built_in ? python::module_named("builtins") : handle_, name);
    }
    static python::Handle element(python::Handle of, std::span<const double> indices) {
        if (indices.size() > 1) throw std::runtime_error("write po.list[i]._[j] instead of po.list[i][j]");
        return indices.empty() ? of : python::item(of, python::from_index(indices[0]));
    }
    python::Handle handle_;
};

void refuse_in_sandbox(const Call& call) {
    if (sandbox::is_on()) fail(call, "Python is refused by --sandbox");
}

}  // namespace

python::Handle python_from(const Result& value) {
    if (const auto* number = std::get_if<double>(&value)) return python::from_number(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return python::from_text(*text);
    const ObjectPtr& object = std::get<ObjectPtr>(value);
    if (const auto* state = object.as<PythonObject>()) return state->handle();
    if (!object) return python::none();
    if (python_view().to_python) return python_view().to_python(object);
    throw std::runtime_error(
        "Python accepts numbers, strings and PythonObjects; for other hoc objects import neuron first");
}

ObjectPtr make_python_object(Interpreter& interpreter, python::Handle handle) {
    return interpreter.make(PythonObject::class_name, std::make_unique<PythonObject>(std::move(handle)));
}

ObjectPtr object_from_python(Interpreter& interpreter, python::Handle handle) {
    if (const auto& to_hoc = python_view().to_hoc) {
        if (auto object = to_hoc(handle)) return std::move(*object);
    }
    return make_python_object(interpreter, std::move(handle));
}

const python::Handle* python_object_in(const ObjectPtr& object) {
    const auto* state = object.as<PythonObject>();
    return state ? &state->handle() : nullptr;
}

std::optional<ObjectPtr> hoc_object_in(const python::Handle& object) {
    return python_view().to_hoc ? python_view().to_hoc(object) : std::nullopt;
}

void call_back(const python::Handle& function) {
    if (python_view().call_back) return python_view().call_back(function);
    python::call(function, {});
}

bool are_same(const ObjectPtr& a, const ObjectPtr& b) {
    if (!a || !b || a == b) return a == b;
    const python::Handle *of_a = python_object_in(a), *of_b = python_object_in(b);
    return of_a && of_b && of_a->get() == of_b->get();
}

void set_python_view(PythonView view) {
    python_view() = std::move(view);
}

void register_python_object(Registry& registry) {
    registry.add(FunctionDefinition{"nrnpython", "nrnpython(\"statements\")",
                                    "Runs Python statements in the module __main__; returns 0 if they raise an "
                                    "exception.",
                                    [](Call& call) -> Result {
                                        refuse_in_sandbox(call);
                                        if (python::is_off()) return 0.;
                                        return python::run(call.string(0)) ? 1. : 0.;
                                    }});
    ClassDefinition object;
    object.name = PythonObject::class_name;
    object.signature = "PythonObject()";
    object.doc =
        "Python's module __main__. `po.name` is a variable of the module, or a built-in function; its value is a "
        "number, a string or another PythonObject. `po.name[i]` and `po._[i]` are elements, and `po.name(...)` is a "
        "call. Variables and elements can be assigned.";
    object.construct = [](Call& call) {
        refuse_in_sandbox(call);
        return std::make_unique<PythonObject>(python::is_off() ? python::Handle{} : python::main_module());
    };
    object.is_dynamic = true;
    registry.add(std::move(object));
}

}  // namespace ranvier::hoc
