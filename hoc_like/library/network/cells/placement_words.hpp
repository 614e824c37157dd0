#pragma once

#include <cstdint>
#include <vector>

#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

struct Rank;

/// Reads which ranks get n cells (docs: "Cells"), in words or as a Vector of ranks. Returns the positions, among the n, of
/// the cells of this rank, ascending. Without words, cells are dealt like cards.
std::vector<std::uint32_t> cells_here(Call& call, const Rank& rank, NamedArguments& given, std::uint32_t n);

}  // namespace ranvier::hoc
