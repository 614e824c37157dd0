#pragma once

#include <memory>

#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// One rank, alone, without MPI. Messages to itself are kept until received.
std::unique_ptr<Transport> make_local_transport();

}  // namespace ranvier::exchange
