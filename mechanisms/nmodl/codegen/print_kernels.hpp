#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// The loops over instances: initialize, advance, ... and current, each for contiguous and for indexed compartments.
void print_kernels(const Plan& plan, CppWriter& out);

/// NET_RECEIVE, WATCH conditions and the functions that scripts can call: each for one instance.
void print_single_calls(const Plan& plan, CppWriter& out);

/// The loads and stores around work on one instance `rv` with number `i`.
class InstanceAccess {
  public:
    /// `is_loop`: globals that are set before use stay in lanes and are stored after the loop.
    InstanceAccess(const Plan& plan, const DataFlow& flow, bool is_loop);

    /// Pointers to columns and values that are the same for all instances.
    void print_declarations(CppWriter& out) const;
    /// rv and its values.
    void print_loads(CppWriter& out) const;
    void print_stores(CppWriter& out) const;
    /// What follows the loop: globals get their value in the last instance.
    void print_after_loop(CppWriter& out) const;

    /// The globals' values in the last instance are found apart from the loop, which then does not compute them.
    void set_globals_apart() { globals_apart_ = true; }
    bool has_last_globals() const;
    void print_global_stores(CppWriter& out) const;

    /// Instances depend on each other or have effects: they must run one after the other.
    bool is_sequential() const { return is_sequential_; }
    /// The loop is compiled once with tables and once without: the choice is its template parameter UseTable.
    bool has_table_choice() const;
    bool uses_node() const { return uses_node_; }
    void set_uses_node() { uses_node_ = true; }
    /// Ion `k` of NeuronBlock is touched.
    bool uses_ion(int k) const { return ions_.contains(k); }
    void set_uses_ion(int k) { ions_.insert(k); }

  private:
    enum class GlobalUse { Invariant, Last, Carried };
    bool is_loaded(const Symbol& symbol) const;
    GlobalUse global_use(const Symbol& symbol) const;

    const Plan& plan_;
    const DataFlow& flow_;
    bool is_loop_;
    bool is_sequential_ = false;
    bool uses_node_ = false;
    bool globals_apart_ = false;
    std::set<int> ions_;
};

}  // namespace ranvier::nmodl
