#include "engine/state/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>

#include "engine/cell/model_data.hpp"
#include "engine/state/parameter_origins.hpp"
#include "engine/state/state_files.hpp"
#include "exchange/transport/agreement.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

std::uint64_t new_set() {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
}

/// Adds the file's name to errors in its content.
template <class Read>
auto reading(const std::filesystem::path& file, Read read) {
    const Bytes bytes = read_file(file);
    try {
        return read(bytes);
    } catch (const StateError& error) {
        throw StateError(fmt::format("{}: {}", file.string(), error.what()));
    }
}

}  // namespace

// --- files -----------------------------------------------------------------------------------------------------------

std::filesystem::path Checkpoints::state_file(std::uint64_t generation, std::uint32_t rank, std::uint32_t ranks) const {
    std::filesystem::path name = options_.file;
    name += fmt::format(".{}.state-{}-of-{}", generation, rank, ranks);
    return name;
}

/// Whether the name of a file, behind that of the manifest and a dot, is that of one of its states.
bool Checkpoints::is_state_of(const CheckpointManifest& manifest, std::string_view rest) const {
    const std::string begin = fmt::format("{}.state-", manifest.generation);
    std::uint32_t rank = 0;
    if (!rest.starts_with(begin)) return false;
    std::from_chars(rest.data() + begin.size(), rest.data() + rest.size(), rank);
    const std::string name = state_file(manifest.generation, rank, manifest.ranks).filename().string();
    return rank < manifest.ranks && name.ends_with(rest);
}

/// On rank 0: removes all files of checkpoints beside the file that are not part of `kept`, or all if `kept` is null.
void Checkpoints::remove_others(const CheckpointManifest* kept) const {
    const std::filesystem::path folder = options_.file.has_parent_path() ? options_.file.parent_path() : ".";
    const std::string prefix = options_.file.filename().string() + ".";
    if (!kept) std::filesystem::remove(options_.file);
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) found.push_back(entry.path());
    for (const std::filesystem::path& path : found) {
        const std::string name = path.filename().string();
        const std::string rest = name.starts_with(prefix) ? name.substr(prefix.size()) : "";
        const bool is_ours = rest == "new" || rest.find(".state-") != std::string::npos ||
                             rest.find(".spikes-") != std::string::npos;  // of an earlier version
        if (is_ours && !(kept && is_state_of(*kept, rest))) std::filesystem::remove(path);
    }
}

Task<std::shared_ptr<Checkpoints>> Checkpoints::open(exchange::Transport& transport, CheckpointOptions options) {
    std::shared_ptr<Checkpoints> checkpoints(new Checkpoints(transport, std::move(options)));
    co_await checkpoints->read_manifest();
    co_return checkpoints;
}

void Checkpoints::lock() {
    try {
        lock_ = std::make_unique<FileLock>(options_.file);
    } catch (const std::runtime_error& error) {
        throw StateError(error.what());
    }
}

Task<void> Checkpoints::read_manifest() {
    Bytes bytes;
    std::string complaint;
    if (transport_.rank() == 0) {
        complaint = exchange::complaint_of<StateError>([&] {
            lock();
            const bool has_file = std::filesystem::exists(options_.file);
            if (has_file) bytes = read_file(options_.file);
            if (!bytes.empty() && !is_checkpoint_manifest(bytes)) {
                throw StateError(fmt::format("{} is not a checkpoint, and one would replace it; choose another name",
                                             options_.file.string()));
            }
            if (!options_.resume) bytes.clear();
            if (options_.resume && has_file) {
                const CheckpointManifest manifest = reading(options_.file, checkpoint_manifest);
                remove_others(&manifest);
            } else {
                remove_others(nullptr);
            }
        });
    }
    co_await exchange::agree<StateError>(transport_, complaint);
    bytes = co_await exchange::broadcast_vector(transport_, std::move(bytes), 0);
    if (bytes.empty()) co_return;
    resumed_ = checkpoint_manifest(bytes);
    if (resumed_->settings != options_.settings) {
        throw StateError(fmt::format("{}: the saved run was started with {}, this one with {}; results would differ",
                                     options_.file.string(), resumed_->settings, options_.settings));
    }
    if (options_.outputs) options_.outputs->expect(resumed_->outputs);
    generation_ = resumed_->generation;
    last_ = resumed_;
}

Task<void> Checkpoints::finish() {
    if (resumed_) {
        throw StateError(
            fmt::format("{}: the script ended before reaching the checkpoint at t = {:g} ms of its run number {}",
                        options_.file.string(), resumed_->t, resumed_->stretch));
    }
    std::string complaint;
    if (transport_.rank() == 0) complaint = exchange::complaint_of<StateError>([&] { remove_others(nullptr); });
    co_await exchange::agree<StateError>(transport_, complaint);
    if (options_.outputs) options_.outputs->keep_nothing();
    unlock();
}

