# The sources of library/data, by their path from library/.
set(RANVIER_DATA_SOURCES
  data/arguments.cpp
  data/data.cpp
  data/distribution.cpp
  data/file.cpp
  data/format.cpp
  data/fourier.cpp
  data/list.cpp
  data/matrix_algebra.cpp
  data/matrix_elements.cpp
  data/matrix_text.cpp
  data/old_files.cpp
  data/random.cpp
  data/random_stream.cpp
  data/string_functions.cpp
  data/system.cpp
  data/vector.cpp
  data/vector_arithmetic.cpp
  data/vector_elements.cpp
  data/vector_file.cpp
  data/vector_fit.cpp
  data/vector_histogram.cpp
  data/vector_search.cpp
  data/vector_signal.cpp
  data/vector_statistics.cpp
  data/vector_transform.cpp)
# Needs: fmt::fmt, Eigen3::Eigen, random123.
