// How many spikes a second go to disk and come back, and how many does a played raster deliver, on one core? Argument:
// spikes in the raster, a million, and with RANVIER_LONG=1 a hundred millions. Items are spikes; `times_bare` is the
// processor's time over that of copying and writing the same bytes.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <random>
#include <span>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/log/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/local_transport.hpp"

namespace {

using ranvier::exchange::run_to_completion;
using ranvier::exchange::Spike;
namespace exchange = ranvier::exchange;
namespace raster = ranvier::raster;

constexpr std::int32_t cells = 100'000;
constexpr double spikes_per_ms = 3'000;  // of 100,000 cells at 30 Hz

// Gids at random, in the order in which a run hands them over: by time, then gid. The same on every call.
std::vector<Spike> made(std::int64_t count) {
    std::mt19937 random(1);
    std::vector<Spike> spikes(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < spikes.size(); ++i) {
        const double step = std::floor(static_cast<double>(i) / spikes_per_ms * 40);
        spikes[i] = {step * 0.025, static_cast<std::int32_t>(random() % cells)};
    }
    raster::sort(spikes);
    return spikes;
}

std::filesystem::path file() {
    return std::filesystem::temp_directory_path() / "ranvier_bench_raster.h5";
}

/// The processor's time of this process [s], its system calls included.
double processor_time() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A file without a name, of the folder that the raster is in.
class BareFile {
  public:
    BareFile() : file_(std::fopen(file().c_str(), "w+b")), buffer_(256 * 1024) { std::filesystem::remove(file()); }
    ~BareFile() { std::fclose(file_); }
    void write(const void* from, std::size_t bytes) {
        const char* next = static_cast<const char*>(from);
        for (std::size_t n = 0; bytes > 0; bytes -= n, next += n) {
            n = std::min(bytes, buffer_.size());
            std::memcpy(buffer_.data(), next, n);
            if (::write(fileno(file_), buffer_.data(), n) != static_cast<ssize_t>(n)) std::abort();
        }
    }
    void read_all() {
        lseek(fileno(file_), 0, SEEK_SET);
        while (::read(fileno(file_), buffer_.data(), buffer_.size()) > 0) {
        }
    }

  private:
    std::FILE* file_;
    std::vector<char> buffer_;
};

/// What the system takes in any case: 12 bytes a spike into the log and out of it, 16 into the file.
void write_bare(const std::vector<Spike>& spikes) {
    BareFile log, sonata;
    static_assert(sizeof(Spike) == 16);
    log.write(spikes.data(), 12 * spikes.size());
    log.read_all();
    sonata.write(spikes.data(), 16 * spikes.size());
}

void write_raster(const std::vector<Spike>& spikes) {
    const auto transport = exchange::make_local_transport();
    const auto recorder = run_to_completion(raster::Recorder::open(*transport, file()));
    double t = -0.0125;  // boundaries lie between steps
    for (std::size_t at = 0; at < spikes.size();) {
        const std::size_t n = std::min<std::size_t>(static_cast<std::size_t>(spikes_per_ms), spikes.size() - at);
        recorder->append(std::span(spikes).subspan(at, n));
        recorder->complete_interval(t += 1);
        at += n;
    }
    run_to_completion(recorder->finish());
}

/// As a run does: interval by interval into the log, at the end into the file.
void BM_Raster_Write(benchmark::State& state) {
    const std::vector<Spike> spikes = made(state.range(0));
    double ours = 0, bare = 0;
    for (auto _ : state) {
        const double begin = processor_time();
        write_raster(spikes);
        ours += processor_time() - begin;
        state.PauseTiming();
        std::filesystem::remove(file());
        const double middle = processor_time();
        write_bare(spikes);
        bare += processor_time() - middle;
        state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["times_bare"] = ours / bare;
}

void BM_Raster_Read(benchmark::State& state) {
    raster::write(file(), made(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(raster::read(file()));
    state.SetItemsProcessed(state.iterations() * state.range(0));
    std::filesystem::remove(file());
}

/// Through a network that listens to none of the gids: what the raster itself costs, reading left out.
void BM_Raster_Play(benchmark::State& state) {
    const auto transport = exchange::make_local_transport();
    const auto strategy = exchange::make_allgather(*transport);
    ranvier::engine::Model model;
    ranvier::engine::Network network(model);
    ranvier::engine::Simulation simulation(model, network, *strategy, *transport);
    simulation.patterns().play(exchange::make_spike_source(made(state.range(0))));
    const double duration = static_cast<double>(state.range(0)) / spikes_per_ms;
    for (auto _ : state) {
        run_to_completion(simulation.initialize(-65));
        run_to_completion(simulation.advance_to(duration));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->Unit(benchmark::kMillisecond)->Arg(1'000'000);
    if (std::getenv("RANVIER_LONG")) benchmark->Arg(100'000'000);
}

BENCHMARK(BM_Raster_Write)->Apply(sizes);
BENCHMARK(BM_Raster_Read)->Apply(sizes);
BENCHMARK(BM_Raster_Play)->Apply(sizes);

}  // namespace
