#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// The first file on the command line, which rank 0 reads for all: thousands of ranks that open the same file at once are
/// slow on a parallel file system. Files that scripts load are read where they are loaded, perhaps on some ranks only.
class StartFile {
  public:
    explicit StartFile(exchange::Transport& transport) : transport_(transport) {}
    /// Finds out whether all ranks have the same inputs; if not, each reads its own. Returns whether they also have the
    /// same `number`. Collective.
    exchange::Task<bool> agree(std::span<const Input> inputs, std::uint64_t number);
    /// Whether rank 0 is to read this file, and no other before.
    bool is_shared(const std::string& path) const { return !path.empty() && path == path_; }
    /// The text of the shared file. Collective. Throws std::runtime_error on all ranks if rank 0 cannot read it.
    exchange::Task<std::string> read();

  private:
    exchange::Transport& transport_;
    std::string path_;  // empty: none is shared
};

}  // namespace ranvier::program
