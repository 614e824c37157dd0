#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/rule/cell_positions.hpp"
#include "engine/rule/distribution.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

struct ParallelParts;

/// What each call of pc.cells says, whatever its cells are made from: their gids, which of them are on this rank, and the
/// values of their parameters.
struct CellRange {
    struct Parameter {
        std::string name;
        engine::Distribution values;
    };

    engine::GidSet gids;
    std::vector<std::uint32_t> here;  ///< positions of this rank's cells among the gids, ascending
    bool is_balanced = false;  ///< `here` is empty until the first cell has been made, whose cost decides the others
    std::uint64_t seed = 0;
    std::uint32_t number = 0;  ///< of this call, among those that draw random numbers
    std::string population;    ///< empty: none
    std::optional<engine::Locations> locations;
    std::vector<Parameter> parameters;  ///< the k-th parameter of a cell is drawn with the index k

    engine::KeyedRandom random() const { return {seed, number}; }
    /// The value of parameter k for the cell at this position.
    double value(std::uint32_t k, std::uint32_t position) const;
};

/// The words that depend on what cells are made from.
struct OwnWords {
    /// Reads the value of a word that is not a parameter; false: it has no such word.
    std::function<bool(const std::string& word, NamedArguments& given, const CellRange& cells)> read;
    /// Fails unless cells have such a parameter.
    std::function<void(const std::string& parameter)> check;
};

/// Reads the arguments after the first one, (first, n[, placement][, "word", value, ...]), and checks together with the
/// other ranks that the gids are new. Collective.
CellRange read_cell_range(Call& call, const ParallelParts& parts, const OwnWords& own);

/// Keeps what the words say about the cells of all ranks (positions, population) and returns their GidRange.
ObjectPtr note_cell_range(const ParallelParts& parts, const CellRange& cells);

/// Reads where cells are, after the word "position": three Vectors, or "box" or "cylinder" with its numbers.
engine::Locations locations_argument(Call& call, NamedArguments& given, const engine::GidSet& gids);

/// A name that can stand in a list: "L23E=0:2068,L23I=2068:2651" is in a raster. Fails if it cannot.
std::string population_word(const Call& call, NamedArguments& given);

}  // namespace ranvier::hoc
