#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/event/delivery.hpp"
#include "engine/event/forgetting.hpp"
#include "engine/event/spike_relay.hpp"
#include "engine/event/transfer.hpp"
#include "engine/record/player.hpp"
#include "engine/replay/current_replay.hpp"
#include "engine/replay/pattern_player.hpp"
#include "engine/run/block_threads.hpp"
#include "engine/run/table_options.hpp"
#include "engine/run/variable_settings.hpp"

namespace ranvier::engine {

/// The data of a run: the model in blocks, the delivery tables, and records, plays and transfers.
///
/// Scripts may change sections, connections and the number of threads at any time. `prepare` detects such changes and
/// rebuilds everything that depends on them, keeping pending events; it is cheap if nothing has changed. It must be
/// called before a run continues after a script has run.
class RunTables {
  public:
    /// All arguments must outlive this object.
    RunTables(Model& model, Network& network, exchange::Transport& transport, exchange::SpikeExchange& exchange,
              const VariableSettings& variable, BlockThreads& threads);
    ~RunTables();

    void prepare();
    /// Called before blocks and tables are replaced.
    void before_rebuild(std::function<void()> call) { before_rebuild_ = std::move(call); }
    /// Whether sections and mechanisms are unchanged since the last `prepare`.
    bool knows_structure() const;

    Model& model() const { return model_; }
    Network& network() const { return network_; }
    exchange::Transport& transport() const { return transport_; }
    Delivery& delivery() { return delivery_; }
    const Delivery& delivery() const { return delivery_; }
    SpikeRelay& relay() { return relay_; }
    const SpikeRelay& relay() const { return relay_; }
    Player& player() { return player_; }
    const Player& player() const { return player_; }
    PatternPlayer& patterns() { return patterns_; }
    CurrentReplay& replay() { return replay_; }
    Transfers& transfers() { return transfers_; }
    const Transfers& transfers() const { return transfers_; }
    std::vector<std::unique_ptr<BlockEvents>>& blocks() { return delivery_.blocks(); }

    /// Whether this rank runs without others (ExchangeClock::runs_alone).
    bool is_alone() const { return is_alone_; }
    void set_alone(bool is_alone) {
        is_alone_ = is_alone;
        relay_.set_alone(is_alone);
    }
    bool takes_variable_steps() const { return engine::takes_variable_steps(variable_, model_, is_alone()); }
    /// Whether steps call scripts.
    bool has_callbacks() const { return has_callbacks_; }
    const IdleCells& idle_cells() const { return idle_; }
    /// Whether all threads advance blocks, however little work there is.
    bool always_threads() const { return options_.least_work == 0; }
    /// Why blocks advance on fewer threads than are wanted; empty if they do not.
    std::string why_fewer_threads() const;

    /// Changes take effect at the next `prepare`.
    TableOptions& options() { return options_; }

    /// Between steps, when no block advances: removes events that no HISTORY needs.
    void forget_now_and_then() { forgetting_.now_and_then(delivery_, network(), model_); }

    /// Sets the time of the model and of all blocks [ms].
    void set_t(double t);
    /// Queues the played rasters' deliveries up to `til` [ms].
    void feed_patterns(double til) { patterns_.feed(til, network(), delivery_); }

  private:
    /// What the tables were built for. A change of the network discards them by itself (Delivery).
    struct Basis {
        std::uint64_t structure = 0;
        int threads = 0;
        TableOptions options;
        std::uint32_t replays = 0;
        bool variable = false, local = false;
        double dt = 0;  // fixed steps: connections with shorter delays bind cells together
        bool operator==(const Basis&) const = default;
    };
    Basis present_basis() const;
    int usable_threads(const Basis& basis) const;
    bool is_one_block(const Basis& basis) const;
    Grouping grouping(const Basis& basis) const;
    void rebuild(const Basis& basis);
    void assign_blocks(int usable_threads);

    Model& model_;
    Network& network_;
    exchange::Transport& transport_;
    bool is_alone_;
    const VariableSettings& variable_;
    BlockThreads& threads_;
    Delivery delivery_;
    Forgetting forgetting_;
    SpikeRelay relay_;
    Player player_;
    PatternPlayer patterns_;
    Transfers transfers_;
    CurrentReplay replay_;
    IdleCells idle_;
    TableOptions options_;
    Basis basis_;
    bool has_callbacks_ = false;
    std::function<void()> before_rebuild_;
};

}  // namespace ranvier::engine
