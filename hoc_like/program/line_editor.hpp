#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::program {

/// Reads lines from a terminal through libedit, with editing, a persistent history and tab completion. Only one
/// instance may exist at a time, because libedit's state is global.
class LineEditor {
  public:
    /// `complete` returns the completions of a word. The history is kept in the file $RANVIER_HISTORY (default:
    /// ~/.ranvier_history); if the variable is set but empty, no history is kept.
    explicit LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// The next line, without its newline; nothing at the end of the input.
    std::optional<std::string> read(const std::string& prompt);
};

}  // namespace ranvier::program
