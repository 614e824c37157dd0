#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/state/checkpointed_outputs.hpp"
#include "engine/state/origin.hpp"
#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// The file that describes a complete checkpoint: its states and its output files.
struct CheckpointManifest {
    std::uint64_t set = 0;         ///< the same as in the states
    std::uint64_t generation = 0;  ///< increases by one from checkpoint to checkpoint
    std::uint64_t stretch = 0;     ///< number of the latest finitialize, from 1 on
    std::int64_t step = 0;         ///< since that finitialize
    std::uint32_t ranks = 0;
    double t = 0;  ///< [ms]
    std::string settings;
    std::vector<Origin> origins;  ///< what the run was made from; merged
    std::vector<SavedOutput> outputs;
};

Bytes to_bytes(const CheckpointManifest& manifest);
/// True if the bytes begin like a manifest of any version, whole or damaged.
bool is_checkpoint_manifest(std::span<const std::byte> bytes);
/// Throws StateError.
CheckpointManifest checkpoint_manifest(std::span<const std::byte> bytes);

}  // namespace ranvier::engine
