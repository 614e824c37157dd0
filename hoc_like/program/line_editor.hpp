#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hoc_like/program/prompt_interrupts.hpp"

namespace ranvier::program {

/// Reads lines from a terminal through libedit, with editing, a persistent history and tab completion. Only one
/// instance may exist at a time, because libedit's state is global.
class LineEditor {
  public:
    /// `complete` returns the completions of a word; `loadable` the names that load_file accepts besides those of files,
    /// which are completed within quotes. A Ctrl-C that `interrupts` reports clears the line. All must outlive this
    /// object. The history is kept in the file $RANVIER_HISTORY (default:
    /// ~/.ranvier_history); if the variable is set but empty, no history is kept.
    LineEditor(std::function<std::vector<std::string>(const std::string& word)> complete,
               std::function<std::vector<std::string>()> loadable, PromptInterrupts& interrupts);
    ~LineEditor();
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;

    enum class Read { line, interrupted, end };
    struct Result {
        Read what;
        std::string line = {};  ///< without its newline
    };
    /// The next line, Ctrl-C, or the end of the input.
    Result read(const std::string& prompt);

  private:
    PromptInterrupts& interrupts_;
};

}  // namespace ranvier::program
