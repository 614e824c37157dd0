#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hoc_like/language/interface/object_access.hpp"
#include "hoc_like/language/interface/object_pool.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/slot.hpp"
#include "hoc_like/language/interface/symbols.hpp"

namespace ranvier::hoc {

struct Machine;
class Instance;

/// The meaning of `.name` for objects of one class.
struct Member {
    enum Kind { none, method, property, text, section, symbol } kind = none;
    union {
        const void* pointer = nullptr;
        const MethodDefinition* as_method;
        const PropertyDefinition* as_property;
        const StringPropertyDefinition* as_text;
        const SectionPropertyDefinition* as_section;
        Symbol* as_symbol;
    };
};

/// Which members of a template are reached: those that it declares public, or all.
enum class Seen : std::uint8_t { publicly, all };

/// A template written in hoc, or a built-in class.
///
/// Objects are numbered from 0 in order of creation; numbering restarts when the last object has been deleted, as in
/// NEURON. While a template is read (begintemplate ... endtemplate), its statements run in a `prototype`: an object
/// without a number, whose slots grow with each declaration.
class ClassInfo {
  public:
    /// `owner`: the machine of the class's objects; null if there will be none.
    ClassInfo(Machine* owner, std::string class_name) : machine{owner}, name{std::move(class_name)} {}
    Member find(std::string_view member, Seen seen = Seen::publicly) const;
    /// The names that may follow a '.'.
    std::vector<std::string> member_names() const;
    /// The object with this number, or null. O(log n).
    Object* object(std::int64_t index) const;
    /// The living objects, in order of creation.
    std::vector<Object*> objects() const;
    void enroll(Instance& instance);
    void strike(Instance& instance);

    Machine* machine;
    std::string name;
    const ClassDefinition* definition = nullptr;  ///< of built-in classes
    /// Defines the native state of a template's objects, made before their init runs; null: no native state.
    const ClassDefinition* native = nullptr;
    std::unique_ptr<Scope> scope;  ///< of templates
    Symbol* init = nullptr;
    Symbol* unref = nullptr;
    int slots = 0;
    std::vector<const Symbol*> filled;  ///< all members except plain numbers, in order; set by endtemplate
    std::vector<Slot> prototype_slots;  ///< slots of the prototype; grows while the template is read
    bool is_complete = true;            ///< false between begintemplate and endtemplate
    std::unique_ptr<Instance> prototype;
    std::unordered_map<std::string_view, Member> members;  ///< of built-in classes, and of `native`
    std::unique_ptr<ObjectPool> pool;                      ///< of classes whose objects contain their state

    std::int64_t next_index = 0;
    std::int64_t living = 0;
    mutable std::uint64_t changes = 0;  ///< how often an object was made or began to be deleted
    /// In order of creation; null for deleted ones.
    struct Entry {
        std::int64_t index;
        Instance* instance;
    };
    std::vector<Entry> instances;
};

/// The target of StringFunctions.alias: a number or an object; the other pointer is null.
struct Alias {
    NumberRefPtr number;
    ObjectPtr object;
};
using AliasTable = std::map<std::string, Alias, std::less<>>;

/// An object of a template, followed by its members in the same allocation, or of a built-in class.
class Instance final : public Object {
  public:
    /// Allocates an object with `slots` members, all zero.
    static Instance* make(const ClassInfo& info, std::int64_t index, std::size_t slots);
    ~Instance() override;
    static void operator delete(void* memory) { ::operator delete(memory); }

    const ClassInfo& class_info() const override { return *class_; }
    std::int64_t index() const override { return index_; }
    Native* native() const override { return native_.get(); }
    ClassInfo& info() { return const_cast<ClassInfo&>(*class_); }
    void set_native(std::unique_ptr<Native> state) { native_ = std::move(state); }
    /// Releases the native state; only for destruction.
    void clear_native() { native_.reset(); }
    std::span<Slot> members() { return {slots, slot_count}; }

  private:
    friend const ClassInfo* class_of(const Object& object);
    Instance(const ClassInfo& info, std::int64_t index) : Object{false}, class_{&info}, index_{index} {}
    static void* operator new(std::size_t bytes, std::size_t slots) {
        return ::operator new(bytes + slots * sizeof(Slot));
    }
    static void operator delete(void* memory, std::size_t) { ::operator delete(memory); }
    const ClassInfo* class_;
    std::int64_t index_;
    std::unique_ptr<Native> native_;

  public:
    Slot* slots = nullptr;
    std::size_t slot_count = 0;
    SectionPtrs sections;      ///< created by this object, in order of creation
    std::size_t position = 0;  ///< index in ClassInfo::instances
    Mortal mortal;
};

/// Like Object::class_info, but inline for the machine.
inline const ClassInfo* class_of(const Object& object) {
    return ObjectAccess::is_pooled(object) ? &object.class_info() : static_cast<const Instance&>(object).class_;
}

}  // namespace ranvier::hoc
