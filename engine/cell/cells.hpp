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

/// A name that means a value along a section: `v`, `diam`, `gnabar_hh`, `ena`.
struct RangeVariable {
    std::uint16_t table;  ///< compartment_table, or a MechanismId
    std::uint16_t column;
    std::uint16_t length;  ///< 1, or the length of an array variable (consecutive columns)
    bool is_parameter;
};

/// The cells of one rank: sections, what is inserted in them, artificial cells, and all their values.
///
/// 1. Structure may change at any time; `Model::prepare` (solve/model.hpp) then puts tables in order.
/// 2. Values live in the tables alone. VariableRefs hold through changes of structure.
/// 3. Knows no events, no ranks and no scripts.
/// User errors are std::invalid_argument with a message that names section and mechanism.
class Cells {
  public:
    Cells();
    ~Cells();
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    // --- mechanisms -------------------------------------------------------------------------------------------------
    /// Makes a compiled mechanism known, and the ions it uses. The description must outlive this. The same
    /// description again is no-op; another one of the same name throws, naming both sources.
    MechanismId register_mechanism(const rv_mechanism& description);
    std::optional<MechanismId> find_mechanism(std::string_view name) const;  ///< "hh", "ExpSyn", "na_ion"
    const MechanismType& mechanism(MechanismId id) const;
    MechanismType& mechanism(MechanismId id);  ///< to set globals; touch() it afterwards
    std::span<const std::unique_ptr<MechanismType>> mechanisms() const;
    /// Mechanisms and ions in the order in which they run and are summed, NEURON's.
    std::span<const MechanismId> running_order() const;

    // --- sections ---------------------------------------------------------------------------------------------------
    Section& create_section(std::string name);
    void destroy_section(Section& section);
    /// In order of creation.
    std::span<const std::unique_ptr<Section>> sections() const;
    /// Whether no potential can ever change: there are only artificial cells, and sections without any mechanism or
    /// clamp.
    bool is_without_equations() const;
    void connect(Section& child, double child_end, Section& parent, double parent_x);
    void disconnect(Section& section);
    void insert(Section& section, MechanismId mechanism);
    void uninsert(Section& section, MechanismId mechanism);

    // --- beyond the cable ------------------------------------------------------------------------------------------
    /// Layers of `extracellular`; may change only while no section has it.
    void set_extracellular_layers(int layers);
    int extracellular_layers() const;
    /// vext[0] if a reference is to the v of a compartment with extracellular, else nullopt.
    std::optional<VariableRef> vext_of(VariableRef v) const;
    /// Adds equations to be solved with those of the cables, from the next preparation until they are removed or one of
    /// their compartments is deleted.
    void add_linear_mechanism(std::shared_ptr<LinearMechanism> mechanism);
    void remove_linear_mechanism(const LinearMechanism& mechanism);
    bool has_linear_mechanisms() const;
    bool is_valid(const LinearMechanism& mechanism) const;

    // --- values -----------------------------------------------------------------------------------------------------
    /// By the name scripts use: v, diam, cm, i_cap, i_membrane_, gnabar_hh, ena, nai, ...; nullopt if there is none.
    std::optional<RangeVariable> range_variable(std::string_view name) const;
    std::vector<std::string> range_variable_names() const;
    /// Throws std::invalid_argument if the mechanism is not inserted there, as NEURON does.
    VariableRef reference(const Section& section, const RangeVariable& variable, int element, double x) const;
    /// A variable of a point process or artificial cell.
    VariableRef reference(InstanceId instance, int column) const;
    bool exists(VariableRef ref) const;
    bool exists(InstanceId instance) const;
    double load(VariableRef ref) const;  ///< throws std::runtime_error if its section or instance was deleted; updates
                                         ///< area, ri
    /// Stores and does what depends on it (diam and cm change the matrix, a parameter a TABLE).
    void store(VariableRef ref, double value);
    /// The same for a section's range variable, in one call: scripts set single values.
    double load(const Section& section, const RangeVariable& variable, int element, double x) const;
    void store(const Section& section, const RangeVariable& variable, int element, double x, double value);
    /// The address, good until the structure changes; for recorders, players and thresholds after `prepare`.
    double* address(VariableRef ref);

    double area(const Section& section, double x) const;  ///< [um2]
    double ri(const Section& section, double x) const;    ///< [megohm], to the parent's compartment

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
    /// Sets POINTER k to a number outside the model; it must not move as long as the instance uses it.
    void set_pointer(InstanceId instance, int k, double* target);
    std::optional<VariableRef> pointer(InstanceId instance, int k) const;  ///< nullopt if no script set it
    rv_random& random(InstanceId instance, int k);                         ///< holds until the structure changes
    /// Second id of the RANDOM streams that no script names, of instances made from now on: the rank, as in NEURON.
    void set_stream_group(std::uint32_t group);
    /// The density mechanism's instance in a segment.
    InstanceId instance(const Section& section, MechanismId mechanism, double x) const;

    // --- ions -------------------------------------------------------------------------------------------------------
    /// ion_style("na_ion", c_style, e_style, einit, eadvance, cinit) of NEURON, for one section.
    int ion_style(const Section& section, MechanismId ion) const;
    void set_ion_style(Section& section, MechanismId ion, int c_style, int e_style, int einit, int eadvance, int cinit);
    /// Makes an ion that no mechanism uses (ion_register).
    MechanismId register_ion(std::string_view name, double valence);

    // --- the run's scalars ------------------------------------------------------------------------------------------
    double t = 0;          ///< [ms]
    double dt = 0.025;     ///< [ms]
    double celsius = 6.3;  ///< [degC]
    int secondorder = 0;   ///< 0 implicit Euler, 1 and 2 Crank-Nicolson
    bool use_fast_imem = false;
    bool solves_directly = false;  ///< trees for voltages, not their changes (solve/direct_tree.hpp): not NEURON's bits

    // --- the engine's side ------------------------------------------------------------------------------------------
    /// What compiled code may call; set by the event side before `Model::prepare`.
    void set_services(const rv_services* services);
    /// Increases with every change of structure.
    std::uint64_t structure_version() const;
    /// Bytes held, by subject, for reports.
    struct Memory {
        std::size_t compartments, mechanisms, sections;
    };
    Memory memory() const;

    /// Brings FUNCTION_TABLEs up to date with what they were made of.
    void follow_function_tables();
    /// The section and place of a row of the compartment table, for messages.
    Place compartment_place(std::uint32_t row) const;

    struct State;
    State& state() { return *state_; }  ///< only for engine/
    const State& state() const { return *state_; }

  private:
    friend class Section;
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::engine
