#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace ranvier::program {

/// The names that a .mod file gives to scripts, as far as its text shows without compiling it. Errors in the file do not
/// matter. May hold names that the compiled file does not give.
class GivenNames {
  public:
    /// `text`: of a .mod file.
    explicit GivenNames(const std::string& text);

    /// The mechanism's name; "" if the file has none.
    const std::string& mechanism() const { return mechanism_; }
    /// Whether the file may give this name: that of the mechanism (hh2, ExpSyn2), one that ends with it (gbar_hh2,
    /// setdata_hh2), one of its ions (eca, ica, cai, cao, ca_ion, cai0_ca_ion) or, in a file without a mechanism, of a
    /// FUNCTION, PROCEDURE, PARAMETER or GLOBAL.
    bool has(std::string_view name) const;

  private:
    std::string mechanism_;
    std::unordered_set<std::string> names_;
};

}  // namespace ranvier::program
