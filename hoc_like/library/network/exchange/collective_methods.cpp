// ParallelContext: this rank's number, and collectives of numbers, Vectors and strings.

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <mutex>

#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

exchange::Reduce reduction(Call& call, int argument) {
    switch (call.integer(argument, 1, 3)) {
        case 1:
            return exchange::Reduce::sum;
        case 2:
            return exchange::Reduce::max;
        default:
            return exchange::Reduce::min;
    }
}

const char* kind(const Context& context) {
    return context.rank.is_dry_run ? "dry run" : "replay";
}

/// Fails in a replay, whose raster does not contain the contributions of other ranks, and in a dry run.
void require_all_ranks(const Call& call, const Context& context) {
    if (!context.rank.lacks_ranks) return;
    fail(call, fmt::format("a {} has only rank {} of {}; the values of the other ranks are not available",
                           kind(context), context.rank.id, context.rank.nhost));
}

Result allreduce(Call& call, const Context& context) {
    const exchange::Reduce how = reduction(call, 1);
    if (context.rank.lacks_ranks) {
        static std::once_flag said;
        std::call_once(said, [&] {
            std::fprintf(stderr, "%s: pc.allreduce uses only rank %d\n", kind(context), context.rank.id);
        });
    }
    exchange::Transport& transport = context.script_transport;
    if (call.is_number(0)) return drive(exchange::reduce_over_ranks(transport, call.number(0), how));
    auto& values = call.native<VectorObject>(0).values();
    drive(transport.allreduce(std::span<double>(values), how));
    return static_cast<double>(values.size());
}

Result allgather(Call& call, const Context& context) {
    require_all_ranks(call, context);
    const double mine = call.number(0);
    auto& all = call.native<VectorObject>(1);
    all.assign(drive(exchange::gather_vectors(context.script_transport, std::span<const double>(&mine, 1))));
    return 0.;
}

Result alltoall(Call& call, const Context& context) {
    require_all_ranks(call, context);
    const auto& source = call.native<VectorObject>(0).values();
    const auto& counts = call.native<VectorObject>(1).values();
    auto& destination = call.native<VectorObject>(2);
    if (counts.size() != static_cast<std::size_t>(context.transport.size())) {
        fail(call, fmt::format("the Vector of counts has {} elements, but there are {} ranks", counts.size(),
                               context.transport.size()));
    }
    std::vector<std::size_t> sizes;
    std::size_t total = 0;
    for (const double n : counts) {
        if (!(n >= 0) || n != std::floor(n))
            fail(call, fmt::format("a count must be a non-negative integer, not {:g}", n));
        sizes.push_back(static_cast<std::size_t>(n));
        total += sizes.back();
    }
    if (total != source.size())
        fail(call, fmt::format("the counts add up to {}, but the source has {} elements", total, source.size()));
    destination.assign(
        drive(exchange::exchange_vectors(context.script_transport, std::span<const double>(source), sizes)));
    return 0.;
}

Result broadcast(Call& call, const Context& context) {
    const int root = static_cast<int>(call.integer(1, 0, context.rank.nhost - 1));
    if (root == context.rank.id && context.rank.lacks_ranks) return 0.;
    require_all_ranks(call, context);
    if (call.is_string(0)) {
        std::string text = drive(exchange::broadcast_string(context.script_transport, call.string(0), root));
        const auto length = static_cast<double>(text.size());
        call.set_string(0, text);
        return length;
    }
    auto& vector = call.native<VectorObject>(0);
    vector.assign(drive(exchange::broadcast_vector(context.script_transport, vector.values(), root)));
    return static_cast<double>(vector.values().size());
}

}  // namespace

std::vector<MethodDefinition> collective_methods(const Context& context) {
    exchange::Transport& transport = context.transport;
    const auto rank = [&context](Call&) -> Result { return static_cast<double>(context.rank.id); };
    const auto size = [&context](Call&) -> Result { return static_cast<double>(context.rank.nhost); };
    return {
        {"id", "id()", "Number of this rank.", rank},
        {"id_world", "id_world()", "Number of this rank.", rank},
        {"id_bbs", "id_bbs()", "Number of this rank.", rank},
        {"nhost", "nhost()", "Number of ranks.", size},
        {"nhost_world", "nhost_world()", "Number of ranks.", size},
        {"nhost_bbs", "nhost_bbs()", "Number of ranks.", size},
        {"subworlds", "subworlds(n)", "Has no effect: all ranks form one world, so n must be the number of ranks.",
         [&context](Call& call) -> Result {
             if (call.number(0) != context.rank.nhost)
                 fail(call, "subworlds of fewer than all ranks are not supported");
             return 0.;
         }},
        {"barrier", "barrier()", "Waits for all ranks; returns the seconds waited.",
         [&context, &transport](Call&) -> Result {
             if (context.rank.nhost == 1) return 0.;
             const double before = transport.clock();
             drive(context.script_transport.barrier());
             return transport.clock() - before;
         }},
        {"allreduce", "allreduce(value or vector, type)",
         "Sum (1), maximum (2) or minimum (3) over all ranks; a Vector is reduced element by element, in place.",
         [&context](Call& call) -> Result { return allreduce(call, context); }},
        {"allgather", "allgather(value, vector)", "Fills the Vector with the value of each rank, in rank order.",
         [&context](Call& call) -> Result { return allgather(call, context); }},
        {"alltoall", "alltoall(source, counts, destination)", "Sends counts.x[r] elements of source to each rank r.",
         [&context](Call& call) -> Result { return alltoall(call, context); }},
        {"broadcast", "broadcast(strdef or vector, root)",
         "Copies the string or Vector of rank root to all ranks; returns its length.",
         [&context](Call& call) -> Result { return broadcast(call, context); }},
        {"time", "time()", "Wall-clock time [s].", [&transport](Call&) -> Result { return transport.clock(); }},
        {"timeout", "timeout([s])", "Accepted but ignored: when a rank fails, the launcher ends the others.",
         [seconds = std::make_shared<double>(20)](Call& call) -> Result {
             return std::exchange(*seconds, call.number_or(0, *seconds));
         }},
    };
}

}  // namespace ranvier::hoc
