#pragma once

#include <mutex>
#include <set>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// What the mechanisms of a rank print, from any thread.
class MechanismOutput {
  public:
    /// To standard output.
    void print(const char* text);
    /// Whether a mechanism warns for the first time.
    bool warns_first(MechanismId mechanism);

  private:
    std::mutex mutex_;
    std::set<MechanismId> warned_;
};

}  // namespace ranvier::engine
