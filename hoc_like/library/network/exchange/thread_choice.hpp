#pragma once

#include <optional>
#include <string>

namespace ranvier::engine {
class Simulation;
}

namespace ranvier::hoc {

/// The number of threads, which scripts wish and the command line may fix.
class ThreadChoice {
  public:
    explicit ThreadChoice(engine::Simulation& simulation) : simulation_(simulation) {}

    /// Fixes the number of threads: later wishes of the script are only noted.
    void fix(int n);
    /// A script wishes n threads.
    void wish(int n);
    /// What happened to the script's wish, and why fewer threads run than there should; empty: nothing to say.
    std::string notice() const;

  private:
    engine::Simulation& simulation_;
    std::optional<int> fixed_, unheeded_;
};

}  // namespace ranvier::hoc
