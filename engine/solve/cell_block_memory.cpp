// Lists the memory that a block uses in variable steps.
#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/cell_block.hpp"
#include "engine/solve/variable_block.hpp"

namespace ranvier::engine {

void CellBlock::list_memory(CacheLines& to) const {
    to.add(*this);
    const Table& compartments = data_.compartments;
    const double *const d = data_.d.data(), *const rhs = data_.rhs.data();
    for (const double* column :
         {compartments.column(col_v), compartments.column(col_cm), compartments.column(col_i_cap),
          compartments.column(col_area), compartments.column(col_diam), d, rhs}) {
        to.add(column + first_row_, compartment_count_ * sizeof(double));
    }
    for (const Run& run : runs_) run.list_memory(to);
    for (const Run& run : artificial_) run.list_memory(to);
    for (const auto* phase :
         {&phases_.all, &phases_.concentrations, &phases_.currents, &phases_.derivatives, &phases_.slopes}) {
        to.add(*phase);
    }
    if (variable_) variable_->list_memory(to);
}

void CellBlock::Run::list_memory(CacheLines& to) const {
    const rv_instances& in = view->instances;
    to.add(*this);
    to.add(*view);
    to.add(view->fields);
    to.add(view->ions);
    to.add(view->nodes);
    to.add(globals);
    for (const auto& rows : view->ion_rows) to.add(rows);
    for (const double* column : view->fields) to.add(column, static_cast<std::size_t>(in.count) * sizeof(double));
}

void VariableBlock::list_memory(CacheLines& to) const {
    to.add(*this);
    to.add(edges);
    to.add(to_parent);
    to.add(to_child);
    to.add(further_children);
    to.add(capacitive);
    to.add(algebraic);
    to.add(shares);
    to.add(shared);
    to.add(conductance);
    to.add(roots);
    for (const auto& of : columns) {
        to.add(of->values);
        to.add(of->at);
    }
}

}  // namespace ranvier::engine
