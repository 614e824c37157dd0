#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::hoc {

class ClassInfo;
struct Machine;
struct Symbol;
struct VariableDefinition;

/// The name of a member, with its meaning for the class of the last object: repeated use does not search again.
class MemberName {
  public:
    explicit MemberName(std::string name);
    ~MemberName();
    MemberName(MemberName&&) noexcept;
    MemberName& operator=(MemberName&&) noexcept;
    const std::string& text() const;

  private:
    friend class Bridge;
    struct Sites;
    std::unique_ptr<Sites> sites_;
};

/// The name of a number, string, object or section at the top level, with the place where it was last found.
class TopName {
  public:
    explicit TopName(std::string name) : text_{std::move(name)} {}
    const std::string& text() const { return text_; }

  private:
    friend class Bridge;
    std::string text_;
    const Symbol* symbol_ = nullptr;
    const VariableDefinition* variable_ = nullptr;
    std::size_t symbols_ = 0, variables_ = 0;  // how many there were when the name was looked up
};

/// Gives another language access to the names of scripts and the members of their objects.
///
/// 1. Reading, setting, calling and taking references work as in a script and use the same tables.
/// 2. Every function may throw ScriptError (a script failed) or std::runtime_error (wrong use).
/// 3. To set the section of a call, push it with push_section before the call and pop it with pop_section afterwards.
class Bridge {
  public:
    explicit Bridge(Interpreter& interpreter);

    /// A value returned to the caller.
    using Taken = std::variant<double, std::string, ObjectPtr, SectionPtr, NumberRefPtr>;
    /// A value passed to a script; `std::string*` and `Object**` (counted) are passed by reference, like strdefs and
    /// objrefs.
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
        mechanism_name  ///< at the top level: an argument of `insert`
    };
    struct Meaning {
        Kind kind = Kind::none;
        /// Sizes of an array (-1: unknown); empty otherwise.
        std::vector<int> shape;
        bool needs_indices = false;      ///< every dimension needs an index (Vector.x); otherwise the bare name means
                                         ///< the first element
        bool is_written_in_hoc = false;  ///< a procedure or template defined in a script
        /// Every object of the class gives the name this meaning, now and later (except for the sizes of arrays).
        bool is_of_class = false;
    };

    Meaning meaning(std::string_view name) const;
    Meaning meaning(const ObjectPtr& object, std::string_view name) const;

    Taken load(std::string_view name, std::span<const double> indices = {});
    Taken load(const ObjectPtr& object, std::string_view name, std::span<const double> indices = {});
    void store(std::string_view name, std::span<const double> indices, const Given& value);
    void store(const ObjectPtr& object, std::string_view name, std::span<const double> indices, const Given& value);
    /// Faster forms, without indices, for a name that is used repeatedly.
    Taken load(const ObjectPtr& object, MemberName& name);
    void store(const ObjectPtr& object, MemberName& name, const Given& value);
    Taken call(const ObjectPtr& object, MemberName& name, std::span<const Given> arguments);
    Taken load(TopName& name);
    /// A number or an object.
    void store(TopName& name, const Given& value);
    /// Whether the name has become one of an array since.
    bool is_array(TopName& name) const;
    NumberRefPtr refer(std::string_view name, std::span<const double> indices = {});
    NumberRefPtr refer(const ObjectPtr& object, std::string_view name, std::span<const double> indices = {});

    /// Calls a function or procedure; a proc returns 0.
    Taken call(std::string_view name, std::span<const Given> arguments);
    Taken call(const ObjectPtr& object, std::string_view name, std::span<const Given> arguments);
    ObjectPtr create(std::string_view class_name, std::span<const Given> arguments);
    /// The names of all templates written in hoc, in the order in which they were defined.
    std::vector<std::string> template_names() const;
    /// Whether the init of a template uses an argument ($1, $o1, $s1, ...).
    bool init_reads_arguments(const ClassInfo& of_template) const;
    /// Runs statements at the top level, as if in a file.
    void run(std::string_view statements);

    /// The object of a class with this index, such as `Cell[3]`; null if there is none.
    ObjectPtr numbered(std::string_view class_name, std::int64_t index) const;
    /// In the order of bytes; of a class or template that does not exist, none.
    std::vector<std::string> member_names(const ObjectPtr& object) const;
    std::vector<std::string> member_names(std::string_view class_name) const;
    /// Whether StringFunctions.alias has given this object further names.
    static bool has_aliases(const Object& object);
    /// "; do you mean 'x'?" or nothing.
    std::string suggestion(std::string_view name) const;
    /// The number of sections on the stack; drop_sections pops until `depth` are left.
    std::size_t section_depth() const;
    void drop_sections(std::size_t depth);

  private:
    Machine& machine() const;
    void look_up(TopName& name) const;
    Interpreter& interpreter_;
};

/// Allocates a number and returns a reference to it.
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
