#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

struct Machine;

/// Gives another language access to the names of scripts and the members of their objects.
///
/// 1. Reading, setting, calling and pointing work as in a script, by the same tables.
/// 2. Every function may throw ScriptError (a script failed) or std::runtime_error (wrong use).
/// 3. To set the section of a call, push it before and pop it after, by push_section and pop_section.
class Bridge {
  public:
    explicit Bridge(Interpreter& interpreter);

    /// What comes out of scripts.
    using Taken = std::variant<double, std::string, ObjectPtr, SectionPtr, NumberRefPtr>;
    /// What goes in; `std::string*` and `Object**` (counted) are passed by reference, as strdefs and objrefs are.
    using Given = std::variant<double, std::string, ObjectPtr, NumberRefPtr, std::string*, Object**>;

    enum class Kind {
        none,
        number,
        text,
        object,
        section,
        callable,       ///< a procedure, function or method
        object_class,   ///< a template or a built-in class
        range_name,     ///< at the top level: v, nseg, gnabar_hh
        mechanism_name  ///< at the top level: what `insert` takes
    };
    struct Meaning {
        Kind kind = Kind::none;
        /// Not empty for arrays: their sizes; -1 if unknown.
        std::vector<int> shape;
        bool needs_indices = false;      ///< all of shape must be indexed (Vector.x); otherwise the name is the first
                                         ///< element
        bool is_written_in_hoc = false;  ///< a procedure or template of a script, not a built-in one
    };

    Meaning meaning(std::string_view name) const;
    Meaning meaning(const ObjectPtr& object, std::string_view name) const;

    Taken load(std::string_view name, std::span<const double> indices = {});
    Taken load(const ObjectPtr& object, std::string_view name, std::span<const double> indices = {});
    void store(std::string_view name, std::span<const double> indices, const Given& value);
    void store(const ObjectPtr& object, std::string_view name, std::span<const double> indices, const Given& value);
    NumberRefPtr refer(std::string_view name, std::span<const double> indices = {});
    NumberRefPtr refer(const ObjectPtr& object, std::string_view name, std::span<const double> indices = {});

    /// Functions and procedures; a proc returns 0.
    Taken call(std::string_view name, std::span<const Given> arguments);
    Taken call(const ObjectPtr& object, std::string_view name, std::span<const Given> arguments);
    ObjectPtr create(std::string_view class_name, std::span<const Given> arguments);
    /// Runs statements at the top level, as if in a file.
    void run(std::string_view statements);

    /// The object of a class with this number, `Cell[3]`; null if there is none.
    ObjectPtr numbered(std::string_view class_name, std::int64_t index) const;
    std::vector<std::string> member_names(const ObjectPtr& object) const;
    /// "; do you mean 'x'?" or nothing.
    std::string suggestion(std::string_view name) const;
    /// Sections now on the stack; drop_sections leaves that many.
    std::size_t section_depth() const;
    void drop_sections(std::size_t depth);

  private:
    Machine& machine() const;
    Interpreter& interpreter_;
};

/// A new place for a number.
NumberRefPtr make_number_place(double value);

/// A counted reference to an object, at a fixed address, like an objref of a script.
class ObjectPlace {
  public:
    explicit ObjectPlace(const ObjectPtr& object = {});
    ~ObjectPlace();
    ObjectPlace(const ObjectPlace&) = delete;
    ObjectPlace& operator=(const ObjectPlace&) = delete;
    ObjectPtr load() const { return ObjectPtr{object_}; }
    void store(const ObjectPtr& object);
    Object** address() { return &object_; }

  private:
    Object* object_;
};

}  // namespace ranvier::hoc
