#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/solve/model.hpp"
#include "exchange/task.hpp"

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::engine {

/// Gap junctions: values that are copied at each step from sources to targets, also between ranks (docs:
/// "ParallelContext.source_var", "target_var", "setup_transfer").
///
/// A source is identified by a number that is unique over all ranks. In a compartment with extracellular, the potential
/// is the internal one, v + vext[0], as in NEURON. User errors throw std::invalid_argument.
class Transfers {
  public:
    using Id = std::int64_t;

    explicit Transfers(Model& model) : model_(model) {}

    void add_source(VariableRef variable, Id id);
    void add_target(VariableRef variable, Id id);
    void clear();
    /// Ids of sources that scripts cannot use: those of the numbers n, n + 1, ..., where n is returned. Each rank must reserve
    /// as many.
    std::uint64_t reserve(std::uint64_t count) {
        const std::uint64_t first = reserved_;
        reserved_ += count;
        return first;
    }
    static Id reserved_id(std::uint64_t number) { return -1 - static_cast<Id>(number); }
    /// What a script knows of it: the number that it gave, or the number of a junction that a rule has made.
    static std::string text(Id id) {
        return id < 0 ? std::to_string((-1 - id) / 2) + " of a rule" : std::to_string(id);
    }

    /// Collective: finds out which rank needs which source. To be called after the last source and target have been
    /// added. With `lacks_ranks` (the cells of only one of several ranks run), a target without a source keeps its
    /// value.
    exchange::Task<void> set_up(exchange::Transport& transport, bool lacks_ranks);
    /// Throws if something was added since set_up.
    void check_set_up() const;
    /// To be called when values have moved in memory.
    void forget_addresses() { resolved_ = 0; }
    /// Calls visit(id, source, target) for each target whose source is on this rank.
    template <class Visit>
    void for_each_pair(Visit visit) const {
        for (const Target& target : targets_) {
            const auto source = source_of_id_.find(target.id);
            if (source != source_of_id_.end()) visit(target.id, sources_[source->second].variable, target.variable);
        }
    }
    /// Calls visit(id, target) for each target whose source would be on another rank.
    template <class Visit>
    void for_each_without_source(Visit visit) const {
        for (const Target& target : without_source_) visit(target.id, target.variable);
    }
    /// Calls visit(variable) for each target of this rank.
    template <class Visit>
    void for_each_target(Visit visit) const {
        for (const Target& target : targets_) visit(target.variable);
    }
    /// Calls visit(variable) for each source and each target of this rank.
    template <class Visit>
    void for_each_end(Visit visit) const {
        for (const Source& source : sources_) visit(source.variable);
        for_each_target(visit);
    }
    /// Whether any rank has targets.
    bool active() const { return active_; }

    /// Like transfer, for a single rank, which has all targets and sources.
    void transfer_here();
    /// Collective: copies each source's current value to its targets.
    exchange::Task<void> transfer(exchange::Transport& transport);

  private:
    void resolve();
    void collect();
    void hand_out(const std::vector<double>& values) const;
    double value(std::size_t source) const;

    struct Source {
        VariableRef variable;
        Id id;
        const double* from = nullptr;
        const double* vext = nullptr;
    };
    struct Target {
        VariableRef variable;
        Id id;
        double* to = nullptr;
        std::size_t received = 0;  // index among received values
    };
    Model& model_;
    std::vector<Source> sources_;
    std::vector<Target> targets_, without_source_;
    std::unordered_map<Id, std::size_t> source_of_id_;
    std::uint64_t reserved_ = 0;
    bool is_set_up_ = true, active_ = false;
    std::uint64_t resolved_ = 0;               // the model's structure at the last resolve
    std::vector<std::size_t> outgoing_;        // numbers of sources, rank by rank
    std::vector<std::size_t> send_, receive_;  // bytes sent to and received from each rank
    std::vector<double> sent_, arrived_;
};

}  // namespace ranvier::engine
