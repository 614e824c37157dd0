#include "hoc_like/program/dry_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "exchange/strategy/dry_run.hpp"
#include "hoc_like/language/interface/error.hpp"

namespace ranvier::program {

namespace {

using hoc::ConstructionMeter;
using Part = ConstructionMeter::Part;

constexpr const char* names[ConstructionMeter::parts] = {"script", "cells", "connections", "tables", "initialization"};

void print(const char* what, const hoc::ConstructionMeter::Cost& cost) {
    std::printf("%-16s %9.3f s %12.3f MB\n", what, cost.seconds, cost.bytes / 1e6);
}

void print_bytes(const char* what, double bytes, const std::string& remark = "") {
    std::printf("%-16s %11s %12.3f MB%s\n", what, "", bytes / 1e6, remark.c_str());
}

}  // namespace

DryRun::DryRun(hoc::Session& session) : session_(session) {
    ConstructionMeter& meter = session.construction();
    meter.begin();
    engine::Simulation& simulation = session.simulation();
    simulation.add_initialize_handler(3, [&meter] { meter.enter(Part::tables); });
    simulation.add_initialize_handler(0, [&meter] { meter.enter(Part::initialization); });
    simulation.add_initialize_handler(2, [this, &meter] {
        meter.enter(Part::script);
        tell();
        throw hoc::Quit{0};
    });
}

void DryRun::finish() {
    if (has_told_) return;
    try {
        session_.initialize(std::nullopt);
    } catch (const hoc::Quit&) {
    }
}

void DryRun::tell() {
    has_told_ = true;
    const exchange::DryRunExchange& exchange = *session_.dry_run_exchange();
    const exchange::Share& share = exchange.share();
    const exchange::Footprint footprint = exchange.footprint(share);
    const ConstructionMeter& meter = session_.construction();
    const auto connections = static_cast<double>(session_.network().connections_made());
    std::printf("rank %d of %d: %.0f cells and other sources, %.0f connections from %.0f sources of other ranks\n",
                session_.rank().id, session_.rank().nhost, share.owned, connections, share.wanted);
    ConstructionMeter::Cost all;
    for (std::size_t k = 0; k < ConstructionMeter::parts; ++k) {
        const ConstructionMeter::Cost& cost = meter.costs()[k];
        print(names[k], cost);
        all.seconds += cost.seconds;
        all.bytes += cost.bytes;
    }
    print("all", all);
    print_bytes("resident", hoc::resident_memory());
    print_bytes("peak", hoc::peak_memory());
    print_bytes("lists of ranks", footprint.lists,
                fmt::format("  estimated: {:.0f} sources that {:.0f} other ranks want, {:.0f} pairs", share.outputs,
                            share.neighbors, share.listeners));
    print_bytes("buffers", footprint.buffers,
                fmt::format("  estimated: {}, {} ranks", session_.exchange_name(), session_.rank().nhost));
    print_bytes("while connecting", footprint.connecting, "  estimated, freed before the first step");
}

}  // namespace ranvier::program
