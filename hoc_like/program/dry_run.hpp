#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "exchange/strategy/dry_run.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// What a dry run has found. Bytes and seconds of parts are by ConstructionMeter::Part.
struct DryRunFigures {
    int rank = 0, ranks = 1;
    double connections = 0;
    exchange::Share share;          ///< of the rank
    exchange::Footprint footprint;  ///< of the exchange, estimated
    std::string exchange;           ///< its name
    std::array<hoc::ConstructionMeter::Cost, hoc::ConstructionMeter::parts> costs;
    double resident = 0, peak = 0;  ///< memory of the process [bytes]
};

/// As JSON: what `--json` prints, and the part `dry_run` of a summary (docs/networks.md).
nlohmann::ordered_json json_of(const DryRunFigures& figures);

/// Makes one rank's share of a network on many ranks, of which no other exists, and says what each part took, and what the
/// full run would take besides (docs/networks.md). Ends the script when its first run begins.
class DryRun {
  public:
    /// `as_json`: prints JSON instead of a table.
    DryRun(hoc::Session& session, bool as_json);

    /// At the end of a script without a run: initializes one, and prints the times and bytes.
    void finish();
    /// What was printed; null before.
    const DryRunFigures* figures() const { return figures_ ? &*figures_ : nullptr; }

  private:
    void tell();

    hoc::Session& session_;
    bool as_json_;
    std::optional<DryRunFigures> figures_;
};

}  // namespace ranvier::program
