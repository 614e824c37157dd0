#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// NAME of "NAME = VALUE" as -c gives it; empty for other statements.
std::string name_set_by(const std::string& statement);

/// The variables that -c has set ("NAME = VALUE"), with the values that they have now, in the order of the command line.
std::vector<std::pair<std::string, double>> set_values(hoc::Session& session, const RunOptions& options);

}  // namespace ranvier::program
