#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/solve/grouping.hpp"

namespace ranvier::engine {

class Block;
class ImpedanceSolution;

/// Cells, and the blocks in which a run advances them.
///
/// 1. The structure may change at any time; `prepare` then puts the tables in order before the next use of blocks.
/// 2. Locations, blocks and block numbers are valid until the structure changes.
class Model : public Cells {
  public:
    Model();
    ~Model();

    // --- preparation ------------------------------------------------------------------------------------------------
    using Bond = engine::Bond;
    /// Puts the tables in Hines order and divides them into blocks. Bound cells stay in one block. No-op if nothing
    /// has changed. Idle cells are in one block after all others. Bonds between an idle and a running cell are ignored;
    /// if a LinearMechanism joins such cells, throws std::invalid_argument.
    void prepare(const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle = {});
    /// Applies changes of section properties, but not of the structure, made since `prepare`.
    void refresh();

    // --- after prepare ----------------------------------------------------------------------------------------------
    std::span<const std::unique_ptr<Block>> blocks() const;
    /// How often `prepare` has arranged the rows of compartments and instances, which then may have moved.
    std::uint64_t arrangements() const;
    /// Block and position within the block's instances.
    struct Location {
        std::uint32_t block;
        std::uint32_t index;
    };
    /// Throws std::invalid_argument if the instance was deleted or is a point process in no section.
    Location locate(InstanceId instance) const;
    std::uint32_t block_of(const Section& section) const;
    /// The block of the compartment or instance that `ref` refers to; 0 for scalars.
    std::uint32_t block_of(VariableRef ref) const;
    /// Calls make_tables of every mechanism to rebuild TABLEs whose variables have changed. To be called on one thread,
    /// before `Block::initialize` and before a run continues; cheap if nothing has changed.
    void update_tables();

    // --- at any time ------------------------------------------------------------------------------------------------
    /// Random123_globalindex: part of the key of all RANDOM streams from the next draw on.
    void set_random_index(std::uint32_t index);
    /// Calls a FUNCTION or PROCEDURE of a mechanism; without an instance (default InstanceId), it sees only globals.
    double call(MechanismId mechanism, int function, InstanceId instance, std::span<const double> arguments);
    /// Computes impedances from the conductances and capacitances of the last Block::setup_matrix. Throws
    /// std::invalid_argument if the structure has changed since, or if the cells are not just trees.
    void solve_impedance(const Section& section, double x, double frequency_Hz, ImpedanceSolution& solution) const;

  private:
    struct Prepared;
    bool is_prepared() const;
    bool update_tables(MechanismType& type, rv_instances& instances);
    std::unique_ptr<Prepared> prepared_;
};

}  // namespace ranvier::engine
