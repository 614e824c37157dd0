list(APPEND engine_sources
  run/delay_table.cpp
  run/event_counts.cpp
  run/initialise.cpp
  run/interval_log.cpp
  run/local_steps.cpp
  run/pattern.cpp
  run/player.cpp
  run/replay.cpp
  run/saved_state.cpp
  run/simulation.cpp
  run/step.cpp
  run/thread_pool.cpp
  run/transfer.cpp
  run/variable_integrator.cpp
  run/variable_run.cpp
  run/window.cpp)