void Checkpoints::remove_files() const {
    if (transport_.rank() == 0) remove_others(nullptr);
    if (options_.outputs) options_.outputs->keep_nothing();
}

// --- writing ---------------------------------------------------------------------------------------------------------

void Checkpoints::schedule(double t) {
    if (options_.every > 0) next_ = (std::floor(t / options_.every + 1e-9) + 1) * options_.every;
}

std::string Checkpoints::write_own(const RankSnapshot& snapshot, const CheckpointManifest& manifest) const {
    return exchange::complaint_of<StateError>([&] {
        write_file(state_file(manifest.generation, snapshot.rank, manifest.ranks), engine::to_bytes(snapshot));
    });
}

Task<void> Checkpoints::write() {
    co_await snapshots_->intervals().finish();  // nothing is left waiting in the exchange
    RankSnapshot snapshot = snapshots_->take();
    std::uint64_t set = new_set();
    co_await transport_.broadcast(std::as_writable_bytes(std::span(&set, 1)), 0);
    snapshot.set = set;
    snapshot.settings = options_.settings;
    CheckpointManifest manifest;
    manifest.set = set;
    manifest.generation = ++generation_;
    manifest.stretch = snapshot.stretch;
    manifest.step = snapshot.step;
    manifest.ranks = snapshot.ranks;
    manifest.t = snapshot.t;
    manifest.settings = options_.settings;
    manifest.origins = co_await origins();
    if (options_.outputs) manifest.outputs = co_await options_.outputs->save();
    std::string complaint = write_own(snapshot, manifest);  // named: g++ 12 destroys some temporaries of co_await twice
    co_await exchange::agree<StateError>(transport_, complaint);
    complaint.clear();
    if (transport_.rank() == 0) {
        complaint =
            exchange::complaint_of<StateError>([&] { replace_file(options_.file, engine::to_bytes(manifest)); });
    }
    co_await exchange::agree<StateError>(transport_, complaint);
    if (last_) remove_superseded(*last_);
    if (options_.outputs) options_.outputs->keep_saved();
    last_ = std::move(manifest);
    schedule(last_->t);
}

/// Removes the states of the previous checkpoint, once the new one is complete.
void Checkpoints::remove_superseded(const CheckpointManifest& previous) const {
    const auto here = static_cast<std::uint32_t>(transport_.rank()),
               ranks = static_cast<std::uint32_t>(transport_.size());
    std::error_code ignored;  // an extra file does no harm
    for (std::uint32_t r = here; r < previous.ranks; r += ranks) {
        std::filesystem::remove(state_file(previous.generation, r, previous.ranks), ignored);
    }
}

// --- resuming --------------------------------------------------------------------------------------------------------

void Checkpoints::begin_run() {
    if (skipping_) {
        throw StateError(fmt::format("{}: the script started another run before reaching the checkpoint at t = {:g} ms",
                                     options_.file.string(), resumed_->t));
    }
    is_checked_ = false;
    schedule(0);
    snapshots_->begin_run();
    skipping_ = resumed_ && resumed_->stretch == snapshots_->runs();
}

void Checkpoints::begin_advance() {
    if (is_checked_) return;
    snapshots_->check_can_be_saved();
    is_checked_ = true;
    RunTables& tables = snapshots_->tables();
    parameters_ = origins_of_parameters(tables.model(), tables.network(), transport_.rank() == 0);
}

/// What the run was made from; the same on all ranks. Scripts are those of rank 0: others read them, too.
Task<std::vector<Origin>> Checkpoints::origins() const {
    std::vector<Origin> mine = parameters_;
    if (options_.texts && transport_.rank() == 0) {
        const std::vector<Origin> texts = options_.texts();
        mine.insert(mine.end(), texts.begin(), texts.end());
    }
    ByteWriter out;
    put_origins(mine, out);
    std::vector<std::size_t> lengths;
    const std::vector<std::byte> gathered =
        co_await exchange::gather_vectors<std::byte>(transport_, out.bytes, &lengths);
    std::vector<Origin> all;
    std::size_t begin = 0;
    for (const std::size_t length : lengths) {
        ByteReader in(std::span<const std::byte>(gathered).subspan(begin, length));
        const std::vector<Origin> theirs = take_origins(in);
        all.insert(all.end(), theirs.begin(), theirs.end());
        begin += length;
    }
    co_return merged(std::move(all));
}

Task<void> Checkpoints::check_origins() {
    const std::vector<Origin> now = co_await origins();
    differences_ = engine::differences(resumed_->origins, now, static_cast<int>(resumed_->ranks) == transport_.size());
    if (differences_.empty() || options_.force) co_return;
    constexpr std::size_t most = 8;
    const std::size_t shown = std::min(differences_.size(), most);
    std::string names = fmt::format("{}", fmt::join(differences_.begin(), differences_.begin() + shown, ", "));
    if (shown < differences_.size()) names += fmt::format(" and {} others", differences_.size() - shown);
    throw StateError(fmt::format(
        "{}: the saved run differs from this one in: {}. Resume it with what it was started with, start over "
        "without --resume, or continue all the same with --resume=force",
        options_.file.string(), names));
}

