#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cell/section.hpp"
#include "engine/storage/variable_ref.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

struct LinearMechanism;
class MechanismType;
class Past;

/// A variable that has a value in each segment of a section: `v`, `diam`, `gnabar_hh`, `ena`.
struct RangeVariable {
    std::uint16_t table;  ///< compartment_table, or a MechanismId
    std::uint16_t column;
    std::uint16_t length;  ///< 1, or the length of an array variable (consecutive columns)
    bool is_parameter;
};

/// The cells of one rank: sections, the mechanisms inserted in them, artificial cells, and all their values.
///
/// 1. The structure may change at any time; `Model::prepare` (solve/model.hpp) then puts the tables in order.
/// 2. Values are stored only in the tables. VariableRefs stay valid when the structure changes.
/// 3. This class is independent of events, ranks and scripts.
/// User errors throw std::invalid_argument with a message that names the section and the mechanism.
class Cells {
  public:
    Cells();
    ~Cells();
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    // --- mechanisms -------------------------------------------------------------------------------------------------
    /// Registers a compiled mechanism and the ions it uses. The description must outlive this object. Registering the
    /// same description again is a no-op; a different one of the same name throws, naming both sources.
    MechanismId register_mechanism(const rv_mechanism& description);
    std::optional<MechanismId> find_mechanism(std::string_view name) const;  ///< "hh", "ExpSyn", "na_ion"
    const MechanismType& mechanism(MechanismId id) const;
    MechanismType& mechanism(MechanismId id);  ///< to set globals; call touch() afterwards
    std::span<const std::unique_ptr<MechanismType>> mechanisms() const;
    /// Mechanisms and ions in the order in which they run and are summed, which is NEURON's.
    std::span<const MechanismId> running_order() const;

    // --- sections ---------------------------------------------------------------------------------------------------
    Section& create_section(std::string name);
    void destroy_section(Section& section);
    /// In order of creation.
    std::span<const std::unique_ptr<Section>> sections() const;
    /// True if there are only artificial cells, none of which advances step by step.
    bool is_without_equations() const;
    void connect(Section& child, double child_end, Section& parent, double parent_x);
    void disconnect(Section& section);
    void insert(Section& section, MechanismId mechanism);
    void uninsert(Section& section, MechanismId mechanism);

    // --- beyond the cable ------------------------------------------------------------------------------------------
    /// Sets the number of layers of `extracellular`; allowed only while it is not inserted in any section.
    void set_extracellular_layers(int layers);
    int extracellular_layers() const;
    /// vext[0] of the same compartment if `v` is the v of a compartment with extracellular, else nullopt.
    std::optional<VariableRef> vext_of(VariableRef v) const;
    /// Adds equations that are solved together with the cable equations, from the next preparation until they are
    /// removed or one of their compartments is deleted.
    void add_linear_mechanism(std::shared_ptr<LinearMechanism> mechanism);
    void remove_linear_mechanism(const LinearMechanism& mechanism);
    bool has_linear_mechanisms() const;
    bool is_valid(const LinearMechanism& mechanism) const;

    // --- values -----------------------------------------------------------------------------------------------------
    /// Finds a range variable by its name in scripts: v, diam, cm, i_cap, i_membrane_, gnabar_hh, ena, nai, ...
    /// Returns nullopt if there is none.
    std::optional<RangeVariable> range_variable(std::string_view name) const;
    std::vector<std::string> range_variable_names() const;
    /// Throws std::invalid_argument if the mechanism is not inserted in the section, as NEURON does.
    VariableRef reference(const Section& section, const RangeVariable& variable, int element, double x) const;
    /// A variable of a point process or artificial cell.
    VariableRef reference(InstanceId instance, int column) const;
    bool exists(VariableRef ref) const;
    bool exists(InstanceId instance) const;
    /// Updates area and ri before they are read. Throws std::runtime_error if the section or instance was deleted.
    double load(VariableRef ref) const;
    /// Stores a value and marks what depends on it as outdated (for diam and cm the matrix, for a parameter a TABLE).
    void store(VariableRef ref, double value);
    /// The same for a section's range variable, in one call, because scripts access values one at a time.
    double load(const Section& section, const RangeVariable& variable, int element, double x) const;
    void store(const Section& section, const RangeVariable& variable, int element, double x, double value);
    /// The address, valid until the structure changes; for recorders, players and thresholds after `prepare`.
    double* address(VariableRef ref);

