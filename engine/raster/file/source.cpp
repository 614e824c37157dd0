#include "engine/raster/file/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/raster/file/gid_set.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/raster/file/spike_sorter.hpp"

namespace ranvier::raster {

namespace {

/// A file whose spikes are in order of time.
class InOrder final : public exchange::SpikeSource {
  public:
    InOrder(std::shared_ptr<FileSource> file, std::vector<Gid> gids) : file_(std::move(file)), gids_(std::move(gids)) {}
    std::span<const Gid> gids() const override { return gids_; }
    void seek(double t) override { t == beginning ? file_->rewind() : file_->seek(t); }
    std::span<const Spike> next() override { return file_->next(); }

  private:
    std::shared_ptr<FileSource> file_;
    std::vector<Gid> gids_;
};

struct Survey {
    bool is_in_order = true;
    GidSet gids;
};

Survey look_through(FileSource& file) {
    Survey survey;
    double before = exchange::SpikeSource::beginning;
    for (std::span<const Spike> piece = file.next(); !piece.empty(); piece = file.next()) {
        for (const Spike& spike : piece) {
            survey.is_in_order &= before <= spike.t;
            before = spike.t;
            survey.gids.add(spike.gid);
        }
    }
    file.rewind();
    return survey;
}

void check_disjoint(const std::filesystem::path& file, const std::vector<Population>& populations) {
    std::map<Gid, const Population*> seen;
    for (const Population& population : populations) {
        for (const Gid gid : population.gids) {
            const auto [other, is_new] = seen.emplace(gid, &population);
            if (is_new) continue;
            throw RasterError(fmt::format("{} has the gid {} in two populations, {} and {}; choose one", file.string(),
                                          gid, other->second->name, population.name));
        }
    }
}

std::vector<Gid> union_of(const std::vector<Population>& populations) {
    std::vector<Gid> gids;
    for (const Population& each : populations) gids.insert(gids.end(), each.gids.begin(), each.gids.end());
    std::sort(gids.begin(), gids.end());
    return gids;
}

OpenRaster sorted(const std::filesystem::path& file, SpikeSorter& sorter, std::vector<Population> populations) {
    if (populations.size() > 1) check_disjoint(file, populations);
    auto spikes = sorter.finish(union_of(populations));
    return {std::move(spikes), std::move(populations)};
}

OpenRaster open_sonata_populations(const std::filesystem::path& file, const std::vector<std::string>& names) {
    SpikeSorter sorter;
    std::vector<Population> all;
    for (const std::string& name : names) {
        const std::shared_ptr<FileSource> stored = open_sonata(file, name);
        const Survey survey = look_through(*stored);
        all.push_back({name, survey.gids.ascending()});
        if (names.size() == 1 && survey.is_in_order) {
            return {std::make_shared<InOrder>(stored, all.front().gids), std::move(all)};
        }
        for (std::span<const Spike> piece = stored->next(); !piece.empty(); piece = stored->next()) sorter.add(piece);
    }
    return sorted(file, sorter, std::move(all));
}

OpenRaster open_text(const std::filesystem::path& file, const ReadOptions& options) {
    SpikeSorter sorter;
    std::map<std::string, GidSet, std::less<>> populations;
    std::vector<Spike> piece;
    const auto hand_over = [&] {
        sorter.add(piece);
        piece.clear();
    };
    read_text(file, options, [&](const Spike& spike, std::string_view population) {
        auto found = populations.find(population);
        if (found == populations.end()) found = populations.try_emplace(std::string(population)).first;
        found->second.add(spike.gid);
        piece.push_back(spike);
        if (piece.size() == 4096) hand_over();
    });
    hand_over();
    std::vector<Population> all;
    for (const auto& [name, gids] : populations) all.push_back({name, gids.ascending()});
    return sorted(file, sorter, std::move(all));
}

}  // namespace

OpenRaster open(const std::filesystem::path& file, const ReadOptions& options) {
    if (!check_is_sonata(file)) return open_text(file, options);
    const bool all = options.all_populations && options.population.empty();
    return open_sonata_populations(file, all ? populations(file) : std::vector{options.population});
}

}  // namespace ranvier::raster
