#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// The loops over instances: initialize, advance, ... and current.
void print_kernels(const Plan& plan, CppWriter& out);

/// That of BREAKPOINT's currents.
void print_current(const Plan& plan, CppWriter& out);

/// NET_RECEIVE, WATCH conditions and the functions that scripts can call: each for one instance.
void print_single_calls(const Plan& plan, CppWriter& out);

/// The loads and stores around work on one instance `rv` with number `i`.
class InstanceAccess {
  public:
    /// `is_loop`: globals that are set before use stay in lanes and are stored after the loop. `tables`: the variable
    /// usetable has that value.
    InstanceAccess(const Plan& plan, const DataFlow& flow, bool is_loop, TableUse tables = TableUse::Either);

    /// Whether the loop runs in chunks (set_chunks): instances may be computed in any order and number, even twice, and
    /// the code is long enough to make copies of scattered values cheap. The loops find all values at [i], in place or
    /// in copies, and run over whole vectors. Other loops are compiled for contiguous and for indexed compartments.
    bool fits_chunks() const;
    void set_chunks();
    bool in_chunks() const { return in_chunks_; }
    void leave_chunks() { in_chunks_ = false; }
    /// A further array that the loops of a chunk use. `index` is the expression of an index vector, `first` that of the
    /// element of instance 0 where that is null.
    void add_array(const std::string& name, const std::string& base, const std::string& index, const std::string& first,
                   bool is_stored);
    void add_node_array(const std::string& name, const std::string& base, bool is_stored);
    void add_ion_array(const std::string& name, const std::string& base, int ion, bool is_stored);
    /// The loop over chunks, up to the pointers `name` to the values of each.
    void print_chunk_start(CppWriter& out) const;
    void print_chunk_end(CppWriter& out) const;

    /// The subscript of the instance's compartment, of its values of ion k.
    std::string at_node() const { return in_chunks_ ? "[i]" : "[node(i)]"; }
    std::string at_ion(int k) const { return in_chunks_ ? "[i]" : "[of_ion" + std::to_string(k) + "(i)]"; }

    /// Pointers to columns and values that are the same for all instances.
    void print_declarations(CppWriter& out) const;
    /// rv and its values.
    void print_loads(CppWriter& out) const;
    void print_stores(CppWriter& out) const;
    /// What follows the loop: globals get their value in the last instance.
    void print_after_loop(CppWriter& out) const;

    /// The globals' values in the last instance are found apart from the loop, which then does not compute them.
    void set_globals_apart(bool apart) { globals_apart_ = apart; }
    bool finds_globals_apart() const { return globals_apart_; }
    bool has_last_globals() const;
    /// Whether a block is called that is solved by solvers.h.
    bool calls_solver() const;
    /// Whether the variable's value is stored after an instance.
    bool stores(const std::string& name) const;
    void print_global_stores(CppWriter& out) const;

    /// Instances depend on each other or have side effects: they must run one at a time.
    bool is_sequential() const { return is_sequential_; }
    bool uses_node() const { return uses_node_; }
    void set_uses_node() { uses_node_ = true; }
    /// Ion `k` of NeuronBlock is touched.
    bool uses_ion(int k) const { return ions_.contains(k); }
    void set_uses_ion(int k) { ions_.insert(k); }

  private:
    enum class GlobalUse { Invariant, Last, Carried };
    struct Array {
        std::string name, base, index, first;
        bool is_stored;
    };
    void print_pointers(CppWriter& out) const;
    bool is_loaded(const Symbol& symbol) const;
    GlobalUse global_use(const Symbol& symbol) const;

    const Plan& plan_;
    const DataFlow& flow_;
    bool is_loop_;
    TableUse tables_;
    bool is_sequential_ = false;
    bool uses_node_ = false;
    bool globals_apart_ = false;
    bool in_chunks_ = false;
    std::set<int> ions_;
    std::vector<Array> arrays_;
};

}  // namespace ranvier::nmodl
