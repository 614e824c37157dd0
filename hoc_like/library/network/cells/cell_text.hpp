#pragma once

#include <string>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::hoc {

/// All that a run can change in the cell of a source, as text for comparing two runs line by line: t, and for each
/// section its size and its place, for each segment v and the variables of its mechanisms and point processes, and the
/// connections onto these. Numbers have 17 digits. Names contain no numbers that depend on other cells of the rank.
std::string cell_text(const engine::Model& model, const engine::Network& network, const engine::SourceInfo& source);

}  // namespace ranvier::hoc
