# The sources of library/data, by their path from library/.

# A part consists of data/NAME.hpp and .cpp, which define register_NAME(Registry&) for a class or functions that need no
# simulation.
set(RANVIER_DATA_PARTS
  data/file
  data/gui_math
  data/list
  data/matrix
  data/old_files
  data/pointer
  data/praxis_functions
  data/system)

set(RANVIER_DATA_SOURCES
  data/arguments.cpp
  data/data.cpp
  data/distribution.cpp
  data/format.cpp
  data/fourier.cpp
  data/lent_memory.cpp
  data/matrix_algebra.cpp
  data/matrix_text.cpp
  data/old_random_streams.cpp
  data/praxis.cpp
  data/random.cpp
  data/random_stream.cpp
  data/sandbox.cpp
  data/string_functions.cpp
  data/vector.cpp
  data/vector_arithmetic.cpp
  data/vector_elements.cpp
  data/vector_feature.cpp
  data/vector_file.cpp
  data/vector_fit.cpp
  data/vector_histogram.cpp
  data/vector_search.cpp
  data/vector_signal.cpp
  data/vector_statistics.cpp
  data/vector_transform.cpp
  data/written.cpp)
