#pragma once

#include <string>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

/// The members of objects of templates, public or not, for code that copies and compares objects.
class ObjectCopy {
  public:
    explicit ObjectCopy(Interpreter& interpreter) : interpreter_(interpreter) {}

    /// A new object of the same template, whose init does not run. It has the same numbers and strings, and as many sections,
    /// which are empty; its objrefs are NULLobject. Throws std::runtime_error if objects of the template have a state that is
    /// not in their members.
    ObjectPtr make(const ObjectPtr& of) const;

    /// The sections that the object has made and not deleted, in order of creation.
    static std::vector<SectionPtr> sections(const ObjectPtr& of);

    /// An objref among the members, or an element of an array of objrefs.
    struct Held {
        std::string name;
        Object** place;

        Object* get() const { return *place; }
        void set(const ObjectPtr& object) const;
    };
    /// All of them. Objects of one template have the same, as long as their arrays have the same sizes.
    static std::vector<Held> held(const ObjectPtr& of);

    /// Whether it is an object of a template written in hoc.
    static bool is_of_template(const ObjectPtr& of);

    /// Numbers that are members, by their places in each object of the template.
    using Numbers = std::vector<std::size_t>;
    /// Those that are `number` in an object, and `another` in another one.
    static Numbers numbers(const ObjectPtr& of, double number, const ObjectPtr& other, double another);
    static void set(const ObjectPtr& of, const Numbers& numbers, double value);

    /// The name of the first number, string, array or section array that differs; empty if there is none. Numbers in `except`
    /// may differ.
    static std::string difference(const ObjectPtr& a, const ObjectPtr& b, const Numbers& except);

  private:
    Interpreter& interpreter_;
};

}  // namespace ranvier::hoc
