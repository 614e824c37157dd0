#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/cell/cells.hpp"
#include "engine/solve/grouping.hpp"

namespace ranvier::engine {

class Block;
struct ImpedanceSolution;

/// Cells, and the blocks in which a run advances them.
///
/// 1. Structure may change at any time; `prepare` then puts tables in order before the next use of blocks.
/// 2. Locations, blocks and their numbers hold until the structure changes.
class Model : public Cells {
  public:
    Model();
    ~Model();

    // --- preparation ------------------------------------------------------------------------------------------------
    using Bond = engine::Bond;
    /// Brings tables into Hines order, cut into blocks. What is bound stays in one block. No-op if nothing changed.
    /// Idle cells lie in one block behind all others. Throws std::invalid_argument if a LinearMechanism joins one of
    /// them with one that runs. Bonds between such cells are left out.
    void prepare(const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle = {});
    /// Takes up what has changed of sections' properties since, but not the structure.
    void refresh();

    // --- after prepare ----------------------------------------------------------------------------------------------
    std::span<const std::unique_ptr<Block>> blocks() const;
    /// Block and position within the block's instances.
    struct Location {
        std::uint32_t block;
        std::uint32_t index;
    };
    /// Throws std::invalid_argument if the instance is gone, or a point process in no section.
    Location locate(InstanceId instance) const;
    std::uint32_t block_of(const Section& section) const;
    /// block of the compartment or instance that a reference names; 0 for scalars
    std::uint32_t block_of(VariableRef ref) const;
    /// Calls make_tables of every mechanism: rebuilds TABLEs whose variables have changed. On one thread, before
    /// `Block::initialize` and before a run continues; cheap if nothing changed.
    void update_tables();

    // --- at any time ------------------------------------------------------------------------------------------------
    /// Calls a FUNCTION or PROCEDURE of a mechanism; no instance (default InstanceId): with globals alone.
    double call(MechanismId mechanism, int function, InstanceId instance, std::span<const double> arguments);
    /// Of conductances and capacitances at the present state, which Block::setup_matrix has computed. Throws
    /// std::invalid_argument if the structure has changed since, and where cells are more than trees.
    ImpedanceSolution solve_impedance(const Section& section, double x, double frequency_Hz) const;

  private:
    struct Prepared;
    bool is_prepared() const;
    bool update_tables(MechanismType& type, rv_instances& instances);
    std::unique_ptr<Prepared> prepared_;
};

}  // namespace ranvier::engine
