#include "hoc_like/program/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/connection/connections.hpp"
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

std::int64_t whole(double number) {
    return std::llround(number);
}

void print_table(const DryRunFigures& figures) {
    const exchange::Share& share = figures.share;
    std::printf("rank %d of %d: %.0f cells and other sources, %.0f connections from %.0f sources of other ranks\n",
                figures.rank, figures.ranks, share.owned, figures.connections, share.wanted);
    ConstructionMeter::Cost all;
    for (std::size_t k = 0; k < ConstructionMeter::parts; ++k) {
        print(names[k], figures.costs[k]);
        all.seconds += figures.costs[k].seconds;
        all.bytes += figures.costs[k].bytes;
    }
    print("all", all);
    print_bytes("resident", figures.resident);
    print_bytes("peak", figures.peak);
    print_bytes("lists of ranks", figures.footprint.lists,
                fmt::format("  estimated: {:.0f} sources that {:.0f} other ranks want, {:.0f} pairs", share.outputs,
                            share.neighbors, share.listeners));
    print_bytes("buffers", figures.footprint.buffers,
                fmt::format("  estimated: {}, {} ranks", figures.exchange, figures.ranks));
    print_bytes("while connecting", figures.footprint.connecting, "  estimated, freed before the first step");
}

}  // namespace

DryRun::DryRun(hoc::Session& session, bool as_json) : session_(session), as_json_(as_json) {
    ConstructionMeter& meter = session.construction();
    meter.begin();
    engine::Simulation& simulation = session.simulation();
    simulation.hooks().add_initialize_handler(3, [&meter] { meter.enter(Part::tables); });
    simulation.hooks().add_initialize_handler(0, [&meter] { meter.enter(Part::initialization); });
    simulation.hooks().add_initialize_handler(2, [this, &meter] {
        meter.enter(Part::script);
        tell();
        throw hoc::Quit{0};
    });
}

void DryRun::finish() {
    if (figures_) return;
    try {
        session_.initialize(std::nullopt);
    } catch (const hoc::Quit&) {
    }
}

void DryRun::tell() {
    const exchange::DryRunExchange& exchange = *session_.dry_run_exchange();
    DryRunFigures figures;
    figures.rank = session_.rank().id;
    figures.ranks = session_.rank().nhost;
    figures.connections = static_cast<double>(session_.network().connections().end());
    figures.share = exchange.share();
    figures.footprint = exchange.footprint(figures.share);
    figures.exchange = session_.exchange_name();
    std::ranges::copy(session_.construction().costs(), figures.costs.begin());
    figures.resident = hoc::resident_memory();
    figures.peak = hoc::peak_memory();
    figures_ = figures;
    if (as_json_) {
        std::printf("%s\n", json_of(figures).dump(1).c_str());
    } else {
        print_table(figures);
    }
}

nlohmann::ordered_json json_of(const DryRunFigures& figures) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::object();
    for (std::size_t k = 0; k < ConstructionMeter::parts; ++k) {
        parts[names[k]] = {{"seconds", figures.costs[k].seconds}, {"bytes", whole(figures.costs[k].bytes)}};
    }
    const exchange::Share& share = figures.share;
    return {{"rank", figures.rank},
            {"of", figures.ranks},
            {"counts",
             {{"sources", whole(share.owned)},
              {"connections", whole(figures.connections)},
              {"sources_wanted", whole(share.wanted)}}},
            {"parts", parts},
            {"resident_bytes", whole(figures.resident)},
            {"peak_bytes", whole(figures.peak)},
            {"estimates",
             {{"exchange", figures.exchange},
              {"sources_wanted_by_others", whole(share.outputs)},
              {"neighbors", whole(share.neighbors)},
              {"pairs", whole(share.listeners)},
              {"lists_bytes", whole(figures.footprint.lists)},
              {"buffers_bytes", whole(figures.footprint.buffers)},
              {"connecting_bytes", whole(figures.footprint.connecting)}}}};
}

}  // namespace ranvier::program
