#pragma once

#include <span>
#include <string>
#include <vector>

#include "exchange/transport/transport.hpp"

/// Words for what differs between ranks.

namespace ranvier::exchange {

/// "rank 2", or "ranks 0-3, 7"; ascending.
std::string rank_names(const std::vector<int>& ranks);

/// Which ranks have which value: "0.025 on ranks 0-2, 0.05 on rank 3". A rank with an empty text is left out. Empty if
/// the others all have the same.
std::string differing_values(std::span<const std::string> by_rank);

/// Collective: the texts of all ranks, by rank.
Task<std::vector<std::string>> gather_texts(Transport& transport, std::string mine);

}  // namespace ranvier::exchange