void Checkpoints::void_values_until_resumed() {
    snapshots_->tables().model().state().void_values = fmt::format(
        "the script reads a value of the model before t = {:g} ms, where the run is resumed; earlier values are "
        "not saved, so run it from the start, without --resume",
        resumed_->t);
}

Task<std::int64_t> Checkpoints::skip(std::int64_t steps) {
    RunTables& tables = snapshots_->tables();
    ExchangeClock& clock = snapshots_->intervals().clock();
    const double dt = tables.model().dt;
    const std::int64_t count = std::min(steps, resumed_->step - clock.step());
    std::int64_t taken = 0;
    if (count > 0) void_values_until_resumed();
    while (taken < count) {
        const double begin = tables.model().t;
        double t = begin + .5 * dt;
        t += .5 * dt;
        tables.set_t(t);
        clock.set_step(clock.step() + 1);
        ++taken;
        hooks_->interruptions().proceed();
        hooks_->events().call_those_of_step(begin, t, dt);
        if (!hooks_->stop_requested()) continue;
        if (!clock.is_alone())
            throw StateError("a statement stopped the run before its checkpoint, so it cannot be resumed");
        break;
    }
    if (clock.step() == resumed_->step) {
        const LongWork work(hooks_->interruptions());
        co_await restore();
    }
    co_return taken;
}

RankSnapshot Checkpoints::read_state(std::uint32_t rank) const {
    const std::filesystem::path file = state_file(resumed_->generation, rank, resumed_->ranks);
    RankSnapshot snapshot = reading(file, [](const Bytes& bytes) { return rank_snapshot(bytes); });
    if (snapshot.set != resumed_->set || snapshot.rank != rank || snapshot.ranks != resumed_->ranks) {
        throw StateError(
            fmt::format("{}: belongs to a different checkpoint than {}", file.string(), options_.file.string()));
    }
    return snapshot;
}

Task<void> Checkpoints::check_all_cells(const SnapshotSet& from, std::size_t restored) {
    if (from.is_own) co_return;
    const std::int64_t here =
        co_await exchange::reduce_over_ranks(transport_, static_cast<std::int64_t>(restored), exchange::Reduce::sum);
    std::int64_t saved = 0;
    for (const RankSnapshot& rank : from.ranks) saved += static_cast<std::int64_t>(rank.cells.size());
    if (here != saved) {
        throw StateError(fmt::format("{}: the state is from another model: it has {} cells with gids, the model {}",
                                     options_.file.string(), saved, here));
    }
}

/// This rank's own state if every rank has the same cells as before, else the states of all ranks.
Task<SnapshotSet> Checkpoints::read_states() const {
    SnapshotSet from;
    const std::string reading_own = exchange::complaint_of<StateError>([&] {
        if (static_cast<int>(resumed_->ranks) != transport_.size()) return;
        from.ranks.push_back(read_state(static_cast<std::uint32_t>(transport_.rank())));
        from.is_own = snapshots_->holds_cells_of(from.ranks[0]);
    });
    co_await exchange::agree<StateError>(transport_, reading_own);
    if (co_await exchange::any_over_ranks(transport_, !from.is_own)) {
        const std::string reading_all = exchange::complaint_of<StateError>([&] {
            from = {};
            for (std::uint32_t r = 0; r < resumed_->ranks; ++r) from.ranks.push_back(read_state(r));
        });
        co_await exchange::agree<StateError>(transport_, reading_all);
    }
    co_return from;
}

void Checkpoints::check_place(const RankSnapshot& first) const {
    const Model& model = snapshots_->tables().model();
    if (first.t == model.t && first.dt == model.dt) return;
    throw StateError(
        fmt::format("{}: after {} steps the saved run was at t = {:.17g} ms (dt = {:g} ms), this one is at "
                    "t = {:.17g} ms (dt = {:g} ms)",
                    options_.file.string(), first.step, first.t, first.dt, model.t, model.dt));
}

Task<void> Checkpoints::restore() {
    const SnapshotSet from = co_await read_states();
    const RankSnapshot& first = from.ranks[0];
    check_place(first);
    snapshots_->tables().model().state().void_values.clear();
    std::size_t restored = 0;
    std::string restoring = exchange::complaint_of<StateError>([&] { restored = snapshots_->restore(from); });
    if (!restoring.empty()) restoring = fmt::format("{}: {}", options_.file.string(), restoring);
    co_await exchange::agree<StateError>(transport_, restoring);
    co_await check_all_cells(from, restored);
    co_await check_origins();
    if (options_.outputs) co_await options_.outputs->go_on();
    if (restored_) restored_(first.t);
    schedule(first.t);
    skipping_ = false;
    resumed_.reset();
}

}  // namespace ranvier::engine
