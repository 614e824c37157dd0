#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "exchange/spike.hpp"
#include "exchange/study/measured_times.hpp"

/// The times of computing that a summary holds.
namespace ranvier::program {

/// Reads them. Throws std::exception.
void read_times(const nlohmann::json& summary, exchange::MeasuredTimes& times);

/// The share of each cell in the time of its block [s], by the work of its steps. Throws std::runtime_error, which names the
/// file.
std::vector<std::pair<exchange::Gid, double>> read_times_of_cells(const std::string& file);

}  // namespace ranvier::program
