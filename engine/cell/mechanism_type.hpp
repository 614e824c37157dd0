#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/cell/past.hpp"
#include "engine/storage/table.hpp"
#include "engine/storage/values_by_id.hpp"
#include "engine/storage/variable_ref.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

class Section;

/// Columns of an ion's table. `ion_style` holds NEURON's bit map (docs: "ion_style").
enum IonColumn : std::uint16_t { ion_erev, ion_inside, ion_outside, ion_current, ion_current_dv, ion_style_bits };

/// Ids of the RANDOM streams whose ids no script has set: 1, the group (the rank, which makes the streams of ranks
/// differ), and a running number over all mechanisms in order of creation, as in NEURON 9.
struct UnnamedStreams {
    std::uint32_t group = 0;
    std::uint32_t made = 0;
    rv_random next() {
        return {.id = {1, group, ++made}, .sequence = 0, .which = 0, .is_set = 0, .reserved = {}, .picker = 0};
    }
};

/// A mechanism (or an ion) registered with Cells: its description and the values of all its instances.
///
/// 1. Pointers, random streams and histories of an instance move with its row.
/// 2. An ion's globals are the initial concentrations inside and outside (nai0_na_ion, nao0_na_ion) [mM].
class MechanismType {
  public:
    /// `streams` must outlive this object.
    MechanismType(MechanismId id, const rv_mechanism* description, std::string name, UnnamedStreams& streams);
    ~MechanismType();
    MechanismType(const MechanismType&) = delete;
    MechanismType& operator=(const MechanismType&) = delete;

    MechanismId id() const { return id_; }
    const std::string& name() const { return name_; }
    /// True if another mechanism of the same name replaced this one before it had instances. Its id stays unused.
    bool is_replaced() const { return is_replaced_; }
    void set_replaced() { is_replaced_ = true; }
    bool is_ion() const { return description_ == nullptr; }
    /// Null for ions.
    const rv_mechanism* description() const { return description_; }
    bool is_density() const { return is_ion() || description_->kind == RV_DENSITY; }
    /// True if the mechanism has only functions and globals, and so no instances.
    bool is_nothing() const { return description_ && description_->kind == RV_NOTHING; }
    bool is_nameless() const { return description_ && (description_->flags & RV_IS_NAMELESS); }
    bool is_artificial() const { return description_ && description_->kind == RV_ARTIFICIAL_CELL; }
    bool is_point_process() const { return description_ && description_->kind == RV_POINT_PROCESS; }

    /// Columns of field k start at first_column(k).
    int first_column(int field) const { return first_column_[static_cast<std::size_t>(field)]; }
    /// The values of all GLOBALs, concatenated; their names in scripts are name_suffix.
    std::span<double> globals() { return globals_; }
    std::span<const double> globals() const { return globals_; }
    /// Call after a change of a GLOBAL or celsius, to have TABLEs rebuilt.
    void touch() { ++version_; }
    std::uint64_t version() const { return version_; }

    /// The valence of an ion [elementary charges]; NaN while unknown.
    double valence() const { return valence_; }
    void set_valence(double z) { valence_ = z; }
    /// Ions used by the mechanism, in the order of its description.
    std::span<const MechanismId> ions() const { return ions_; }
    void set_ions(std::vector<MechanismId> ions) { ions_ = std::move(ions); }

    Table& table() { return table_; }
    const Table& table() const { return table_; }

    // --- instances --------------------------------------------------------------------------------------------------
    static constexpr std::uint32_t nowhere = 0xffffffff;

    std::uint32_t append(std::uint32_t compartment);
    void erase(std::uint32_t id);
    void permute(std::span<const std::uint32_t> order);
    /// `nowhere`: an artificial cell, or a point process that is not located.
    std::uint32_t compartment(std::uint32_t id) const { return is_artificial() ? nowhere : compartment_[id]; }
    /// Places a point process. Within a compartment, the one placed last runs first.
    void place(std::uint32_t id, std::uint32_t compartment, Section* section, std::uint32_t sequence);
    Section* section(std::uint32_t id) const { return is_point_process() ? section_[id] : nullptr; }
    std::uint32_t sequence(std::uint32_t id) const { return is_point_process() ? sequence_[id] : 0; }

    /// Sets POINTER k of an instance, as a script does; compiled code stores addresses in the slots instead.
    void set_pointer(std::uint32_t id, int k, VariableRef target);
    /// From now on, the slot of POINTER k holds an address that is not a variable of the model.
    void forget_pointer_target(std::uint32_t id, int k) {
        pointers_[static_cast<std::size_t>(k)].target.at(id).second = false;
    }
    const VariableRef* pointer_target(std::uint32_t id, int k) const;  ///< null if no script set it
    std::vector<double*>& pointer_slots(int k) { return pointers_[static_cast<std::size_t>(k)].slots; }
    rv_random& random(std::uint32_t id, int k) { return randoms_[static_cast<std::size_t>(k)][table_.row(id)]; }
    std::vector<rv_random>& randoms(int k) { return randoms_[static_cast<std::size_t>(k)]; }
    Past& past(std::uint32_t id, int k) { return pasts_[static_cast<std::size_t>(k)][table_.row(id)]; }
    std::vector<Past>& pasts(int k) { return pasts_[static_cast<std::size_t>(k)]; }

    /// The data of a FUNCTION_TABLE: values on a grid of axes, the last axis varying fastest.
    struct FunctionTable {
        std::vector<double> values;
        std::vector<rv_table_axis> axes;          ///< their `points` are set from the next member
        std::vector<std::vector<double>> points;  ///< by axis; empty: equally spaced
        /// Where a script keeps as many numbers, which may change; valid until the next call. Empty: they do not change.
        using Source = std::function<const double*()>;
        Source values_now;
        std::vector<Source> points_now;  ///< by axis; may be shorter
    };
    void set_function_table(int k, FunctionTable table);
    /// Lets the function tables read what they were made from where it is now.
    void follow_function_tables();
    /// From now on the function tables keep their values, and nothing of what they were made from.
    void release_sources_of_tables();
    /// The function tables, by number; the address does not change.
    const rv_function_table* function_tables() const { return function_tables_.data(); }

    /// The TABLEs built by make_tables; freed with this object.
    void* tables = nullptr;

    std::size_t bytes() const;

  private:
    struct Pointer {
        std::vector<double*> slots;                       // by row
        ValuesById<std::pair<VariableRef, bool>> target;  // second: set by a script
    };
    MechanismId id_;
    const rv_mechanism* description_;
    std::string name_;
    bool is_replaced_ = false;
    std::vector<int> first_column_;
    std::vector<FunctionTable> function_table_data_;
    std::vector<rv_function_table> function_tables_;
    std::vector<double> own_globals_;
    std::span<double> globals_;  // own_globals_, or the array in the compiled code
    std::uint64_t version_ = 0;
    double valence_;
    std::vector<MechanismId> ions_;
    Table table_;
    ValuesById<std::uint32_t> compartment_{nowhere};  // none for artificial cells
    ValuesById<Section*> section_;                    // like sequence_, only for point processes
    ValuesById<std::uint32_t> sequence_;
    std::vector<Pointer> pointers_;
    std::vector<std::vector<rv_random>> randoms_;  // by row
    std::vector<std::vector<Past>> pasts_;         // by row
    UnnamedStreams* streams_;
};

/// What an instance takes, where instances run in another order than that in which they were made.
std::size_t bytes_of_instance(const MechanismType& type);

}  // namespace ranvier::engine
