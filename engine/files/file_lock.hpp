#pragma once

#include <sys/types.h>

#include <filesystem>
#include <stdexcept>

namespace ranvier::engine {

/// Another process holds a lock. The message names the file and the process.
class FileInUse : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Keeps other runs from writing the same output, by a lock on `FILE.lock` beside it. The system releases the lock when
/// the process ends, however it ends (fcntl(2), "Open file description locks"); the empty file may then stay.
class FileLock {
  public:
    /// Throws FileInUse, or std::system_error if the lock's file cannot be made. Where the file system has no locks, there
    /// is none, and a line on standard error says so.
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

  private:
    bool try_lock(const std::filesystem::path& file);

    std::filesystem::path lock_;
    int descriptor_ = -1;
    pid_t owner_;  // a child process leaves the lock alone
};

}  // namespace ranvier::engine
