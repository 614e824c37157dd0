#pragma once

#include <nvector/nvector_serial.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// Serial vectors of one length for CVODE and IDA, with loops that use vector instructions: these libraries' operations
/// on states cost as much as small mechanisms. Results are bitwise equal to the library's, except for norms, whose sum
/// has eight parts.
///
/// A vector and its clones are stored side by side, because each cell may have its own integrator, whose steps are
/// limited by memory access. They live as long as this object; N_VDestroy does not free them.
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
    std::size_t left_ = 0;  // number of vectors that fit into the last page
};

/// Whether all elements are finite. `v` must come from StepVectors.
bool is_finite(N_Vector v);
/// Sets the padding up to a whole number of registers to x. It must be 0 in all vectors passed to the library.
void set_padding(double x, N_Vector v);
/// Computes weights = 1/(relative |y| + absolute); returns false if a weight is not finite. All vectors must come from
/// StepVectors; the padding of `absolute` must be infinite.
bool invert_tolerances(N_Vector y, double relative, N_Vector absolute, N_Vector weights);

}  // namespace ranvier::engine
