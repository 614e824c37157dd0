#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "hoc_like/library/session.hpp"

namespace ranvier::program {

/// Warns once for each value of `-c "NAME = VALUE"` that a file of the library overwrites because a script loads it later.
class OverwrittenValues {
  public:
    /// Both must outlive this object's use by the interpreter.
    explicit OverwrittenValues(hoc::Session& session);
    /// A statement of -c has run.
    void note_statement(const std::string& statement);

  private:
    void read(const std::string& file, std::string_view text);

    hoc::Session& session_;
    std::unordered_map<std::string, std::string> statements_;  ///< by name
};

}  // namespace ranvier::program
