#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/raster/log/rank_logs.hpp"
#include "engine/state/checkpointed_outputs.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::program {

/// The record of an output file: a raster or a report.
class CheckpointedRecord {
  public:
    virtual ~CheckpointedRecord() = default;
    /// The file as the user named it.
    virtual const std::string& file() const = 0;
    /// Whether anything has been recorded, on any rank, since the file was opened.
    virtual bool has_begun() const = 0;
    /// Keeps these logs, which belong to the last checkpoint.
    virtual void keep(std::vector<raster::LogPart> parts) = 0;
    /// Both are collective.
    virtual exchange::Task<raster::LogPosition> position() = 0;
    virtual exchange::Task<void> go_on(const raster::LogPosition& position) = 0;
};

/// The records of a run with checkpoints: which logs the last checkpoint needs, and where each continues.
class CheckpointedRecords final : public engine::CheckpointedOutputs {
  public:
    explicit CheckpointedRecords(exchange::Transport& transport) : transport_(transport) {}

    /// A file that is opened, and one that is closed; on all ranks in the same order.
    void add(CheckpointedRecord& record);
    void remove(CheckpointedRecord& record);

    // engine::CheckpointedOutputs
    void expect(const std::vector<engine::SavedOutput>& saved) override;
    exchange::Task<void> go_on() override;
    exchange::Task<std::vector<engine::SavedOutput>> save() override;
    void keep_saved() override;
    void keep_nothing() override;

  private:
    /// By the file's name.
    using Positions = std::map<std::string, raster::LogPosition>;
    void keep(Positions positions);
    void keep_logs_of(CheckpointedRecord& record) const;

    exchange::Transport& transport_;
    std::vector<CheckpointedRecord*> open_;
    Positions kept_;    // of the last complete checkpoint
    Positions saving_;  // of the one that is being written
};

}  // namespace ranvier::program