    double area(const Section& section, double x) const;  ///< [um2]
    double ri(const Section& section, double x) const;    ///< [megohm], to the parent compartment
    /// The effect of a compartment on its parent's equation, or of the parent on its own [mS/cm2]. The caller may change
    /// it; it is computed again when the shape or the structure changes. Precondition: the model is prepared.
    double* axial_coefficient(std::uint32_t compartment, bool of_parent);

    // --- point processes and artificial cells -----------------------------------------------------------------------
    InstanceId create_point_process(MechanismId mechanism, Section& section, double x);
    void move_point_process(InstanceId instance, Section& section, double x);
    InstanceId create_artificial_cell(MechanismId mechanism);
    void destroy_instance(InstanceId instance);
    struct Place {
        Section* section;  ///< null: not located (artificial cell, or its section was deleted)
        double x;          ///< center of its segment
    };
    Place place(InstanceId instance) const;
    /// Sets POINTER number k of an instance.
    void set_pointer(InstanceId instance, int k, VariableRef target);
    /// Sets POINTER k to a number outside the model, whose address must not change while the instance uses it.
    void set_pointer(InstanceId instance, int k, double* target);
    std::optional<VariableRef> pointer(InstanceId instance, int k) const;  ///< nullopt if no script set it
    rv_random& random(InstanceId instance, int k);                         ///< valid until the structure changes
    Past& past(InstanceId instance, int k);                                ///< HISTORY k; valid until the same
    /// Sets the second id of RANDOM streams whose ids no script sets, for instances created from now on: the rank, as
    /// in NEURON.
    void set_stream_group(std::uint32_t group);
    std::uint32_t stream_group() const;
    /// The density mechanism's instance in a segment.
    InstanceId instance(const Section& section, MechanismId mechanism, double x) const;

    // --- ions -------------------------------------------------------------------------------------------------------
    /// ion_style("na_ion", c_style, e_style, einit, eadvance, cinit) of NEURON, for one section.
    int ion_style(const Section& section, MechanismId ion) const;
    void set_ion_style(Section& section, MechanismId ion, int c_style, int e_style, int einit, int eadvance, int cinit);
    /// Registers an ion independently of mechanisms (ion_register).
    MechanismId register_ion(std::string_view name, double valence);

    // --- the run's scalars ------------------------------------------------------------------------------------------
    double t = 0;          ///< [ms]
    double dt = 0.025;     ///< [ms]
    double celsius = 6.3;  ///< [degC]
    int secondorder = 0;   ///< 0 implicit Euler, 1 and 2 Crank-Nicolson
    /// Random123_globalindex; set by Model::set_random_index.
    std::uint32_t random_index = 0;
    std::uint32_t stream_seed = 0;  ///< selects the streams of mechanisms with RV_STREAMS_BY_PLACE
    bool use_fast_imem = false;
    bool solves_directly = false;  ///< for voltages, not changes (solve/direct_tree.hpp); bits differ from NEURON's

    // --- for the engine ---------------------------------------------------------------------------------------------
    /// Sets the functions that compiled code may call; event code does so before `Model::prepare`.
    void set_services(const rv_services* services);
    /// Increases with every change of structure.
    std::uint64_t structure_version() const;
    /// Memory in use [bytes], by category, for reports.
    struct Memory {
        std::size_t compartments, mechanisms, sections;
    };
    Memory memory() const;

    /// Updates FUNCTION_TABLEs from the data they were made from.
    void follow_function_tables();
    /// The section and position of a row of the compartment table, for messages.
    Place compartment_place(std::uint32_t row) const;

    struct State;
    State& state() { return *state_; }  ///< only for engine/
    const State& state() const { return *state_; }

  private:
    friend class Section;
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::engine
