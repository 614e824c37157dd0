#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// Warns once for each value of `-c "NAME = VALUE"` that a file of the library overwrites because a script loads it later,
/// unless the script sets the name again, as those of models/ do.
class OverwrittenValues {
  public:
    /// Both must outlive this object's use by the interpreter.
    explicit OverwrittenValues(hoc::Session& session);
    /// A statement of -c has run.
    void note_statement(const std::string& statement);
    /// The inputs have run.
    void tell() const;

  private:
    struct Overwritten {
        std::string statement, file, name;
        double value;  // by the file
    };

    void read(const std::string& file, std::string_view text);

    hoc::Session& session_;
    std::unordered_map<std::string, std::string> statements_;  ///< by name
    std::vector<Overwritten> overwritten_;
};

}  // namespace ranvier::program
