#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/record/numbered.hpp"
#include "engine/record/play.hpp"
#include "engine/record/recorded_value.hpp"
#include "engine/record/records.hpp"

namespace ranvier::engine {

/// Vectors that are played into variables of the model, or into functions of scripts.
///
/// A step is played by its event. A continuous play sets its variable whenever a block moves its time, and its events
/// only mark the points at which variable steps restart.
class Plays {
  public:
    /// By number of the play: where it is (Play::Cursor). Zeros for removed ones.
    using Cursors = std::vector<std::pair<std::size_t, std::size_t>>;

    explicit Plays(Model& model) : model_(model) {}

    /// As in NEURON, a play that is added during a run begins with the next initialization.
    PlayId add(Playable to, PlayedValues played);
    void remove(PlayId number) { plays_.remove(number); }
    bool any() const;
    /// To be called when plays or the structure have changed, before they are played.
    void resolve();
    /// Whether a function is called.
    bool is_slow() const { return slow_; }

    /// Queues the first events, for a start at t [ms].
    void start(double t, const QueueSample& queue);
    /// When a state has been restored: moves to the events after `til` [ms] and queues them. `with_records`: the state has
    /// all values of the model; otherwise parameters, which it lacks, get their latest values again.
    void resume(double til, bool with_records, const QueueSample& queue);
    Cursors cursors() const;
    void set_cursors(const Cursors& cursors);
    /// Throws std::runtime_error if cursors lie outside.
    void check(const Cursors& cursors) const;

    /// Sets the block's continuously played variables to their values at time t [ms].
    void play_continuous(std::uint32_t block, double t);
    /// The block in which a due event of the play acts; none if it does not act any more.
    std::optional<std::uint32_t> block_of_due(std::uint32_t number) const;
    /// Plays a due event that acts, and queues the next one.
    void sample(const Event& due, EventQueue& queue);

    /// The play's block; 0 if it does not exist.
    std::uint32_t block_of(std::uint32_t number) const;
    /// One more than the highest number so far.
    std::uint32_t end() const { return plays_.end(); }

  private:
    struct Item {
        std::optional<VariableRef> variable;
        std::function<void(double)> write;
        Play play;
        bool has_begun = false;
        VariablePlace place = {};
    };
    void write(const Item& item, double value) const;
    /// If the played variable is a parameter, and so not part of a restored state, sets it to its latest played value.
    void play_parameter_again(const Item& item) const;

    Model& model_;
    Numbered<Item> plays_;
    std::vector<std::vector<std::uint32_t>> continuous_by_block_;
    bool slow_ = false;
};

}  // namespace ranvier::engine
