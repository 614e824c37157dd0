#include "exchange/strategy/per_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ranvier::exchange {

Task<void> PerTargetExchange::learn_pairs(Connections network) {
    const FoundRoutes routes = co_await learn(network);

    std::map<int, std::uint32_t> index_of;  // keyed by rank
    for (const Route route : routes.outgoing) {
        for (const int rank : route.targets) index_of.emplace(rank, 0);
    }
    targets_.clear();
    for (auto& [rank, index] : index_of) {
        index = static_cast<std::uint32_t>(targets_.size());
        targets_.push_back({rank, {}, {}, {}, {}});
    }
    target_begin_.assign(1, 0);
    target_index_.clear();
    for (const Route route : routes.outgoing) {
        for (const int rank : route.targets) {
            const std::uint32_t index = index_of[rank];
            target_index_.push_back(index);
            targets_[index].gids.push_back(route.gid);
        }
        target_begin_.push_back(target_index_.size());
    }

    std::map<int, std::vector<Gid>> wanted_of;  // keyed by rank
    for (std::size_t i = 0; i < network.wanted.size(); ++i) {
        if (routes.source_ranks[i] != transport_.rank()) wanted_of[routes.source_ranks[i]].push_back(network.wanted[i]);
    }
    sources_.clear();
    for (auto& [rank, gids] : wanted_of) {
        std::sort(gids.begin(), gids.end());
        sources_.push_back({rank, std::move(gids), {}});
    }
}

void PerTargetExchange::pack() {
    for (Target& target : targets_) {
        target.spikes.clear();
        target.payload.clear();
    }
    for (const Spike& spike : outgoing_) {
        const std::size_t output = this->output(spike.gid);
        for (std::size_t i = target_begin_[output]; i < target_begin_[output + 1]; ++i) {
            targets_[target_index_[i]].spikes.push_back(spike);
        }
    }
    most_bytes_ = 0;
    longest_form_ = SpikeForm::compressed;
    bool is_compressed = true;
    times_hash_ = compress_ ? hash_of(times_) : std::uint16_t{0};
    for (Target& target : targets_) {
        SpikeForm form = Codebook{times_, target.gids}.form();
        if (!compress_ || !try_compressed(target)) {
            append_full(target.spikes, target.payload);
            form = SpikeForm::full;
            is_compressed = false;
        }
        target.header.spikes = static_cast<std::uint32_t>(target.spikes.size());
        target.header.form = form;
        if (!target.spikes.empty()) longest_form_ = std::max(longest_form_, form);
        target.header.times_hash = times_hash_;
        most_bytes_ = std::max(most_bytes_, static_cast<std::uint32_t>(target.payload.size()));
    }
    if (compress_) ++(is_compressed ? counters_.compressed_intervals : counters_.uncompressed_intervals);
}

bool PerTargetExchange::try_compressed(Target& target) {
    Spike culprit{};
    const CompressionFailure obstacle =
        append_compressed(target.spikes, {times_, target.gids}, target.payload, culprit);
    tell_once(obstacle, culprit, target.gids.size(), fmt::format("rank {} listens for", target.rank));
    return obstacle == CompressionFailure::none;
}

void PerTargetExchange::unpack(const Source& source, const Header& header) {
    if (header.times_hash != times_hash_) {
        throw std::logic_error(
            fmt::format("ranks {} and {} do not have the same step times", transport_.rank(), source.rank));
    }
    counters_.spikes_received += header.spikes;
    read_spikes(header.form, source.payload, {times_, source.gids},
                [this](const Spike& spike) { received_.push_back(spike); });
}

}  // namespace ranvier::exchange
