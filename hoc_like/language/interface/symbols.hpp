#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/interface/object_pool.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Machine;
class ClassInfo;
class Instance;
class Scope;

enum class SymbolKind { unknown, number, numbers, string, object, objects, section, procedure, template_class };
enum class ProcedureKind { proc, func, obfunc, iterator };

struct Procedure {
    Symbol* symbol = nullptr;
    int stack_need = 0;  ///< with its locals
    int local_count = 0;
    bool has_object_locals = false;
    bool is_defined = false;
    bool is_callable = false;  ///< defined, and no iterator
    bool is_member = false;    ///< of a template
    Code code;
    std::vector<char> locals;  ///< 1: an objref
};

/// A name of a scope. Its kind is known when a statement that uses it is parsed.
struct Symbol {
    std::string name;
    Scope* scope = nullptr;
    SymbolKind kind = SymbolKind::unknown;
    ProcedureKind procedure_kind = ProcedureKind::proc;
    int index = -1;                                    ///< of a template's member; -1 at the top level
    Slot* slot = nullptr;                              ///< at the top level
    int dimensions = 0;                                ///< of arrays
    std::vector<std::pair<SymbolKind, Slot*>> former;  ///< where it was an objref of other shape; freed when declared
    std::vector<int> shape;                            ///< a template's arrays are made with these sizes
    bool is_public = false;
    Symbol* external = nullptr;
    std::unique_ptr<Procedure> procedure;
    ClassInfo* class_info = nullptr;
};

const char* describe(const Symbol& symbol);

/// The names of the top level, or of a template.
class Scope {
  public:
    explicit Scope(ClassInfo* owner) : owner_{owner} {}
    Symbol* find(std::string_view name) const;
    Symbol& find_or_add(std::string_view name);
    void remove(std::string_view name);
    ClassInfo* owner() const { return owner_; }
    const std::vector<std::unique_ptr<Symbol>>& symbols() const { return symbols_; }

  private:
    ClassInfo* owner_;
    std::vector<std::unique_ptr<Symbol>> symbols_;
    std::unordered_map<std::string_view, Symbol*> by_name_;
};

/// A template written in hoc, or a built-in class.
class ClassInfo {
  public:
    ClassInfo(Machine& owner, std::string class_name) : machine{&owner}, name{std::move(class_name)} {}
    Member find(std::string_view member) const;
    /// The living object of that number, or null. O(log n).
    Object* object(std::int64_t index) const;
    /// In order of creation.
    std::vector<Object*> objects() const;
    void enroll(Instance& instance);
    void strike(Instance& instance);

    Machine* machine;
    std::string name;
    const ClassDefinition* definition = nullptr;  ///< of built-in classes
    /// What makes the native state of a template's objects, before their init runs; null: they have none.
    const ClassDefinition* native = nullptr;
    std::unique_ptr<Scope> scope;  ///< of templates
    Symbol* init = nullptr;
    Symbol* unref = nullptr;
    int slots = 0;
    std::vector<const Symbol*> filled;  ///< members that are no plain numbers, in order; known when it is complete
    std::vector<Slot> prototype_slots;  ///< of the prototype, which grows while the template is read
    bool is_complete = true;            ///< false between begintemplate and endtemplate
    std::unique_ptr<Instance> prototype;
    std::unordered_map<std::string_view, Member> members;  ///< of built-in classes, and of `native`
    std::unique_ptr<ObjectPool> pool;                      ///< of those whose objects are their own state

    std::int64_t next_index = 0;
    std::int64_t living = 0;
    /// In order of creation; null where one has gone.
    struct Entry {
        std::int64_t index;
        Instance* instance;
    };
    std::vector<Entry> instances;
};

/// What StringFunctions.alias calls by another name: a number or an object. An object that goes leaves nothing behind.
struct Alias {
    NumberRefPtr number;
    ObjectPtr object;
};
using AliasTable = std::map<std::string, Alias, std::less<>>;

/// An object of a template, with its members behind it in one piece of memory, or of a built-in class.
class Instance final : public Object {
  public:
    /// `slots` members, all zero.
    static Instance* make(const ClassInfo& info, std::int64_t index, std::size_t slots);
    ~Instance() override;
    static void operator delete(void* memory) { ::operator delete(memory); }

    const ClassInfo& class_info() const override { return *class_; }
    std::int64_t index() const override { return index_; }
    Native* native() const override { return native_.get(); }
    ClassInfo& info() { return const_cast<ClassInfo&>(*class_); }
    void set_native(std::unique_ptr<Native> state) { native_ = std::move(state); }
    /// Only for destruction: lets the native state go first.
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
    SectionPtrs sections;      ///< made by this object, in order
    std::size_t position = 0;  ///< among ClassInfo::instances
    Mortal mortal;
};

/// As Object::class_info, inline for the machine.
inline const ClassInfo* class_of(const Object& object) {
    return ObjectAccess::is_pooled(object) ? &object.class_info() : static_cast<const Instance&>(object).class_;
}

}  // namespace ranvier::hoc
