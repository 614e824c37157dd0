#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::program {

/// Reads lines from a terminal, with editing, a persistent history and tab completion, by libedit. Only one instance at
/// a time, because libedit's state is global.
class LineEditor {
  public:
    /// `complete` returns the completions of a word. The history is kept in $RANVIER_HISTORY, by default
    /// ~/.ranvier_history; if that is empty, there is none.
    explicit LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    /// The next line, without its newline; nothing at the end of the input.
    std::optional<std::string> read(const std::string& prompt);
};

}  // namespace ranvier::program
