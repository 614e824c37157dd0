#include "hoc_like/program/memory_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/language/interface/memory.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"

namespace ranvier::program {

namespace {

/// The ranks on this machine, as far as the launcher says (Hydra, Open MPI); else 1.
double ranks_here() {
    for (const char* name : {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"}) {
        const char* const text = std::getenv(name);
        if (text && std::atoi(text) > 0) return std::atoi(text);
    }
    return 1;
}

std::string gigabytes(double bytes) {
    return fmt::format("{:.3g} GB", bytes / 1e9);
}

}  // namespace

MemoryPlan::MemoryPlan(hoc::Session& session, Use use, std::uint64_t limit, std::string force)
    : session_(session), use_(use), limit_(limit), force_(std::move(force)) {
    session.context().network.rules().set_watch(
        [this](const engine::Rule& rule, const engine::RulePart& part) { return look(rule, part); });
    session.context().simulation.hooks().add_initialize_handler(2, [this] {
        if (use_ == Use::estimate) {
            tell();
            throw hoc::Quit{0};
        }
        planned_ = {};
    });
}

bool MemoryPlan::look(const engine::Rule& rule, const engine::RulePart& part) {
    const auto threads = static_cast<std::size_t>(session_.context().simulation.threads().wanted());
    const engine::RuleBytes before = planned_;
    planned_ += engine::bytes_of(rule, part.targets, part.weights, threads, threads);
    planned_.synapses += part.synapses;
    if (use_ == Use::estimate) return false;
    try {
        check(part.synapses);
    } catch (...) {
        planned_ = before;
        throw;
    }
    return true;
}

/// `synapses`: of the new rule [bytes]; those of former rules are there. The sources of former rules are in memory already, but a machine that has no more than these is full anyway.
void MemoryPlan::check(double synapses) const {
    const double needed = synapses + planned_.sources + planned_.tables + planned_.filling;
    const double limit =
        limit_ > 0 ? static_cast<double>(limit_) - hoc::resident_memory() : std::numeric_limits<double>::infinity();
    const double free = std::min(hoc::free_memory() / ranks_here(), limit);
    if (needed <= free) return;
    throw std::invalid_argument(fmt::format(
        "{:.4g} connections on this rank would take {}, and {} are free{}; use more ranks or machines, or make "
        "them all the same with {}",
        planned_.connections, gigabytes(needed), gigabytes(free),
        limit < hoc::free_memory() / ranks_here() ? " below --memory" : "", force_));
}

void MemoryPlan::tell() {
    if (std::exchange(has_told_, true)) return;
    const engine::Network& network = session_.context().network;
    const double of_cells = hoc::resident_memory(), ready = of_cells + planned_.synapses + planned_.tables;
    // Connections made singly are there already, and their tables have been filled.
    const double peak = std::max(hoc::peak_memory(), ready + planned_.sources + planned_.filling);
    const auto over_ranks = [&](double value, exchange::Reduce reduce) {
        return hoc::drive(exchange::reduce_over_ranks(session_.context().transport, value, reduce));
    };
    const double connections =
        over_ranks(planned_.connections + static_cast<double>(network.connections().end()), exchange::Reduce::sum);
    const double tables =
        over_ranks(planned_.tables + static_cast<double>(network.memory().connections), exchange::Reduce::sum);
    struct Line {
        const char* what;
        double here;
    };
    const double machine = hoc::free_memory() + of_cells;
    std::string text = fmt::format("connections  {:.0f}, {:.1f} bytes each\n", connections,
                                   connections > 0 ? tables / connections : 0);
    for (const Line& line : {Line{"cells", of_cells}, Line{"ready", ready}, Line{"peak", peak}}) {
        const double sum = over_ranks(line.here, exchange::Reduce::sum);
        const double most = over_ranks(line.here, exchange::Reduce::max);
        text += fmt::format("{:<12} {}, on a rank up to {}\n", line.what, gigabytes(sum), gigabytes(most));
    }
    text += fmt::format("free         {} on this machine\n", gigabytes(machine));
    if (session_.context().transport.rank() == 0) std::fputs(text.c_str(), stdout);
}

}  // namespace ranvier::program
