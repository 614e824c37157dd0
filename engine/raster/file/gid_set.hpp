#pragma once

#include <algorithm>
#include <bitset>
#include <memory>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::raster {

/// A set of gids, with one bit per gid in pages that are allocated when needed.
class GidSet {
  public:
    void add(exchange::Gid gid) {
        const auto number = static_cast<std::size_t>(gid);
        auto& page = pages_[number / page_bits];
        if (!page) page = std::make_unique<Page>();
        page->set(number % page_bits);
    }

    std::vector<exchange::Gid> ascending() const {
        std::vector<exchange::Gid> gids;
        for (std::size_t p = 0; p < pages_.size(); ++p) {
            for (std::size_t k = 0; pages_[p] && k < page_bits; ++k) {
                if (pages_[p]->test(k)) gids.push_back(static_cast<exchange::Gid>(p * page_bits + k));
            }
        }
        return gids;
    }

  private:
    static constexpr std::size_t page_bits = 1 << 16;
    using Page = std::bitset<page_bits>;
    std::vector<std::unique_ptr<Page>> pages_ = std::vector<std::unique_ptr<Page>>((std::size_t{1} << 31) / page_bits);
};

}  // namespace ranvier::raster
