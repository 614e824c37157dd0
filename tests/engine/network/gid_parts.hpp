#pragma once

#include <gtest/gtest.h>

#include "engine/connection/connections.hpp"
#include "engine/network/gids.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Gids and what they are made of, without a Network.
class GidParts : public testing::Test {
  protected:
    Model model;
    NetworkChanges changes;
    Sources sources{model, changes};
    Recordings recordings{sources};
    Connections connections;
    Gids gids{model, changes, sources, recordings, connections};
};

}  // namespace ranvier::engine
