#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "hoc_like/language/interface/bridge.hpp"
#include "python/bindings/names.hpp"

// The members of hoc objects, and the names of the top level, by Python's attribute names: each is looked up once.

namespace ranvier::bindings {

/// The type of a method's or function's number in Python.
enum class Answer { real, integer, boolean };

/// A method of a class or template of hoc.
struct Method {
    Method(hoc::MemberName member, Answer returns) : name{std::move(member)}, answer{returns} {}
    hoc::MemberName name;
    Answer answer;
};

/// A number, string or object of hoc objects, or a method.
struct MemberMeaning {
    hoc::Bridge::Kind kind;
    std::shared_ptr<hoc::MemberName> variable;  ///< null for a method
    std::shared_ptr<Method> method;
};

/// What is known of a Python type of hoc objects.
struct ObjectType {
    Held type;
    std::string class_name;     ///< in hoc; empty: of HocObject itself
    bool is_derived;            ///< a class of Python, whose objects may have further attributes
    NameTable<bool> own_names;  ///< attributes that the type and its bases define
    NameTable<MemberMeaning> members;
};

/// The types of hoc objects that Python has used.
class ObjectTypes {
  public:
    ObjectType& of(PyTypeObject* type) {
        if (type != last_type_) {
            last_ = &add(type);
            last_type_ = type;
        }
        return *last_;
    }
    /// After the type has been given an attribute.
    void forget(PyTypeObject* type) {
        types_.erase(type);
        last_type_ = nullptr;
    }
    struct OfClass {
        Held type;
        bool wraps_python = false;  ///< the class is PythonObject, whose objects are those of Python that they wrap
    };
    /// The type of the objects of the class of `object`.
    const OfClass& of_class(const hoc::ObjectPtr& object) {
        const hoc::ClassInfo* const info = &object->class_info();
        if (info != last_class_) {
            of_last_class_ = &add(object);
            last_class_ = info;
        }
        return *of_last_class_;
    }

  private:
    ObjectType& add(PyTypeObject* type);
    std::unordered_map<PyTypeObject*, std::unique_ptr<ObjectType>> types_;
    PyTypeObject* last_type_ = nullptr;
    ObjectType* last_ = nullptr;  // the one of last_type_
    const OfClass& add(const hoc::ObjectPtr& object);
    std::unordered_map<const hoc::ClassInfo*, OfClass> of_classes_;
    const hoc::ClassInfo* last_class_ = nullptr;
    const OfClass* of_last_class_ = nullptr;
};

/// A name of the top level: a number, string, object or section, or a function or class, which always has the same Python object.
struct TopMeaning {
    hoc::Bridge::Kind kind;
    std::shared_ptr<hoc::TopName> variable;  ///< null for other names
    Held object;
    bool is_integer = false;  ///< a number that is an int in Python, as in NEURON
};

Answer answer_of(const std::string& class_name, const std::string& method);

/// Adds the names that a type and its bases define.
void collect_names(PyTypeObject* type, NameTable<bool>& names);

/// A function of hoc (`object` and `method` are null), or a method of an object.
Held callable(PyObject* object, PyObject* name, std::shared_ptr<Method> method);
/// A method of an object, which may be of a class of Python.
Held method_of(PyObject* object, PyObject* name, std::shared_ptr<Method> method);

}  // namespace ranvier::bindings
