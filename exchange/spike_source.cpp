#include "exchange/spike_source.hpp"

#include <algorithm>
#include <utility>

namespace ranvier::exchange {

namespace {

class SpikesInMemory final : public SpikeSource {
  public:
    explicit SpikesInMemory(std::vector<Spike> spikes) : spikes_(std::move(spikes)) {
        const auto before = [](const Spike& a, const Spike& b) { return a.t < b.t; };
        if (!std::is_sorted(spikes_.begin(), spikes_.end(), before)) {
            std::stable_sort(spikes_.begin(), spikes_.end(), before);
        }
        for (const Spike& spike : spikes_) gids_.push_back(spike.gid);
        std::sort(gids_.begin(), gids_.end());
        gids_.erase(std::unique(gids_.begin(), gids_.end()), gids_.end());
        gids_.shrink_to_fit();
    }

    std::span<const Gid> gids() const override { return gids_; }

    void seek(double t) override {
        const auto first = std::lower_bound(spikes_.begin(), spikes_.end(), t,
                                            [](const Spike& spike, double time) { return spike.t < time; });
        next_ = static_cast<std::size_t>(first - spikes_.begin());
    }

    std::span<const Spike> next() override {
        return std::span<const Spike>(spikes_).subspan(std::exchange(next_, spikes_.size()));
    }

  private:
    std::vector<Spike> spikes_;
    std::vector<Gid> gids_;
    std::size_t next_ = 0;
};

}  // namespace

std::shared_ptr<SpikeSource> make_spike_source(std::vector<Spike> spikes) {
    return std::make_shared<SpikesInMemory>(std::move(spikes));
}

}  // namespace ranvier::exchange
