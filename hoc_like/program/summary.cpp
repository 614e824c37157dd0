#include "hoc_like/program/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "hoc_like/library/session.hpp"

namespace ranvier::program {

namespace {

/// If more than this part of the work was not timed by phase, the summary does not tell its phases apart.
constexpr double most_untimed_work = .1;

}  // namespace

void print_summary(hoc::Session& session, const std::string& raster, std::int64_t spikes) {
    const engine::PhaseTimes& times = session.simulation().phase_times();
    exchange::Transport& transport = session.transport();
    std::array<double, 11> sums{times.deliver,
                                times.update,
                                times.collocate,
                                times.communicate,
                                times.synchronize,
                                times.total,
                                static_cast<double>(times.spikes),
                                static_cast<double>(times.deliveries),
                                static_cast<double>(times.work),
                                static_cast<double>(times.untimed_work),
                                static_cast<double>(session.network().connections_made()) +
                                    static_cast<double>(session.network().owned().size())};
    session.drive(transport.allreduce(std::span<double>(sums), exchange::Reduce::sum));
    if (transport.rank() != 0 || times.steps == 0) return;
    const double ranks = transport.size();
    const double wall_s = sums[5] / ranks;
    std::fprintf(stderr, "simulated  %.6g ms in %.3f s on %d rank%s x %d thread%s: real-time factor %.3g\n",
                 times.simulated, wall_s, transport.size(), transport.size() == 1 ? "" : "s",
                 session.simulation().threads(), session.simulation().threads() == 1 ? "" : "s",
                 times.simulated > 0 ? wall_s * 1000 / times.simulated : 0.);
    const double rest_s = sums[2] + sums[3] + sums[4];
    const std::string computing =
        sums[9] < most_untimed_work * sums[8]
            ? fmt::format("update {:.3f} s, deliver {:.3f} s", sums[1] / ranks, sums[0] / ranks)
            : fmt::format("compute {:.3f} s", std::max(0., sums[5] - rest_s) / ranks);
    std::fprintf(stderr, "phases     %s, collocate %.3f s, communicate %.3f s, synchronize %.3f s (mean over ranks)\n",
                 computing.c_str(), sums[2] / ranks, sums[3] / ranks, sums[4] / ranks);
    // An APCount, for example, counts spikes of which the network knows nothing.
    const std::string fired =
        sums[10] > 0 ? fmt::format("{:.0f} fired", sums[6]) : "none counted, because there is neither NetCon nor gid";
    std::fprintf(stderr, "spikes     %s, %.0f deliveries, exchange %s\n", fired.c_str(), sums[7],
                 session.exchange_name().c_str());
    if (spikes >= 0)
        std::fprintf(stderr, "raster     %lld spikes in %s\n", static_cast<long long>(spikes), raster.c_str());
}

}  // namespace ranvier::program
