#include "exchange/routing/directory.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>

#include "exchange/error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

/// The home rank of a gid, which knows its owner and listeners. Uses a hash, because gids are often dealt to ranks in a
/// pattern that depends on the number of ranks.
int home_of(Gid gid, int ranks) {
    auto x = static_cast<std::uint32_t>(gid) * 0x9E3779B9u;
    x ^= x >> 16;
    return static_cast<int>(x % static_cast<std::uint32_t>(ranks));
}

/// A gid and a rank that owns it or listens for it.
struct Entry {
    Gid gid;
    std::int32_t rank;

    friend auto operator<=>(const Entry&, const Entry&) = default;
};

/// Gids sorted by home rank, with their original positions.
struct ByHome {
    ByHome(std::span<const Gid> original, int ranks) : order(original.size()), gids(original.size()), counts(ranks) {
        std::vector<int> homes;
        homes.reserve(original.size());
        for (const Gid gid : original) ++counts[homes.emplace_back(home_of(gid, ranks))];
        std::vector<std::size_t> next(counts.size());
        std::exclusive_scan(counts.begin(), counts.end(), next.begin(), std::size_t{0});
        for (std::size_t i = 0; i < original.size(); ++i) {
            const std::size_t place = next[homes[i]]++;
            order[place] = i;
            gids[place] = original[i];
        }
    }
    std::vector<std::size_t> order;  ///< original position of each element of gids
    std::vector<Gid> gids;
    std::vector<std::size_t> counts;  ///< number of gids for each home rank
};

std::vector<Entry> with_ranks(std::span<const Gid> gids, std::span<const std::size_t> counts) {
    std::vector<Entry> entries;
    entries.reserve(gids.size());
    std::size_t next = 0;
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
        for (std::size_t i = 0; i < counts[rank]; ++i) entries.push_back({gids[next++], static_cast<int>(rank)});
    }
    return entries;
}

/// A fault of the network: kind, gid, and the ranks concerned. The most severe kind is the smallest.
using Fault = std::array<std::int64_t, 4>;
constexpr std::int64_t duplicate_owner = 0, unowned_gid = 1, no_fault = 2;

/// The first fault among the gids of this home. Both lists are sorted.
Fault first_fault(std::span<const Entry> owners, std::span<const Entry> listeners) {
    for (std::size_t i = 1; i < owners.size(); ++i) {
        if (owners[i].gid == owners[i - 1].gid) {
            return {duplicate_owner, owners[i].gid, owners[i - 1].rank, owners[i].rank};
        }
    }
    auto owner = owners.begin();
    for (const Entry& listener : listeners) {
        while (owner != owners.end() && owner->gid < listener.gid) ++owner;
        if (owner == owners.end() || owner->gid != listener.gid) {
            return {unowned_gid, listener.gid, listener.rank, 0};
        }
    }
    return {no_fault, 0, 0, 0};
}

/// Throws the error of the first fault over all ranks, the same on every rank.
Task<void> agree_on_faults(Transport& transport, Fault fault) {
    const std::vector<Fault> faults = co_await gather_vectors<Fault>(transport, std::span<const Fault>(&fault, 1));
    const Fault first = *std::min_element(faults.begin(), faults.end());
    const auto gid = static_cast<Gid>(first[1]);
    if (first[0] == duplicate_owner) {
        throw DuplicateOwner(gid, static_cast<int>(first[2]), static_cast<int>(first[3]));
    }
    if (first[0] == unowned_gid) throw UnownedGid(gid, static_cast<int>(first[2]));
}

int owner_of(std::span<const Entry> owners, Gid gid) {
    return std::lower_bound(owners.begin(), owners.end(), Entry{gid, std::numeric_limits<std::int32_t>::min()})->rank;
}

/// Tells each owner which ranks listen for its sources: (gid, listener), grouped by owner.
Task<Routes> tell_owners(Transport& transport, std::span<const Entry> owners, std::span<const Entry> listeners) {
    std::vector<std::vector<Entry>> by_owner(static_cast<std::size_t>(transport.size()));
    for (const Entry& listener : listeners) {
        const int owner = owner_of(owners, listener.gid);
        if (owner != listener.rank) by_owner[owner].push_back(listener);
    }
    std::vector<Entry> outgoing;
    std::vector<std::size_t> counts;
    for (const std::vector<Entry>& entries : by_owner) {
        outgoing.insert(outgoing.end(), entries.begin(), entries.end());
        counts.push_back(entries.size());
    }
    std::vector<Entry> mine = co_await exchange_vectors<Entry>(transport, outgoing, counts);
    std::sort(mine.begin(), mine.end());
    Routes routes;
    for (const Entry& entry : mine) {
        if (routes.empty() || routes.gids().back() != entry.gid) routes.add(entry.gid);
        routes.add_target(entry.rank);
    }
    routes.shrink();
    co_return routes;
}

}  // namespace

/// Each gid stands in the list of its rank, sorted by home, and in that of its home, with a rank. Each pair of a source and
/// a listener is sent to the owner, who sorts them into routes. Ten numbers go to each rank.
double bytes_of_routes(const Share& share) {
    constexpr double of_a_gid = sizeof(std::size_t) + sizeof(Gid) + sizeof(Gid) + sizeof(Entry);
    constexpr double of_a_pair = 3 * sizeof(Entry) + Routes::bytes_of_target;
    return of_a_gid * (share.owned + share.wanted) + of_a_pair * share.listeners +
           Routes::bytes_of_route * share.outputs + 10 * sizeof(std::size_t) * share.ranks;
}

Task<FoundRoutes> find_routes(Transport& transport, std::span<const Gid> owned, std::span<const Gid> wanted) {
    const int ranks = transport.size();
    const ByHome owned_by_home(owned, ranks);
    const ByHome wanted_by_home(wanted, ranks);

    std::vector<std::size_t> owner_counts, listener_counts;
    const std::vector<Gid> owned_here =
        co_await exchange_vectors<Gid>(transport, owned_by_home.gids, owned_by_home.counts, &owner_counts);
    const std::vector<Gid> wanted_here =
        co_await exchange_vectors<Gid>(transport, wanted_by_home.gids, wanted_by_home.counts, &listener_counts);

    std::vector<Entry> owners = with_ranks(owned_here, owner_counts);
    std::vector<Entry> listeners = with_ranks(wanted_here, listener_counts);
    std::sort(owners.begin(), owners.end());
    std::sort(listeners.begin(), listeners.end());
    const Fault fault = first_fault(owners, listeners);
    co_await agree_on_faults(transport, fault);

    std::vector<std::int32_t> answers;  // in the order of wanted_here
    for (const Gid gid : wanted_here) answers.push_back(owner_of(owners, gid));
    const std::vector<std::int32_t> source_ranks =
        co_await exchange_vectors<std::int32_t>(transport, answers, listener_counts);

    FoundRoutes routes;
    routes.outgoing = co_await tell_owners(transport, owners, listeners);
    routes.source_ranks.resize(wanted.size());
    for (std::size_t i = 0; i < source_ranks.size(); ++i)
        routes.source_ranks[wanted_by_home.order[i]] = source_ranks[i];
    co_return routes;
}

}  // namespace ranvier::exchange
