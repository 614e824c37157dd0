# The sources of library/headless, by their path from library/.
set(RANVIER_HEADLESS_SOURCES
  headless/controls.cpp
  headless/figures.cpp
  headless/graph.cpp
  headless/headless.cpp
  headless/panels.cpp
  headless/shapes.cpp
  headless/svg.cpp
  headless/vector_plot.cpp
  headless/windows.cpp)
