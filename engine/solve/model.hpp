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

class Block;
struct ImpedanceSolution;
struct LinearMechanism;
class MechanismType;

/// How preparation groups cells. No result depends on it.
struct Grouping {
    int threads = 1;
    std::size_t compartments_per_block = 2048;  ///< aimed at; a cell is never split

    /// So many: each cell, or those tied together, has a block to itself. Its rows then lie in an order of its own,
    /// whatever other cells there are, so that sums over them (norms of variable steps) have the same bits.
    static constexpr std::size_t each_cell_alone = 1;
};

/// Cells that are there, and initialised, but do not run: those that a replay lets fire from its raster.
struct IdleCells {
    std::vector<const Section*> roots;   ///< of trees of sections; in any order, without repetition
    std::vector<InstanceId> artificial;  ///< the same of artificial cells
    bool operator==(const IdleCells&) const = default;
};

/// A name that means a value along a section: `v`, `diam`, `gnabar_hh`, `ena`.
struct RangeVariable {
    std::uint16_t table;  ///< compartment_table, or a MechanismId
    std::uint16_t column;
    std::uint16_t length;  ///< 1, or the length of an array variable (consecutive columns)
    bool is_parameter;
};

/// The cells of one rank: sections, what is inserted in them, artificial cells, and all their values.
///
/// 1. Structure may change at any time; `prepare` then puts tables in order before the next use of blocks.
/// 2. Values live in the tables alone. VariableRefs hold through changes of structure.
/// 3. Knows no events, no ranks and no scripts.
/// Errors of the user are std::invalid_argument with a message that names section and mechanism.
class Model {
  public:
    Model();
    ~Model();
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    // --- mechanisms -------------------------------------------------------------------------------------------------
    /// Makes a compiled mechanism known, and the ions it uses. The description must outlive the Model. The same
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
    /// Can no potential ever move: there are artificial cells alone, and sections without any mechanism or clamp.
    bool is_without_equations() const;
    void connect(Section& child, double child_end, Section& parent, double parent_x);
    void disconnect(Section& section);
    void insert(Section& section, MechanismId mechanism);
    void uninsert(Section& section, MechanismId mechanism);

    // --- beyond the cable ------------------------------------------------------------------------------------------
    /// Layers of `extracellular`; may change only while it is inserted nowhere.
    void set_extracellular_layers(int layers);
    int extracellular_layers() const;
    /// vext[0] where a reference means the v of a compartment with extracellular, else nullopt.
    std::optional<VariableRef> vext_of(VariableRef v) const;
    /// Equations to be solved with those of the cables from the next preparation on, until they are removed or a
    /// compartment of theirs is gone.
    void add_linear_mechanism(std::shared_ptr<LinearMechanism> mechanism);
    void remove_linear_mechanism(const LinearMechanism& mechanism);
    bool has_linear_mechanisms() const;
    bool is_valid(const LinearMechanism& mechanism) const;
    /// Of conductances and capacitances at the present state, which Block::setup_matrix has computed.
    ImpedanceSolution solve_impedance(const Section& section, double x, double frequency_Hz) const;

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
    double load(VariableRef ref) const;  ///< throws std::runtime_error if the place is gone; brings area, ri up to date
    /// Stores and does what depends on it (diam and cm change the matrix, a parameter a TABLE).
    void store(VariableRef ref, double value);
    /// The same by a section's range variable, in one go: scripts do it value by value.
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
        double x;          ///< centre of its segment
    };
    Place place(InstanceId instance) const;
    /// Sets POINTER number k of an instance.
    void set_pointer(InstanceId instance, int k, VariableRef target);
    /// POINTER k at a number that is not the model's; it must stay where it is as long as the instance uses it.
    void set_pointer(InstanceId instance, int k, double* target);
    std::optional<VariableRef> pointer(InstanceId instance, int k) const;  ///< nullopt if no script set it
    rv_random& random(InstanceId instance, int k);                         ///< holds until the structure changes
    /// Second id of the RANDOM streams that no script names, of instances made from now on: the rank, as in NEURON.
    void set_stream_group(std::uint32_t group);
    /// The density mechanism's instance in a segment.
    InstanceId instance(const Section& section, MechanismId mechanism, double x) const;
    /// Calls a FUNCTION or PROCEDURE of a mechanism; no instance (default InstanceId): with globals alone.
    double call(MechanismId mechanism, int function, InstanceId instance, std::span<const double> arguments);

    // --- ions -------------------------------------------------------------------------------------------------------
    /// ion_style("na_ion", c_style, e_style, einit, eadvance, cinit) of NEURON, for one section.
    int ion_style(const Section& section, MechanismId ion) const;
    void set_ion_style(Section& section, MechanismId ion, int c_style, int e_style, int einit, int eadvance, int cinit);
    /// Makes an ion that no mechanism has named (ion_register).
    MechanismId register_ion(std::string_view name, double valence);

    // --- the run's scalars ------------------------------------------------------------------------------------------
    double t = 0;          ///< [ms]
    double dt = 0.025;     ///< [ms]
    double celsius = 6.3;  ///< [degC]
    int secondorder = 0;   ///< 0 implicit Euler, 1 and 2 Crank-Nicolson
    bool use_fast_imem = false;
    bool solves_directly = false;  ///< trees for voltages, not their changes (solve/direct_tree.hpp): not NEURON's bits

    // --- preparation ------------------------------------------------------------------------------------------------
    /// What compiled code may call, and what `rv_instances::engine` holds for block b (b->event_context), set by the
    /// event side before `prepare`.
    void set_services(const rv_services* services);
    /// Increases with every change of structure.
    std::uint64_t structure_version() const;
    /// Brings tables into Hines order, cut into blocks. Cells that share (by `tied`) an index stay in one block:
    /// pairs of instances or sections that must advance together. No-op if nothing changed.
    struct Tie {
        Section* a_section;  ///< by section or, if null, by instance
        InstanceId a_instance;
        Section* b_section;
        InstanceId b_instance;
    };
    /// Idle cells lie in one block behind all others. Throws std::invalid_argument if a LinearMechanism joins one of
    /// them with one that runs. Ties between such cells are left out.
    void prepare(const Grouping& grouping, std::span<const Tie> ties, const IdleCells& idle = {});
    /// Takes up what has changed of sections' properties since, but not the structure.
    void refresh();
    std::span<const std::unique_ptr<Block>> blocks() const;
    /// Block and position within the block's instances; after prepare.
    struct Location {
        std::uint32_t block;
        std::uint32_t index;
    };
    Location locate(InstanceId instance) const;
    std::uint32_t block_of(const Section& section) const;
    /// block of the compartment or instance that a reference names; 0 for scalars
    std::uint32_t block_of(VariableRef ref) const;

    /// Bytes held, by subject, for reports.
    struct Memory {
        std::size_t compartments, mechanisms, sections;
    };
    Memory memory() const;

    /// Calls make_tables of every mechanism: rebuilds TABLEs whose variables have changed. On one thread, before
    /// `Block::initialize` and before a run goes on; cheap if nothing changed.
    void update_tables();
    /// Brings FUNCTION_TABLEs up to date with what they were made of.
    void follow_function_tables();
    /// The section and place of a row of the compartment table, for messages.
    Place compartment_place(std::uint32_t row) const;

    struct State;
    State& state() { return *state_; }  ///< for engine/ alone
    const State& state() const { return *state_; }

  private:
    friend class Section;
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::engine
