#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string_view>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// Where the mechanisms of a rank print, from any thread.
class MechanismOutput {
  public:
    using Print = std::function<void(std::string_view)>;
    /// Null: standard output.
    void set_print(Print print) { print_ = std::move(print); }
    void print(const char* text);
    /// Whether a mechanism warns for the first time.
    bool warns_first(MechanismId mechanism);

  private:
    std::mutex mutex_;
    Print print_;
    std::set<MechanismId> warned_;
};

}  // namespace ranvier::engine
