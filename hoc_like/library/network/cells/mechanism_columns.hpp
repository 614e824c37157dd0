#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mechanisms/runtime/abi.h"

namespace ranvier::hoc {

/// The variables of a mechanism that scripts see, but arrays, and their columns in its table.
class MechanismColumns {
  public:
    explicit MechanismColumns(const rv_mechanism& mechanism) {
        int column = 0;
        for (int k = 0; k < mechanism.field_count; ++k) {
            const rv_field& field = mechanism.fields[k];
            if (field.visible && field.length == 1) {
                names_.emplace_back(field.name);
                columns_.push_back(column);
            }
            column += field.length;
        }
    }
    const std::vector<std::string>& names() const { return names_; }
    std::optional<int> of(const std::string& name) const {
        for (std::size_t k = 0; k < names_.size(); ++k) {
            if (names_[k] == name) return columns_[k];
        }
        return std::nullopt;
    }

  private:
    std::vector<std::string> names_;
    std::vector<int> columns_;
};

}  // namespace ranvier::hoc
