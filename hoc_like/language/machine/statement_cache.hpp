#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "hoc_like/language/compile/code.hpp"

namespace ranvier::hoc {

/// The code of short texts that programs run repeatedly, of one statement each: execute("..."), h("...").
class StatementCache {
  public:
    /// The code of the text that `key` stands for, with its scope; null if it is unknown, or if names have changed since.
    std::shared_ptr<const Code> find(const std::string& key, std::uint64_t names_version) const {
        const auto known = known_.find(key);
        return known != known_.end() && known->second.names_version == names_version ? known->second.code : nullptr;
    }
    void keep(std::string key, std::shared_ptr<const Code> code, std::uint64_t names_version) {
        if (known_.size() >= most_kept) known_.clear();
        known_.insert_or_assign(std::move(key), Known{std::move(code), names_version});
    }

  private:
    static constexpr std::size_t most_kept = 1000;
    struct Known {
        std::shared_ptr<const Code> code;
        std::uint64_t names_version;
    };
    std::unordered_map<std::string, Known> known_;
};

}  // namespace ranvier::hoc
