#include "engine/run/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

/// Whether these values are the same on all ranks.
template <std::size_t n>
Task<std::array<bool, n>> are_same(exchange::Transport& transport, std::array<double, n> mine) {
    std::array<double, 2 * n> most{};
    for (std::size_t k = 0; k < n; ++k) most[2 * k] = mine[k], most[2 * k + 1] = -mine[k];
    co_await transport.allreduce(std::span<double>(most), exchange::Reduce::max);
    std::array<bool, n> same{};
    for (std::size_t k = 0; k < n; ++k) same[k] = most[2 * k] == -most[2 * k + 1];
    co_return same;
}

/// The first position at which a set has a gid that is on no rank; its size: there is none. Divides the set in halves, so
/// that no rank needs to know which gids the others have.
Task<std::uint32_t> find_missing(exchange::Transport& transport, const std::vector<std::uint32_t>& here,
                                 std::uint32_t size) {
    const auto count = [&](std::uint32_t begin, std::uint32_t end) {
        const auto first = std::lower_bound(here.begin(), here.end(), begin);
        return static_cast<double>(std::lower_bound(first, here.end(), end) - first);
    };
    std::uint32_t begin = 0, end = size;
    double there = count(begin, end);
    co_await transport.allreduce(std::span<double>(&there, 1), exchange::Reduce::sum);
    if (there == size) co_return size;
    while (end - begin > 1) {
        const std::uint32_t middle = begin + (end - begin) / 2;
        there = count(begin, middle);
        co_await transport.allreduce(std::span<double>(&there, 1), exchange::Reduce::sum);
        (there == middle - begin ? begin : end) = middle;
    }
    co_return begin;
}

[[noreturn]] void refuse_missing(Gid gid, const char* what, const char* where) {
    throw std::invalid_argument(
        fmt::format("gid {}, {} of this rule, is not a cell {}; see pc.set_gid2node and pc.cell", gid, what, where));
}

/// Halves of a digest, which are exact as numbers.
double low_half(std::uint64_t digest) {
    return static_cast<double>(digest & 0xffffffff);
}
double high_half(std::uint64_t digest) {
    return low_half(digest >> 32);
}

/// Finds out which kind of rule, and which rule, the ranks have. Returns whether it is the same one.
Task<bool> compare(const Rule& rule, exchange::Transport& transport) {
    const std::uint64_t digest = rule.digest();
    const std::array<double, 4> mine{static_cast<double>(rule.kind), static_cast<double>(rule.number), low_half(digest),
                                     high_half(digest)};
    const std::array<bool, 4> same = co_await are_same(transport, mine);
    const bool is_same = same[2] && same[3];
    if (!same[0] || !same[1] || (!is_same && rule.kind != Rule::Kind::table)) {
        throw std::invalid_argument(
            "the ranks were given different rules: every rank has to call pc.connect with the same arguments");
    }
    co_return is_same;
}

}  // namespace

Task<void> agree_on_cells(const Network& network, const GidSet& gids, CellsHere here, exchange::Transport& transport) {
    const std::array<double, 4> mine{gids.size() == 0 ? 0. : static_cast<double>(gids[0]),
                                     static_cast<double>(gids.size()), low_half(here.digest), high_half(here.digest)};
    const std::array<bool, 4> same = co_await are_same(transport, mine);
    const bool are_gids_same = same[0] && same[1];
    if (!are_gids_same || !same[2] || !same[3]) {
        throw std::invalid_argument(
            fmt::format("the ranks were given different {}: every rank has to call pc.cells with the same arguments",
                        are_gids_same ? "cells" : "gids"));
    }
    if (here.number) {
        auto placed = static_cast<double>(*here.number);
        co_await transport.allreduce(std::span<double>(&placed, 1), exchange::Reduce::sum);
        if (placed != gids.size()) {
            throw std::invalid_argument(
                fmt::format("the ranks would make {:.0f} cells, not {}: every rank has to place them by the same words",
                            placed, gids.size()));
        }
    }
    constexpr double none = std::numeric_limits<double>::infinity();
    double taken = none;
    for (const Gid gid : network.gids().here()) {
        if (gids.contains(gid)) taken = std::min(taken, static_cast<double>(gid));
    }
    taken = co_await exchange::min_over_ranks(transport, taken);
    if (taken != none) throw std::invalid_argument(fmt::format("gid {:.0f} already exists", taken));
}

Task<void> agree_on_positions(const GidSet& gids, const Locations& locations, exchange::Transport& transport) {
    const std::uint64_t mine = digest(locations, gids);
    const std::array<double, 2> halves{low_half(mine), high_half(mine)};
    const std::array<bool, 2> same = co_await are_same(transport, halves);
    if (!same[0] || !same[1]) {
        throw std::invalid_argument(
            "the ranks were given different positions: every rank has to give those of all cells");
    }
}

Task<bool> agree_on_rule(const Network& network, const Rule& rule, exchange::Transport& transport) {
    const bool is_same = co_await compare(rule, transport);
    const std::vector<std::uint32_t> targets = positions_here(network, rule.targets);
    if (rule.list_size > 0) {  // this rank's part of a file
        auto count = static_cast<double>(rule.table->sources.size());
        co_await transport.allreduce(std::span<double>(&count, 1), exchange::Reduce::sum);
        const auto missing = static_cast<double>(rule.list_size) - count;
        if (missing != 0)
            throw std::invalid_argument(fmt::format(
                "{:.0f} of {} connections in the file are onto gids that exist on no rank", missing, rule.list_size));
    }
    if (!is_same) {  // parts of a table
        for (std::uint32_t k = 0; k < rule.targets.size(); ++k) {
            if (k >= targets.size() || targets[k] != k) {
                refuse_missing(rule.targets[k], "a target", "of this rank, which has a part of the table");
            }
        }
        co_return false;
    }
    const std::uint32_t missing = co_await find_missing(transport, targets, rule.targets.size());
    if (missing < rule.targets.size()) refuse_missing(rule.targets[missing], "a target", "of any rank");
    const std::uint32_t lacking =
        co_await find_missing(transport, positions_here(network, rule.sources), rule.sources.size());
    if (lacking < rule.sources.size()) refuse_missing(rule.sources[lacking], "a source", "of any rank");
    co_return true;
}

}  // namespace ranvier::engine
