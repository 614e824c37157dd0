#include "hoc_like/program/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

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
    ConstructionMeter& meter = session.parallel().construction;
    meter.begin();
    engine::Simulation& simulation = session.context().simulation;
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
        session_.parallel().run.initialize(std::nullopt);
    } catch (const hoc::Quit&) {
    }
}

void DryRun::tell() {
    const exchange::DryRunExchange& exchange = *session_.parallel().exchange.dry_run();
    DryRunFigures figures;
    figures.rank = session_.context().rank.id;
    figures.ranks = session_.context().rank.nhost;
    figures.connections = static_cast<double>(session_.context().network.connections().end());
    figures.share = exchange.share();
    figures.footprint = exchange.footprint(figures.share);
    figures.exchange = session_.parallel().exchange.name();
    std::ranges::copy(session_.parallel().construction.costs(), figures.costs.begin());
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
