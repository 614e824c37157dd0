#include "hoc_like/program/run_work.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/run/run_tables.hpp"
#include "engine/simulation/block_costs.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/runs.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::program {

namespace {

using exchange::Runs;
using Json = nlohmann::ordered_json;

constexpr std::int64_t most_runs_of_blocks = 1 << 16;  // in a summary, about 1 MB

/// A block's cells of equal work.
using Classes = std::map<std::size_t, Runs>;

Classes classes_of(const engine::BlockCost& block) {
    Classes classes;
    for (const engine::CellWork& cell : block.cells) classes[cell.work].append(cell.gid);
    return classes;
}

/// What a rank says of its blocks, as numbers for the other ranks; `runs` counts the runs of gids in them.
std::vector<double> numbers_of_blocks(hoc::Session& session, std::int64_t& runs) {
    const auto blocks = block_costs(session.context().simulation);
    std::vector<double> numbers{static_cast<double>(blocks.size())};
    for (const engine::BlockCost& block : blocks) {
        const Classes classes = classes_of(block);
        numbers.insert(numbers.end(), {block.update_s, block.deliver_s, block.groups_s,
                                       static_cast<double>(block.deliveries), static_cast<double>(classes.size())});
        for (const auto& [work, gids] : classes) {
            numbers.insert(numbers.end(), {static_cast<double>(work), static_cast<double>(gids.all().size())});
            for (const exchange::Run& run : gids.all()) {
                numbers.insert(numbers.end(), {static_cast<double>(run.first), static_cast<double>(run.stride),
                                               static_cast<double>(run.count)});
            }
            runs += static_cast<std::int64_t>(gids.all().size());
        }
    }
    return numbers;
}

/// Takes the numbers of one rank.
class Taker {
  public:
    explicit Taker(std::span<const double> numbers) : numbers_(numbers) {}

    Json rank() {
        Json blocks = Json::array();
        for (std::int64_t left = whole(); left > 0; --left) {
            Json& block = blocks.emplace_back(Json{{"update", next()}, {"deliver", next()}, {"groups", next()}});
            block["deliveries"] = whole();
            block["cells"] = cells();
        }
        return {{"blocks", blocks}};
    }

  private:
    double next() { return numbers_[at_++]; }
    std::int64_t whole() { return static_cast<std::int64_t>(next()); }

    Json cells() {
        Json all = Json::array();
        for (std::int64_t left = whole(); left > 0; --left) {
            const std::int64_t work = whole();
            Json runs = Json::array();
            for (std::int64_t more = whole(); more > 0; --more) {
                const std::int64_t first = whole(), stride = whole(), count = whole();
                runs.push_back({first, stride, count});
            }
            all.push_back({work, runs});
        }
        return all;
    }

    std::span<const double> numbers_;
    std::size_t at_ = 0;
};

/// With the reason if there are too many to list.
Json blocks_per_rank(hoc::Session& session) {
    exchange::Transport& transport = session.context().transport;
    std::int64_t runs = 0;
    const std::vector<double> mine = numbers_of_blocks(session, runs);
    const std::int64_t all = hoc::drive(exchange::reduce_over_ranks(transport, runs, exchange::Reduce::sum));
    if (all > most_runs_of_blocks) {
        return {{"absent", "the gids of the blocks are too irregular for a short list: " + std::to_string(all) +
                               " runs, of at most " + std::to_string(most_runs_of_blocks)}};
    }
    std::vector<std::size_t> counts;
    const auto numbers =
        hoc::drive(exchange::gather_vectors<double>(transport, std::span<const double>(mine), &counts));
    Json ranks = Json::array();
    std::size_t first = 0;
    for (const std::size_t count : counts) {
        ranks.push_back(Taker(std::span(numbers).subspan(first, count)).rank());
        first += count;
    }
    return ranks;
}

}  // namespace

Json work_part(hoc::Session& session) {
    engine::Simulation& simulation = session.context().simulation;
    const bool is_inserted = simulation.tables().delivery().tie_order() == engine::TieOrder::insertion;
    return {{"event_order", is_inserted ? "insertion" : "canonical"}, {"per_rank", blocks_per_rank(session)}};
}

}  // namespace ranvier::program
