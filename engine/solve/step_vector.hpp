#pragma once

#include <nvector/nvector_serial.h>

#include <cstddef>
#include <memory>
#include <vector>

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

  private:
    sunindextype length_;
    SUNContext context_;
    std::vector<std::unique_ptr<std::byte[]>> pages_;
    std::size_t left_ = 0;  // vectors that the last page has room for
};

/// weights = 1/(relative |y| + absolute); false if one of them is no finite number. The arguments are such vectors.
bool invert_tolerances(N_Vector y, double relative, N_Vector absolute, N_Vector weights);

}  // namespace ranvier::engine
