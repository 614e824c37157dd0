#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/object_pool.hpp"

namespace ranvier::hoc {

/// Everything built in that scripts can call or read is registered once, with its signature, units and one line of
/// documentation. The machine, `help`, completion and the reference page use this table.

/// A built-in function: `nernst(ci, co, charge)`.
struct FunctionDefinition {
    std::string name;
    std::string signature;  ///< "nernst(ci, co, charge)"
    std::string doc;        ///< one line, with units
    std::function<Result(Call&)> call;
};

/// A built-in number: `t`, `celsius`.
struct VariableDefinition {
    std::string name;
    std::string units;
    std::string doc;
    /// Either set `address` (valid as long as the interpreter exists), or set `load` and `store` (null: read-only).
    double* address = nullptr;
    std::function<double()> load;
    std::function<void(double)> store;
    /// Makes the reference `&name`, if load and store are not sufficient; may be null.
    std::function<NumberRefPtr()> reference;
    /// For an array such as `inf_fh[2]`: its length and access to an element; load and store access the first element.
    int length = 0;
    std::function<double(int index)> load_at;
    std::function<void(int index, double)> store_at;
};

/// A number that belongs to an object of a built-in class: `stim.dur`, `nc.weight[0]`, `vec.x[3]`.
struct PropertyDefinition {
    std::string name;
    std::string units;
    std::string doc;
    int dimensions = 0;  ///< maximum number of subscripts; without subscripts, the name means the first element
    /// `index` has at most `dimensions` whole numbers >= 0. Both functions may throw std::out_of_range or ScriptError.
    std::function<double(Native&, std::span<const long long> index)> load;
    std::function<void(Native&, std::span<const long long> index, double value)> store;  ///< null: read-only
    std::function<NumberRefPtr(const ObjectPtr&, std::span<const long long> index)>
        reference;  ///< null: load and store
    /// The address of an element, valid while nothing else runs; null if load and store must be used. Must not throw.
    /// Optional: makes `vec.x[i]` and `nc.weight` fast.
    double* (*place)(Native&, long long index) = nullptr;
    bool needs_indices = false;  ///< requires all `dimensions` subscripts: `vec.x[i]`, `matrix.x[i][j]`
};

/// Members of built-in objects that are neither numbers nor methods: `String.s` here, `sref.sec` below.
struct StringPropertyDefinition {
    std::string name;
    std::string doc;
    std::function<std::string(Native&)> load;
    std::function<void(Native&, std::string)> store;
};
struct SectionPropertyDefinition {
    std::string name;  ///< `sec`, `parent`, `child`, ...: usable like a section name: sref.sec.v(0.5), sref.sec { }
    std::string doc;
    int dimensions = 0;
    std::function<SectionPtr(Native&, std::span<const long long> index)> load;
};

struct MethodDefinition {
    std::string name;
    std::string signature;
    std::string doc;
    std::function<Result(Call&)> call;
    /// The method's result for one index; null if `call` must be used. Must not throw. Optional: makes `list.object(i)`
    /// fast.
    Object* (*object_at)(Native&, long long index) = nullptr;
};

/// For classes of which networks have millions of objects: an object contains its state and is stored in a pool.
struct PooledClass {
    std::size_t bytes = 0;                       ///< per object; 0: the class is not pooled, each object owns a Native
    PooledObject* (*place)(void* at) = nullptr;  ///< constructs an object at this address
    void* owner = nullptr;                       ///< common to all objects of the class
    std::function<void(Call&)> construct;        ///< completes the new object, call.self()
};

struct ClassDefinition {
    std::string name;
    std::string signature;  ///< of the constructor
    std::string doc;
    std::function<std::unique_ptr<Native>(Call&)> construct;  ///< null for a pooled class
    PooledClass pooled;
    std::vector<MethodDefinition> methods;
    std::vector<PropertyDefinition> properties;
    std::vector<StringPropertyDefinition> strings;
    std::vector<SectionPropertyDefinition> sections;
    bool is_dynamic = false;  ///< its state is a DynamicNative, which resolves `.name`
};

class Registry {
  public:
    /// Adding a name twice is a programming error and throws std::logic_error.
    void add(FunctionDefinition definition);
    void add(VariableDefinition definition);
    void add(ClassDefinition definition);
    bool has(std::string_view name) const;
    /// Permits adding these names once more: `has` returns false for them, and the new entries replace the old ones.
    void make_replaceable(std::vector<std::string> names) { replaceable_ = std::move(names); }

    /// The numbers of entries so far.
    struct Mark {
        std::size_t functions, variables, classes;
    };
    Mark mark() const;
    std::vector<std::string> names_since(const Mark& mark) const;

    /// Adds a function that is called for the unknown name of a function, variable or class; it returns true if it may
    /// have added it.
    void add_late_names(std::function<bool(std::string_view)> make) { late_names_.push_back(std::move(make)); }
    bool ask_late_names(std::string_view name) const;

    const std::vector<FunctionDefinition>& functions() const { return functions_; }
    const std::vector<VariableDefinition>& variables() const { return variables_; }
    /// The addresses of definitions never change.
    std::vector<const ClassDefinition*> classes() const;

  private:
    std::vector<std::function<bool(std::string_view)>> late_names_;
    std::vector<FunctionDefinition> functions_;
    std::vector<VariableDefinition> variables_;
    std::vector<std::unique_ptr<ClassDefinition>> classes_;
    std::vector<std::string> replaceable_;
};

}  // namespace ranvier::hoc
