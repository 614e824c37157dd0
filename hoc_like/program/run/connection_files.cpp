#include "hoc_like/program/run/connection_files.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/edges/edges.hpp"
#include "engine/network/gid_connections.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/library/network/cells/section_numbers.hpp"
#include "hoc_like/program/counted.hpp"

namespace ranvier::program {

namespace {

constexpr std::size_t piece_length = 1u << 16;  // connections that are sent at a time
constexpr int piece_tag = 31900;

/// Connections, and the values of further columns of each.
struct Piece {
    std::vector<edges::Edge> edges;
    std::vector<double> more;

    void clear() {
        edges.clear();
        more.clear();
    }
};

using Take = std::function<void(const Piece&)>;

/// The columns of the file beyond those of all: those that a connection of any rank needs.
struct Columns {
    std::int64_t weights = 1;  ///< of a connection, at most
    std::int64_t has_places = 0;

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (std::uint32_t w = 1; w < weights; ++w) names.push_back(edges::weight_column(w));
        if (has_places) names.insert(names.end(), {edges::section_column, edges::position_column});
        return names;
    }
};

Columns columns_of(const hoc::Context& context) {
    Columns mine;
    engine::for_each_gid_connection(context.network, context.model, [&](const engine::GidConnection& it) {
        mine.weights = std::max(mine.weights, static_cast<std::int64_t>(it.weights.size()));
        mine.has_places |= context.model.place(it.receiver).section != nullptr;
    });
    Columns all;
    all.weights = hoc::drive(exchange::reduce_over_ranks(context.transport, mine.weights, exchange::Reduce::max));
    all.has_places = hoc::drive(exchange::reduce_over_ranks(context.transport, mine.has_places, exchange::Reduce::max));
    return all;
}

/// Hands over this rank's connections piece by piece. Returns those that have no gids.
engine::OtherConnections take_own(const hoc::Context& context, const Columns& columns, const Take& take) {
    Piece piece;
    hoc::SectionNumbers numbers(context);
    const auto others =
        engine::for_each_gid_connection(context.network, context.model, [&](const engine::GidConnection& it) {
            const auto weight = [&](std::size_t w) { return w < it.weights.size() ? it.weights[w] : 0.; };
            piece.edges.push_back({it.source, it.target, it.delay, weight(0)});
            for (std::int64_t w = 1; w < columns.weights; ++w)
                piece.more.push_back(weight(static_cast<std::size_t>(w)));
            if (columns.has_places) {
                const auto place = numbers.of(it.target, it.receiver).value_or(hoc::SectionNumbers::Place{0, 0});
                piece.more.insert(piece.more.end(), {static_cast<double>(place.section), place.x});
            }
            if (piece.edges.size() < piece_length) return;
            take(piece);
            piece.clear();
        });
    if (!piece.edges.empty()) take(piece);
    return others;
}

template <class T>
std::vector<T> received(exchange::Transport& transport, int rank) {
    const std::vector<std::byte> bytes = hoc::drive(exchange::receive(transport, rank, piece_tag));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
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
    const Columns columns = columns_of(context);
    std::unique_ptr<edges::EdgeWriter> writer;
    if (transport.rank() == 0) writer = edges::make_edge_writer(file, columns.names());
    const auto send = [&](const Piece& piece) {
        hoc::drive(exchange::send(transport, 0, piece_tag, std::as_bytes(std::span(piece.edges))));
        if (!piece.edges.empty())
            hoc::drive(exchange::send(transport, 0, piece_tag, std::as_bytes(std::span(piece.more))));
    };
    const Take take = writer ? Take([&](const Piece& piece) { writer->append(piece.edges, piece.more); }) : Take(send);
    const engine::OtherConnections others = take_own(context, columns, take);
    if (writer) {
        for (int r = 1; r < transport.size(); ++r) {
            for (;;) {
                const auto edges = received<edges::Edge>(transport, r);
                if (edges.empty()) break;
                writer->append(edges, received<double>(transport, r));
            }
        }
        writer->commit();
    } else {
        send({});
    }
    report(context, file, others);
}

}  // namespace ranvier::program
