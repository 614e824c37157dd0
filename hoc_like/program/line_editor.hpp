#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::program {

/// Reads lines from a terminal with editing, a history that lasts, and completion by the tab key; libedit does the work.
/// One at a time: libedit's state is the process's.
class LineEditor {
  public:
    /// `complete` answers what a word may go on as. The history is read from and kept in $RANVIER_HISTORY, or else
    /// ~/.ranvier_history; empty: none is kept.
    explicit LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// A line without its end; nothing at the end of the input.
    std::optional<std::string> read(const std::string& prompt);
};

}  // namespace ranvier::program
