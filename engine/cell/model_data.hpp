#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/cell/extracellular.hpp"
#include "engine/cell/instance_view.hpp"
#include "engine/cell/lists_with_gaps.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/storage/aligned.hpp"
#include "engine/storage/table.hpp"
#include "engine/storage/values_by_id.hpp"

namespace ranvier::engine {

struct LinearMechanism;

/// Columns of the compartment table. Zero-area compartments have cm 0 and area 100, which makes the units of their
/// equations uS and nA, as in NEURON.
enum CompartmentColumn : std::uint16_t {
    col_v,
    col_cm,
    col_i_cap,
    col_diam,
    col_i_membrane,
    col_area,
    col_conductance
};

/// Columns of the table of the run's scalars.
enum ScalarColumn : std::uint16_t { scalar_t, scalar_dt, scalar_celsius };

/// The place of a compartment.
struct Home {
    static constexpr std::int32_t far_end = -1, root = -2;
    Section* section = nullptr;
    std::int32_t segment = far_end;  ///< index of the segment in order of x, or far_end or root
};

/// Values that a later step or a script needs, by row of the compartment table; empty if none does.
struct SavedValues {
    AlignedVector<double> d, rhs;  ///< for use_fast_imem
    /// v when INITIAL ran last, and when currents were computed last. A FUNCTION that a script calls sees it if its mechanism
    /// has no SOLVE: in NEURON, each instance has a v, which its own blocks set.
    AlignedVector<double> v_of_initial, v_of_currents;
};

/// The data of Cells; only for engine/.
struct ModelData {
    explicit ModelData(Cells& owner);
    ~ModelData();

    Cells& cells;
    Table compartments;
    ValuesById<Home> homes;  ///< by compartment id
    OwnedSections sections;
    std::uint32_t next_section_id = 0;

    UnnamedStreams unnamed_streams;
    std::vector<std::unique_ptr<MechanismType>> mechanisms;
    // Mechanisms whose tables are updated before each advance.
    std::vector<MechanismType*> with_tables, with_function_tables;
    std::unordered_map<std::string, MechanismId> mechanism_names;
    std::unordered_map<std::string, RangeVariable> range_variables;
    std::vector<MechanismId> running_order;  ///< NEURON's order of summation
    std::size_t ions_end = 0;                ///< index in running_order after the ions: for writers of concentrations
    std::uint32_t placements = 0;
    std::vector<InstanceId> strays;  ///< point processes in compartments outside their section

    std::unique_ptr<Extracellular> extracellular;
    MechanismId extracellular_id = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> end_extracellular;  ///< instances in ends, by compartment
    std::vector<std::shared_ptr<LinearMechanism>> linear_mechanisms;

    /// The reason why values may be set but not read: a resumed run has not reached its checkpoint yet. Empty if
    /// values may be read.
    std::string void_values;

    const rv_services* services = nullptr;
    std::uint64_t structure_version = 1;
    bool coefficients_are_old = true;
    std::uint64_t coefficients_version = 0;

    // By row of the compartment table: a, d, b and rhs of the tree equations.
    AlignedVector<double> a, b, d, rhs;
    SavedValues saved;

    void structure_changed() { ++structure_version; }
    MechanismType& type(MechanismId id) { return *mechanisms[id]; }
    /// The table of compartments, or of a mechanism's instances.
    Table& table(std::uint16_t id) { return id == compartment_table ? compartments : type(id).table(); }

    std::uint32_t add_compartment(Section& section, std::int32_t segment);
    void remove_compartment(std::uint32_t id);

    MechanismId add_type(const rv_mechanism* description, std::string name);
    MechanismId add_ion(const std::string& ion, double valence, const std::string& who);
    void order_type(MechanismId id);
    /// Makes type `id` take the position of `old` in the running order, and hides the names of `old` from scripts.
    void replace_type(MechanismId old, MechanismId id);

    /// Adds an instance of a density mechanism or an ion to each segment.
    void insert(Section& section, MechanismId mechanism);
    void uninsert(Section& section, MechanismId mechanism);
    /// Inserts the ions that a mechanism uses and updates their style in these segments.
    void bring_ions(Section& section, const MechanismType& type, int first_segment, int last_segment);
    std::uint32_t instance_at(const Section& section, MechanismId mechanism, int segment) const;
    void erase_instance(InstanceId instance);
    void place_instance(InstanceId instance, Section& section, std::uint32_t compartment);
    /// Takes a point process off the list of its section, if it has one.
    void leave_section(InstanceId instance);
    void register_extracellular(int layers);
    void add_end_extracellular(std::uint32_t compartment);
    void remove_end_extracellular(std::uint32_t compartment);
    /// Adds or removes instances of extracellular in the section's zero-area compartments.
    void surround_ends(const Section& section, bool present);
    /// Id of the instance of extracellular in a compartment, or MechanismType::nowhere.
    std::uint32_t extracellular_at(std::uint32_t compartment) const;
    /// The compartment where a section begins.
    struct Beginning {
        Section* section;
        std::uint32_t compartment;
    };
    /// The beginnings of the section and of all sections that begin in the same compartment.
    static std::vector<Beginning> beginnings(Section& section);
    /// The beginnings of the children connected elsewhere on the section, and of all sections that begin with them.
    static std::vector<Beginning> branches(Section& section);
    /// After connections have changed: moves point processes at the former beginnings to the new ones.
    void follow_beginnings(const std::vector<Beginning>& before);
    /// After the parents of these sections have changed: point processes at the former beginnings stay in their
    /// compartment, as in NEURON, and become strays if their section now begins in another one.
    void note_strays(const std::vector<Beginning>& before);
    /// Moves the strays in a compartment that will be removed to the beginning of their section.
    void bring_strays_home(std::uint32_t compartment);
    /// Moves the section's point processes from one compartment to another.
    void move_points(Section& section, std::uint32_t from, std::uint32_t to);

    void change_nseg(Section& section, int n);
    void disconnect(Section& section);
    void destroy(Section& section);

    bool shape_is_old(const Section& section) const;
    void mark_shape(Section& section);
    void set_point_diam(Section& section, std::size_t i, double diam);
    /// Computes the area and conductance of the section's segments, and from 3-D points also diam and L.
    void update_shape(Section& section);
    /// Computes a and b of all compartments, in the current rows.
    void update_coefficients();

    /// Makes a view of one instance, even if the tables are not in order. `scratch` must live as long as the view.
    void view_one(MechanismType& type, std::uint32_t id, InstanceView& view, std::vector<double>& scratch);
    /// Calls a function of an instance. Throws MechanismError, saying that `what` failed.
    void call(const MechanismType& type, std::uint32_t id, int (*function)(rv_instances*), const char* what);
};

/// The private part of Cells.
struct Cells::State : ModelData {
    using ModelData::ModelData;
};

/// Whether a FUNCTION that a script calls sees SavedValues::v_of_initial or v_of_currents.
inline bool sees_earlier_voltages(const MechanismType& type) {
    const rv_mechanism* of = type.description();
    return of && !type.is_ion() && !type.is_artificial() && of->function_count > 0 && !of->advance;
}

}  // namespace ranvier::engine
