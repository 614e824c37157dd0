#pragma once

#include <set>
#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/data_flow.hpp"
#include "mechanisms/nmodl/passes/pipeline.hpp"

namespace ranvier::nmodl {

/// A variable of an ion and its place in rv_ion.
struct IonAccess {
    const Symbol* symbol = nullptr;
    int ion = 0;                   ///< index in NeuronBlock::ions
    const char* column = nullptr;  ///< member of rv_ion: "erev", "inside", ...
    bool is_read = false;          ///< the value is loaded from the ion
    bool is_written = false;
    bool is_current = false;
};

/// A function of rv_mechanism that works on a run of instances.
struct Kernel {
    std::string name;  ///< of the C++ function and the member of rv_mechanism
    const Block* block = nullptr;
    DataFlow flow;
};

/// Everything the printer needs in addition to the tree: the numbering of columns and globals, and the variables that
/// each kernel loads and stores.
struct Plan {
    const Program* program = nullptr;
    Math math = Math::libm;

    struct Column {
        const Symbol* symbol;
        int first;  ///< number of the (first) column
    };
    std::vector<Column> columns;
    std::vector<Column> derivatives;  ///< in rv_instances::derivative
    std::vector<Column> globals;      ///< `first` counts doubles in rv_instances::global
    std::vector<const Symbol*> pointers, randoms, histories;
    std::vector<IonAccess> ions;

    std::vector<Kernel> kernels;  ///< all except `current`
    const Block* current = nullptr;
    DataFlow current_flow;
    std::vector<const Block*> functions;  ///< that scripts can call
    const Block* net_receive = nullptr;
    std::vector<const Statement*> net_initial;
    std::vector<const Statement*> watches;
    std::vector<const Block*> tables;  ///< blocks with a TABLE
    bool only_looks_up = false;        ///< C code builds the tables, and runs instead if usetable is 0
    std::vector<const Block*> function_tables;
    std::vector<std::string> weights;
    /// In a file printed as C: arrays whose elements are accessed in their columns. VERBATIM may use any other array as
    /// a C array, so these are copied whenever an instance is entered, at a cost proportional to their length.
    std::set<std::string> arrays_in_place;
    bool tables_vary = false;  ///< a TABLE is recomputed if the values of the current instance require it
    bool is_threadsafe = true;
    bool shares_globals = false;    ///< an instance may read a GLOBAL, or a TABLE, that depends on another instance
    bool needs_one_thread = false;  ///< no two instances may run at the same time
    bool order_matters = false;     ///< a kernel passes values from one instance to the next
    bool is_electrode = false;

    int column_of(const std::string& name) const;  ///< -1: none
    int derivative_of(const std::string& name) const;
    int global_of(const std::string& name) const;
    const IonAccess* ion_access(const std::string& name) const;
    bool has_kernel(const std::string& name) const;
    /// Whether the step of an artificial cell has several kernels (passes/split_cell_step.hpp).
    bool has_split_step() const { return has_kernel("draw") || has_kernel("fire"); }
};

/// Whether the symbol is a long array of an instance, whose elements stay in their columns: loading and storing all of
/// them would take longer than the work on the few used elements, and minutes to compile.
bool is_wide(const Symbol& symbol);

/// Adds the words of a C text to `words`.
void add_words(const std::string& text, std::set<std::string>& words);

Plan make_plan(const Program& program, Math math);

}  // namespace ranvier::nmodl
