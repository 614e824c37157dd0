#pragma once

#include <nvector/nvector_serial.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// Serial vectors of one length for CVODE and IDA, whose loops become vector instructions: what these libraries do with
/// states costs as much as small mechanisms do. Results are those of the library's loops to the bit, but for norms,
/// whose sum has eight parts.
///
/// A vector and those that are cloned from it lie side by side, for each cell may have an integrator of its own, and
/// memory is what their steps wait for. They live as long as this does; N_VDestroy leaves them.
class StepVectors {
  public:
    StepVectors(sunindextype length, SUNContext context);
    ~StepVectors();
    StepVectors(const StepVectors&) = delete;
    StepVectors& operator=(const StepVectors&) = delete;

    /// A vector of zeros.
    N_Vector make();
    void list_memory(CacheLines& to) const;

  private:
    sunindextype length_;
    SUNContext context_;
    std::vector<std::unique_ptr<std::byte[]>> pages_;
    std::size_t page_bytes_ = 0;
    std::size_t left_ = 0;  // vectors that the last page has room for
};

/// Whether all its numbers are. The argument is such a vector.
bool is_finite(N_Vector v);
/// What lies behind its numbers, up to a whole number of registers. It must be 0 in all vectors that the library gets.
void set_padding(double x, N_Vector v);
/// weights = 1/(relative |y| + absolute); false if one of them is no finite number. The arguments are such vectors; the
/// padding of `absolute` is infinite.
bool invert_tolerances(N_Vector y, double relative, N_Vector absolute, N_Vector weights);

}  // namespace ranvier::engine
