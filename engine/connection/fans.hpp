#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/numbers.hpp"
#include "engine/connection/source_id.hpp"
#include "exchange/sorted_gids.hpp"

namespace ranvier::engine {

/// The connections of one source in one table: the groups from `group` to the last of the source.
struct Fan {
    TableNumber table;
    Group group;
    bool operator==(const Fan&) const = default;
};

/// The fans of all sources.
///
/// Sources of this rank are found by number, inputs by gid. A fan is kept as the number of its group among those of all
/// tables. Memory of an input with one fan [bytes]: fan 4, gid 2.5. Where most numbers of sources are unused, only the
/// others take memory and time.
class Fans {
  public:
    /// Some fans: of one source, in ascending order of the tables. Valid as long as the Fans.
    class List {
      public:
        class Iterator {
          public:
            Iterator(const std::uint32_t* at, const std::uint32_t* begin_of_table) : at_(at), table_(begin_of_table) {}
            Fan operator*() {
                while (table_[1] <= *at_) ++table_, ++number_;
                return {TableNumber{number_}, Group{*at_ - *table_}};
            }
            Iterator& operator++() {
                ++at_;
                return *this;
            }
            bool operator==(const Iterator& other) const { return at_ == other.at_; }

          private:
            const std::uint32_t* at_;
            const std::uint32_t* table_;
            std::uint32_t number_ = 0;
        };
        List(std::span<const std::uint32_t> numbers, const std::uint32_t* begin_of_table)
            : numbers_(numbers), begin_of_table_(begin_of_table) {}
        Iterator begin() const { return {numbers_.data(), begin_of_table_}; }
        Iterator end() const { return {numbers_.data() + numbers_.size(), begin_of_table_}; }
        std::size_t size() const { return numbers_.size(); }
        bool empty() const { return numbers_.empty(); }

      private:
        std::span<const std::uint32_t> numbers_;
        const std::uint32_t* begin_of_table_;
    };

    Fans() : Fans(0, {}) {}
    /// `sources`: the number of this rank's sources; `groups`: those of each table.
    Fans(std::size_t sources, std::span<const std::uint32_t> groups);
    /// Adds a fan; sources in ascending order of their numbers, the tables of one source in ascending order.
    void add(SourceId source, const Fan& fan);
    /// To be called after the last `add`.
    void finish();

    List of(SourceId source) const {
        if (is_input(source)) return of_input(gid_of_input(source));
        if (sources_.empty()) return of_place(index_of(source));
        const auto at = std::lower_bound(sources_.begin(), sources_.end(), source);
        if (at == sources_.end() || *at != source) return list({});
        return of_place(static_cast<std::size_t>(at - sources_.begin()));
    }
    /// The fans of a gid of another rank; none if nothing here is connected to it.
    List of_input(Gid gid) const {
        const auto [begin, end] = gids_.find(gid);
        return list(std::span(input_fans_).subspan(begin, end - begin));
    }
    /// Calls act(source, fan) for all, in the order of `add`.
    template <class Act>
    void for_each(Act&& act) const {
        for (std::uint32_t k = 0; k + 1 < first_.size(); ++k) {
            for (const Fan& fan : of_place(k)) act(sources_.empty() ? SourceId{k} : sources_[k], fan);
        }
        gids_.for_each([&](std::size_t k, Gid gid) { act(input_of(gid), *list({&input_fans_[k], 1}).begin()); });
    }
    std::size_t bytes() const;

  private:
    List list(std::span<const std::uint32_t> numbers) const { return {numbers, begin_of_table_.data()}; }
    List of_place(std::size_t k) const {
        if (k + 1 >= first_.size()) return list({});
        return list(std::span(fans_).subspan(first_[k], first_[k + 1] - first_[k]));
    }
    void give_each_source_a_place();

    std::size_t source_count_;
    std::vector<std::uint32_t> begin_of_table_;  // number of the first group; one more at the end
    std::vector<SourceId> sources_;              // ascending, those that have fans; none: each source has a place
    std::vector<std::uint32_t> first_;           // by place of the source, into fans_; one more at the end
    std::vector<std::uint32_t> fans_;
    exchange::SortedGids gids_;  // of inputs; a gid with many fans is listed many times
    std::vector<std::uint32_t> input_fans_;
    std::vector<Gid> added_gids_;  // until `finish`
};

}  // namespace ranvier::engine
