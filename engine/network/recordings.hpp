#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>

#include "engine/network/network_ids.hpp"
#include "engine/network/sources.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

/// The destination of the spikes of one source.
struct Recording {
    SpikeTimes times;
    SpikeTimes ids;
    double id = 0;
    std::function<void(double)> callback;
};

/// Where the spikes of this rank's sources go, besides to their connections: Vectors, statements of scripts, the raster.
///
/// Vectors keep a source alive; a statement is removed with the source's last connection, as in NEURON.
class Recordings {
  public:
    /// `sources` must outlive this object.
    explicit Recordings(Sources& sources) : sources_(sources) {}

    /// NetCon.record(tvec[, idvec, id]). Replaces the source's earlier Vectors.
    void record(SourceId source, SpikeTimes times, SpikeTimes ids, double id);
    /// NetCon.record("statement"). Slow: limits windows to one step.
    void call(SourceId source, std::function<void(double t)> callback);
    /// Stops all recordings of the source, which is removed if nothing else refers to it.
    void stop(SourceId source);
    /// Stops every recording into `values`; removes sources that nothing else refers to.
    void stop_into(const SpikeTimes& values);
    /// The times passed to record; null: the source is not recorded.
    SpikeTimes times(SourceId source) const;
    /// Null: the source is not recorded.
    const Recording* find(SourceId source) const {
        const auto found = by_source_.find(source);
        return found == by_source_.end() ? nullptr : &found->second;
    }
    /// In no order.
    const std::unordered_map<SourceId, Recording>& by_source() const { return by_source_; }
    /// Whether some recording calls a script.
    bool have_callbacks() const { return callbacks_ > 0; }
    /// Empties all Vectors: a run begins.
    void clear_vectors();

    /// Receives all spikes of owned gids at the end of each exchange interval, in order of (t, gid). Null: off.
    using RasterSink = std::function<void(double interval_end, std::span<const exchange::Spike> spikes)>;
    void set_raster(RasterSink sink) { raster_ = std::move(sink); }
    const RasterSink& raster() const { return raster_; }

    /// Frees a source of this rank unless a connection, a gid or a Vector refers to it. Inputs exist as long as their
    /// connections.
    void release(SourceId source);

  private:
    void count_callbacks();

    Sources& sources_;
    std::unordered_map<SourceId, Recording> by_source_;
    std::size_t callbacks_ = 0;  // recordings that call a script
    RasterSink raster_;
};

}  // namespace ranvier::engine
