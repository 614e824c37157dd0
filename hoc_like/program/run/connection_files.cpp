#include "hoc_like/program/run/connection_files.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "engine/edges/edges.hpp"
#include "engine/network/gid_connections.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/program/counted.hpp"

namespace ranvier::program {

namespace {

constexpr std::size_t piece_length = 1u << 16;  // connections that are sent at a time
constexpr int piece_tag = 31900;

using Take = std::function<void(std::span<const edges::Edge>)>;

/// Hands over this rank's connections piece by piece. Returns those that have no gids.
engine::OtherConnections take_own(const hoc::Context& context, const Take& take) {
    std::vector<edges::Edge> piece;
    const auto others =
        engine::for_each_gid_connection(context.network, context.model, [&](const engine::GidConnection& it) {
            piece.push_back({it.source, it.target, it.delay, it.weight});
            if (piece.size() < piece_length) return;
            take(piece);
            piece.clear();
        });
    if (!piece.empty()) take(piece);
    return others;
}

/// Says how many connections of all ranks are not in the file, and names the first. Collective.
void report(const hoc::Context& context, const std::string& file, const engine::OtherConnections& mine) {
    exchange::Transport& transport = context.transport;
    const auto count = static_cast<std::int64_t>(mine.count);
    const std::int64_t all = hoc::drive(exchange::reduce_over_ranks(transport, count, exchange::Reduce::sum));
    const std::vector<char> name(mine.first.begin(), mine.first.end());
    std::vector<std::size_t> lengths;
    const std::vector<char> names = hoc::drive(exchange::gather_vectors<char>(transport, name, &lengths));
    if (transport.rank() != 0 || all == 0) return;
    const auto first = *std::ranges::find_if(lengths, [](std::size_t length) { return length > 0; });
    std::fprintf(stderr, "not in %s, which holds active connections between gids: %s, for example %.*s\n", file.c_str(),
                 counted(all, "connection").c_str(), static_cast<int>(first), names.data());
}

}  // namespace

/// Rank 0 writes the connections of one rank after another; the others send theirs, and at the end an empty piece.
void write_connections(const hoc::Context& context, const std::string& file) {
    exchange::Transport& transport = context.transport;
    std::unique_ptr<edges::EdgeWriter> writer;
    if (transport.rank() == 0) writer = edges::make_edge_writer(file);
    const auto send = [&](std::span<const edges::Edge> piece) {
        hoc::drive(exchange::send(transport, 0, piece_tag, std::as_bytes(piece)));
    };
    const Take take = writer ? Take([&](auto piece) { writer->append(piece); }) : Take(send);
    const engine::OtherConnections others = take_own(context, take);
    if (writer) {
        for (int r = 1; r < transport.size(); ++r) {
            for (;;) {
                const std::vector<std::byte> bytes = hoc::drive(exchange::receive(transport, r, piece_tag));
                if (bytes.empty()) break;
                std::vector<edges::Edge> piece(bytes.size() / sizeof(edges::Edge));
                std::memcpy(piece.data(), bytes.data(), bytes.size());
                writer->append(piece);
            }
        }
        writer->commit();
    } else {
        send({});
    }
    report(context, file, others);
}

}  // namespace ranvier::program
