list(APPEND engine_sources
  event/block_events.cpp
  event/connection_index.cpp
  event/delivery.cpp
  event/gids.cpp
  event/network.cpp
  event/services.cpp
  event/waiting.cpp)
