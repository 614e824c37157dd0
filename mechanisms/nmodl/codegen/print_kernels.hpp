#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// Prints the loops over instances: initialize, advance, ... and current.
void print_kernels(const Plan& plan, CppWriter& out);

/// Prints the loop that computes BREAKPOINT's currents.
void print_current(const Plan& plan, CppWriter& out);

/// Prints NET_RECEIVE, WATCH conditions and the functions that scripts can call, each for one instance.
void print_single_calls(const Plan& plan, CppWriter& out);

/// Whether the volumes and conductances of all states that diffuse along sections may be computed before the first of
/// them changes (rv_mechanism::diffusions).
bool diffuses_together(const Plan& plan);

/// The pointer to a chunk's values of a variable that is not an array.
inline std::string column_of_chunk(const std::string& scalar) {
    return "column_" + scalar;
}

/// The loads and stores around the code for one instance `rv` with number `i`.
class InstanceAccess {
  public:
    /// `is_loop`: globals that are set before use stay in lanes and are stored after the loop. `tables`: the assumed
    /// value of the variable usetable.
    InstanceAccess(const Plan& plan, const DataFlow& flow, bool is_loop, TableUse tables = TableUse::Either);

    /// Whether the loop runs in chunks (set_chunks): instances may be computed in any order and number, even twice, and
    /// the code is long enough to make copies of scattered values cheap. The loops find all values at [i], in place or
    /// in copies, and run over whole vectors. Other loops are compiled for contiguous and for indexed compartments.
    bool fits_chunks() const;
    void set_chunks();
    /// Whether a chunk copies the targets of POINTERs, which is possible unless one is a variable that the loop stores.
    /// `in_turn`: the function that then runs the instances one after the other.
    bool copies_targets() const { return in_chunks_ && reads_pointers_; }
    void set_in_turn(std::string in_turn) { in_turn_ = std::move(in_turn); }
    const std::string& in_turn() const { return in_turn_; }
    bool in_chunks() const { return in_chunks_; }
    void leave_chunks() { in_chunks_ = false; }
    /// Adds an array that the loops of a chunk use. `index` is the expression of an index vector; `first` is the
    /// expression of instance 0's element, used if the index vector is null.
    void add_array(const std::string& name, const std::string& base, const std::string& index, const std::string& first,
                   bool is_stored);
    void add_node_array(const std::string& name, const std::string& base, bool is_stored);
    void add_ion_array(const std::string& name, const std::string& base, int ion, bool is_stored);
    /// Opens the loop over chunks and declares, for each array, a pointer `name` to the values of the chunk.
    void print_chunk_start(CppWriter& out) const;
    void print_chunk_end(CppWriter& out) const;

    /// The subscripts of the instance's compartment and of its values for ion k.
    std::string at_node() const { return in_chunks_ ? "[i]" : "[node(i)]"; }
    std::string at_ion(int k) const { return in_chunks_ ? "[i]" : "[of_ion" + std::to_string(k) + "(i)]"; }

    /// Prints pointers to columns, and values that are the same for all instances.
    void print_declarations(CppWriter& out) const;
    /// Prints `rv` and the loads of its members.
    void print_loads(CppWriter& out) const;
    void print_stores(CppWriter& out) const;
    /// Makes an assigned v the compartment's voltage, as NET_RECEIVE does. Elsewhere v is a copy that ends with the code.
    void set_stores_voltage() { stores_voltage_ = true; }
    /// Long arrays are copied in loops, for code that keeps the variables in memory anyway.
    void set_copies_in_loops() { copies_in_loops_ = true; }
    /// Whether long code can be computed for RV_LANES instances at once: it only computes.
    bool fits_lanes() const;
    /// Prints the struct `name` of all variables in all lanes; the loads and stores of rv_here instances from rv_start.
    void print_lanes(const std::string& name, CppWriter& out) const;
    void print_lane_loads(CppWriter& out) const;
    void print_lane_stores(CppWriter& out) const;
    /// Prints prefetches of the columns that the loads of instance `index` read.
    void print_prefetches(const std::string& index, CppWriter& out) const;
    /// Prints the code after the loop: globals take their value from the last instance.
    void print_after_loop(CppWriter& out) const;

    /// Whether the globals' values in the last instance are computed by separate code instead of the loop.
    void set_globals_apart(bool apart) { globals_apart_ = apart; }
    bool finds_globals_apart() const { return globals_apart_; }
    bool has_last_globals() const;
    /// Whether the code calls a block that is solved by solvers.h.
    bool calls_solver() const;
    /// Whether the variable is stored after each instance.
    bool stores(const std::string& name) const;
    void print_global_stores(CppWriter& out) const;

    /// Whether instances must run one at a time, because they depend on each other or have side effects.
    bool is_sequential() const { return is_sequential_; }
    bool uses_node() const { return uses_node_; }
    void set_uses_node() { uses_node_ = true; }
    /// Whether the code uses ion `k` of NeuronBlock.
    bool uses_ion(int k) const { return ions_.contains(k); }
    void set_uses_ion(int k) { ions_.insert(k); }

  private:
    enum class GlobalUse { Invariant, Last, Carried };
    struct Array {
        std::string name, base, index, first;
        bool is_stored;
    };
    void print_pointers(CppWriter& out) const;
    std::string history(const Symbol& symbol) const;
    int stored_globals() const;
    std::vector<const Symbol*> pointed_symbols() const;
    std::ptrdiff_t pointer_number(const Symbol& symbol) const;
    std::string not_set(const Symbol& symbol) const;
    bool is_loaded(const Symbol& symbol) const;
    void print_lane_columns(const std::string& call, CppWriter& out) const;
    bool copied_in_loop(const Symbol& symbol) const;
    void print_copies(const Symbol& symbol, const std::string& copy, CppWriter& out) const;
    GlobalUse global_use(const Symbol& symbol) const;

    const Plan& plan_;
    const DataFlow& flow_;
    bool is_loop_;
    TableUse tables_;
    bool is_sequential_ = false, is_sequential_but_for_pointers_ = false;
    bool reads_pointers_ = false, assigns_pointers_ = false;
    std::string in_turn_;
    bool uses_node_ = false, stores_voltage_ = false;
    bool globals_apart_ = false;
    bool in_chunks_ = false;
    bool copies_in_loops_ = false;
    std::set<int> ions_;
    std::vector<Array> arrays_;
};

}  // namespace ranvier::nmodl
