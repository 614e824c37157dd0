#pragma once

#include "hoc_like/library/session.hpp"

namespace ranvier::program {

/// Makes one rank's share of a network on many ranks, of which no other exists, and says what each part took, and what the
/// full run would take besides (docs/networks.md). Ends the script when its first run begins.
class DryRun {
  public:
    explicit DryRun(hoc::Session& session);

    /// At the end of a script without a run: initializes one, and prints the times and bytes.
    void finish();

  private:
    void tell();

    hoc::Session& session_;
    bool has_told_ = false;
};

}  // namespace ranvier::program
