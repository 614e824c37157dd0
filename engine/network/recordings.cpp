#include "engine/network/recordings.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ranvier::engine {

void Recordings::record(SourceId source, SpikeTimes times, SpikeTimes ids, double id) {
    if (Source* s = sources_.at(source)) s->recorded = true;
    Recording& to = by_source_[source];
    to.times = std::move(times);
    to.ids = std::move(ids);
    to.id = id;
}

void Recordings::call(SourceId source, std::function<void(double t)> callback) {
    if (Source* s = sources_.at(source)) s->recorded = true;
    by_source_[source].callback = std::move(callback);
    count_callbacks();
}

void Recordings::stop(SourceId source) {
    if (Source* s = sources_.at(source)) s->recorded = false;
    by_source_.erase(source);
    count_callbacks();
    release(source);
}

void Recordings::stop_into(const SpikeTimes& values) {
    std::vector<SourceId> without;
    for (auto& [source, recording] : by_source_) {
        if (recording.times == values) recording.times = nullptr;
        if (recording.ids == values) recording.ids = nullptr;
        if (!recording.times && !recording.ids) without.push_back(source);
    }
    std::sort(without.begin(), without.end());
    for (const SourceId source : without) {
        if (by_source_[source].callback) {
            release(source);
        } else {
            stop(source);
        }
    }
}

SpikeTimes Recordings::times(SourceId source) const {
    const Recording* found = find(source);
    return found ? found->times : nullptr;
}

void Recordings::clear_vectors() {
    for (auto& [source, recording] : by_source_) {
        if (recording.times) recording.times->clear();
        if (recording.ids) recording.ids->clear();
    }
}

void Recordings::release(SourceId source) {
    if (is_input(source)) return;
    Source& it = sources_[source];
    if (!it.exists || it.connections > 0 || it.is_in_rule || it.gid >= 0) return;
    if (it.recorded) {
        const Recording* recording = find(source);
        if (recording && (recording->times || recording->ids)) return;
        by_source_.erase(source);
        it.recorded = false;
        count_callbacks();
    }
    sources_.free(source);
}

void Recordings::count_callbacks() {
    callbacks_ = static_cast<std::size_t>(
        std::count_if(by_source_.begin(), by_source_.end(), [](const auto& r) { return bool(r.second.callback); }));
}

}  // namespace ranvier::engine
