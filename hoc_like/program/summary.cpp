#include "hoc_like/program/summary.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/counted.hpp"

namespace ranvier::program {

namespace {

/// The phases' means over the ranks [s].
std::string in_words(const engine::PhaseTimes& mean, bool has_threads) {
    std::string text =
        fmt::format("update {:.3f} s, deliver {:.3f} s, collocate {:.3f} s, communicate {:.3f} s, synchronize {:.3f} s",
                    mean.update, mean.deliver, mean.collocate, mean.communicate, mean.synchronize);
    if (has_threads) text += fmt::format(", wait {:.3f} s", mean.wait);
    return text + fmt::format(", script {:.3f} s (mean over ranks)", mean.script);
}

/// What the strategy `auto` has chosen, and what it cost.
std::string in_words(const exchange::Trials& trials) {
    if (trials.chosen.empty()) return "the run ended before a strategy was chosen; give one, or run for longer";
    std::string figures;
    for (const exchange::Trials::Of& each : trials.all) {
        if (each.seconds.empty()) continue;
        figures += fmt::format("{}{} {:.3g}", figures.empty() ? "" : ", ", each.specification, each.median() * 1e6);
    }
    if (figures.empty()) return trials.chosen + ", as the checkpoint says";
    return fmt::format("{}; us an interval: {}; the trials cost {:.3f} s", trials.chosen, figures, trials.lost);
}

// From here on, a run says that its ranks are not balanced.
constexpr double unbalanced = 1.2, noticed_s = 0.1;

constexpr double engine::PhaseTimes::* measured[] = {&engine::PhaseTimes::wall,        &engine::PhaseTimes::update,
                                                     &engine::PhaseTimes::deliver,     &engine::PhaseTimes::collocate,
                                                     &engine::PhaseTimes::communicate, &engine::PhaseTimes::synchronize,
                                                     &engine::PhaseTimes::wait,        &engine::PhaseTimes::script};

}  // namespace

void print_summary(hoc::Session& session, const std::string& raster, std::int64_t spikes) {
    const engine::PhaseTimes times = session.context().simulation.meter().phase_times();
    exchange::Transport& transport = session.context().transport;
    std::vector<double> sums{static_cast<double>(times.spikes), static_cast<double>(times.deliveries),
                             static_cast<double>(session.context().network.connections().end()) +
                                 static_cast<double>(session.context().network.gids().owned().size())};
    for (const auto phase : measured) sums.push_back(times.*phase);
    sums.push_back(static_cast<double>(session.context().network.gids().owned().size()));
    hoc::drive(transport.allreduce(std::span<double>(sums), exchange::Reduce::sum));
    const double most =
        hoc::drive(exchange::reduce_over_ranks(transport, times.update + times.deliver, exchange::Reduce::max));
    if (transport.rank() != 0 || times.steps == 0) return;
    engine::PhaseTimes mean;
    for (std::size_t k = 0; k < std::size(measured); ++k) mean.*measured[k] = sums[3 + k] / transport.size();
    const double before_ms = session.context().model.t - times.simulated;
    const std::string uncounted = session.context().simulation.meter().presimulation() > 0
                                      ? fmt::format(" after {:.6g} ms that are not counted", before_ms)
                                      : "";
    const int threads = session.context().simulation.threads().wanted();
    std::fprintf(stderr, "simulated  %.6g ms%s in %.3f s on %d rank%s x %d thread%s: real-time factor %.3g\n",
                 times.simulated, uncounted.c_str(), mean.wall, transport.size(), transport.size() == 1 ? "" : "s",
                 threads, threads == 1 ? "" : "s", times.simulated > 0 ? mean.wall * 1000 / times.simulated : 0.);
    std::fprintf(stderr, "phases     %s\n", in_words(mean, threads > 1).c_str());
    const double computing = mean.update + mean.deliver;
    if (most > noticed_s && most > unbalanced * computing) {
        std::fprintf(
            stderr,
            "balance    the slowest rank computes %.2f times as long as the mean; the placement \"balanced\" of "
            "pc.cells, or ranvier advise, may help\n",
            most / computing);
    }
    // An APCount, for example, counts spikes of which the network knows nothing.
    const std::string fired =
        sums[2] > 0 ? fmt::format("{:.0f} fired", sums[0]) : "none counted, because there is neither NetCon nor gid";
    std::fprintf(stderr, "spikes     %s, %.0f deliveries, exchange %s\n", fired.c_str(), sums[1],
                 session.parallel().exchange.name().c_str());
    const exchange::Trials* trials = session.parallel().exchange.trials();
    if (trials && transport.size() > 1) std::fprintf(stderr, "auto       %s\n", in_words(*trials).c_str());
    if (spikes < 0) return;
    const char* const why = sums.back() > 0 ? ""
                                            : ": a raster holds spikes of gids, and no cell has one; see "
                                              "pc.set_gid2node and pc.cell, or --trace 'soma.v(0.5)'";
    fmt::print(stderr, "raster     {} in {}{}\n", counted(spikes, "spike"), raster, why);
}

}  // namespace ranvier::program
