#pragma once

#include <string>

#include "hoc_like/library/session.hpp"

namespace ranvier::program {

/// Reads files of connections, and writes those of all ranks to one.
hoc::Session::ConnectionFiles connection_files(hoc::Session& session);

}  // namespace ranvier::program
