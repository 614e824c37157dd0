#include "engine/event/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

void Transfers::add_source(VariableRef variable, Id id) {
    if (!source_of_id_.try_emplace(id, sources_.size()).second) {
        throw std::invalid_argument(fmt::format("source_var: the number {} is already in use", id));
    }
    sources_.push_back({variable, id});
    is_set_up_ = false;
}

void Transfers::add_target(VariableRef variable, Id id) {
    targets_.push_back({variable, id});
    is_set_up_ = false;
}

void Transfers::clear() {
    sources_.clear();
    targets_.clear();
    without_source_.clear();
    source_of_id_.clear();
    is_set_up_ = true;
    active_ = false;
}

void Transfers::check_set_up() const {
    if (!is_set_up_) {
        throw std::invalid_argument(
            "ParallelContext.setup_transfer() needs to be called after source_var and target_var");
    }
}

Task<void> Transfers::set_up(exchange::Transport& transport, bool lacks_ranks) {
    const auto ranks = static_cast<std::size_t>(transport.size());
    is_set_up_ = true;
    resolved_ = 0;
    targets_.insert(targets_.end(), without_source_.begin(), without_source_.end());
    without_source_.clear();
    if (lacks_ranks) {
        const auto behind = std::stable_partition(targets_.begin(), targets_.end(), [this](const Target& target) {
            return source_of_id_.contains(target.id);
        });
        without_source_.assign(behind, targets_.end());
        targets_.erase(behind, targets_.end());
    }
    std::vector<Id> own;
    for (const Source& source : sources_) own.push_back(source.id);
    std::vector<Id> wanted;
    for (const Target& target : targets_) wanted.push_back(target.id);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());

    std::vector<std::size_t> owned_by, wanted_by;
    const std::vector<Id> all_own = co_await exchange::gather_vectors<Id>(transport, own, &owned_by);
    const std::vector<Id> all_wanted = co_await exchange::gather_vectors<Id>(transport, wanted, &wanted_by);
    active_ = !all_wanted.empty();

    std::unordered_map<Id, std::size_t> rank_of;
    std::size_t at = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
        for (std::size_t k = 0; k < owned_by[r]; ++k, ++at) {
            const auto [known, is_new] = rank_of.try_emplace(all_own[at], r);
            if (!is_new) {
                throw std::invalid_argument(fmt::format("source_var: the number {} is in use on rank {} and on rank {}",
                                                        all_own[at], known->second, r));
            }
        }
    }
    // Each rank receives values ordered by sending rank, then by id.
    send_.assign(ranks, 0);
    receive_.assign(ranks, 0);
    outgoing_.clear();
    at = 0;
    for (std::size_t r = 0; r < ranks; ++r) {
        for (std::size_t k = 0; k < wanted_by[r]; ++k, ++at) {
            const auto from = rank_of.find(all_wanted[at]);
            if (from == rank_of.end()) {
                throw std::invalid_argument(fmt::format(
                    "target_var: no rank has a source_var with the number {}, which rank {} needs", all_wanted[at], r));
            }
            if (from->second != static_cast<std::size_t>(transport.rank())) continue;
            outgoing_.push_back(source_of_id_.at(all_wanted[at]));
            send_[r] += sizeof(double);
        }
    }
    std::vector<std::vector<Id>> from_rank(ranks);
    for (const Id id : wanted) from_rank[rank_of.at(id)].push_back(id);
    std::unordered_map<Id, std::size_t> place;
    for (std::size_t r = 0; r < ranks; ++r) {
        receive_[r] = from_rank[r].size() * sizeof(double);
        for (const Id id : from_rank[r]) place.emplace(id, place.size());
    }
    for (Target& target : targets_) target.received = place.at(target.id);
    sent_.resize(outgoing_.size());
    arrived_.resize(wanted.size());
}

void Transfers::resolve() {
    if (resolved_ == model_.structure_version()) return;
    const auto address = [this](VariableRef variable, Id id, const char* what) {
        if (!model_.exists(variable)) {
            throw std::invalid_argument(
                fmt::format("the {} with the number {} is in a deleted section or point process; pc.gid_clear(4) "
                            "removes all of them",
                            what, id));
        }
        return model_.address(variable);
    };
    for (Source& source : sources_) {
        source.from = address(source.variable, source.id, "source_var");
        source.vext = nullptr;
        if (const auto outside = model_.vext_of(source.variable)) source.vext = model_.address(*outside);
    }
    for (Target& target : targets_) target.to = address(target.variable, target.id, "target_var");
    resolved_ = model_.structure_version();
}

double Transfers::value(std::size_t k) const {
    const Source& source = sources_[k];
    return source.vext ? *source.from + *source.vext : *source.from;
}

void Transfers::collect() {
    resolve();
    for (std::size_t i = 0; i < outgoing_.size(); ++i) sent_[i] = value(outgoing_[i]);
}

void Transfers::hand_out(const std::vector<double>& values) const {
    for (const Target& target : targets_) *target.to = values[target.received];
}

void Transfers::transfer_here() {
    collect();
    hand_out(sent_);
}

Task<void> Transfers::transfer(exchange::Transport& transport) {
    if (transport.size() == 1) {
        transfer_here();
        co_return;
    }
    collect();
    co_await transport.alltoallv(std::as_bytes(std::span<const double>(sent_)), send_,
                                 std::as_writable_bytes(std::span<double>(arrived_)), receive_);
    hand_out(arrived_);
}

}  // namespace ranvier::engine
