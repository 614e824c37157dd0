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
    /// A script wishes n threads or, if not `in_parallel`, one thread for the work of n.
    void wish(int n, bool in_parallel);
    /// What a script wished last; 0: nothing.
    int wished() const { return wished_; }
    /// What happened to the script's wish, and why fewer threads run than there should; empty: nothing to say.
    std::string notice() const;

  private:
    engine::Simulation& simulation_;
    std::optional<int> fixed_, unheeded_;
    int wished_ = 0;
};

}  // namespace ranvier::hoc
