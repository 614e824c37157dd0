#include "hoc_like/program/checkpointed_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/raster/file/output_path.hpp"

namespace ranvier::program {

namespace {

using engine::ByteReader;
using engine::ByteWriter;
using raster::LogPart;
using raster::LogPosition;

/// The same however a script writes it: v.h5, ./v.h5.
std::string name_of(const std::string& file) {
    return std::filesystem::path(file).lexically_normal().string();
}

engine::Bytes to_bytes(const LogPosition& position) {
    ByteWriter out;
    out.put(position.run);
    out.put(position.end);
    out.put(position.spikes);
    out.put(position.elements);
    out.text(position.description);
    out.list(position.parts);
    return std::move(out.bytes);
}

LogPosition position_from(const engine::Bytes& bytes) {
    ByteReader in(bytes);
    LogPosition position;
    position.run = in.take<std::uint64_t>();
    position.end = in.take<std::uint64_t>();
    position.spikes = in.take<std::int64_t>();
    position.elements = in.take<std::uint64_t>();
    position.description = in.text();
    in.list(position.parts);
    return position;
}

}  // namespace

void CheckpointedRecords::add(CheckpointedRecord& record) {
    open_.push_back(&record);
    keep_logs_of(record);
}

void CheckpointedRecords::remove(CheckpointedRecord& record) {
    std::erase(open_, &record);
}

void CheckpointedRecords::keep_logs_of(CheckpointedRecord& record) const {
    const auto found = kept_.find(name_of(record.file()));
    record.keep(found == kept_.end() ? std::vector<LogPart>() : found->second.parts);
}

void CheckpointedRecords::keep(Positions positions) {
    kept_ = std::move(positions);
    for (CheckpointedRecord* record : open_) keep_logs_of(*record);
}

void CheckpointedRecords::expect(const std::vector<engine::SavedOutput>& saved) {
    Positions positions;
    for (const engine::SavedOutput& output : saved) positions.emplace(output.name, position_from(output.state));
    keep(std::move(positions));
}

exchange::Task<void> CheckpointedRecords::go_on() {
    for (CheckpointedRecord* record : open_) {
        const auto found = kept_.find(name_of(record->file()));
        if (found != kept_.end()) {
            co_await record->go_on(found->second);
        } else if (record->has_begun()) {
            throw engine::StateError(fmt::format(
                "{}: the saved run did not write this file, so this run cannot complete it; leave it out, or "
                "start over without --resume",
                record->file()));
        }
    }
}

exchange::Task<std::vector<engine::SavedOutput>> CheckpointedRecords::save() {
    std::vector<engine::SavedOutput> outputs;
    saving_.clear();
    for (CheckpointedRecord* record : open_) {
        if (!record->has_begun()) continue;
        const LogPosition position = co_await record->position();
        const std::string name = name_of(record->file());
        outputs.push_back({name, to_bytes(position)});
        saving_.emplace(name, position);
    }
    co_return outputs;
}

void CheckpointedRecords::keep_saved() {
    Positions before = std::exchange(kept_, {});
    keep(std::exchange(saving_, {}));
    std::set<std::filesystem::path> needed;
    for (const auto& [name, position] : kept_) {
        for (const auto& log : raster::logs_of(raster::output_path(name), position.parts)) needed.insert(log);
    }
    const auto ranks = static_cast<std::size_t>(transport_.size()), here = static_cast<std::size_t>(transport_.rank());
    std::error_code ignored;  // an extra file does no harm
    for (const auto& [name, position] : before) {
        const std::vector<std::filesystem::path> logs = raster::logs_of(raster::output_path(name), position.parts);
        for (std::size_t k = here; k < logs.size(); k += ranks) {
            if (!needed.contains(logs[k])) std::filesystem::remove(logs[k], ignored);
        }
    }
}

void CheckpointedRecords::keep_nothing() {
    saving_.clear();
    keep_saved();
}

}  // namespace ranvier::program
