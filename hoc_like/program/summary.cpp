#include "hoc_like/program/summary.hpp"

#include <array>
#include <cstdio>

#include "hoc_like/library/session.hpp"

namespace ranvier::program {

void print_summary(hoc::Session& session, const std::string& raster, std::int64_t spikes) {
    const engine::PhaseTimes& times = session.simulation().phase_times();
    exchange::Transport& transport = session.transport();
    std::array<double, 8> sums{times.deliver,
                               times.update,
                               times.collocate,
                               times.communicate,
                               times.synchronize,
                               times.total,
                               static_cast<double>(times.spikes),
                               static_cast<double>(times.deliveries)};
    session.drive(transport.allreduce(std::span<double>(sums), exchange::Reduce::sum));
    if (transport.rank() != 0 || times.steps == 0) return;
    const double ranks = transport.size();
    const double simulated_ms = session.model().t;
    const double wall_s = sums[5] / ranks;
    std::fprintf(stderr, "simulated  %.6g ms in %.3f s on %d rank%s x %d thread%s: real-time factor %.3g\n",
                 simulated_ms, wall_s, transport.size(), transport.size() == 1 ? "" : "s",
                 session.simulation().threads(), session.simulation().threads() == 1 ? "" : "s",
                 simulated_ms > 0 ? wall_s * 1000 / simulated_ms : 0.);
    std::fprintf(
        stderr,
        "phases     update %.3f s, deliver %.3f s, collocate %.3f s, communicate %.3f s, synchronize %.3f s (mean over ranks)\n",
        sums[1] / ranks, sums[0] / ranks, sums[2] / ranks, sums[3] / ranks, sums[4] / ranks);
    std::fprintf(stderr, "spikes     %.0f fired, %.0f deliveries, exchange %s\n", sums[6], sums[7],
                 session.exchange_name().c_str());
    if (spikes >= 0)
        std::fprintf(stderr, "raster     %lld spikes in %s\n", static_cast<long long>(spikes), raster.c_str());
}

}  // namespace ranvier::program
