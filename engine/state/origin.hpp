#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// A part of what a run was made from, to detect that a resumed run is another: a script, a .mod file, or the values of
/// a parameter in all cells.
struct Origin {
    std::string name;         ///< for messages: "ring.hoc", "gnabar_hh", "weights of connections"
    std::uint64_t hash = 0;   ///< of the text or, of values, the sum over all, which no placement changes
    bool is_of_rank = false;  ///< counts values that belong to a rank: comparable only on as many ranks

    bool operator==(const Origin&) const = default;
};

/// FNV-1a; `text` may have any length.
std::uint64_t hash_of_text(std::string_view text);

/// Adds the hashes of equal names. Sorted by name.
std::vector<Origin> merged(std::vector<Origin> all);

void put_origins(std::span<const Origin> origins, ByteWriter& out);
/// Throws StateError.
std::vector<Origin> take_origins(ByteReader& in);

/// The names of those that differ, each once, in order: with another hash, or in one of both only. Both are merged.
/// `same_ranks`: whether both are of as many ranks.
std::vector<std::string> differences(std::span<const Origin> saved, std::span<const Origin> now, bool same_ranks);

}  // namespace ranvier::engine
