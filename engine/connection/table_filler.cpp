#include "engine/connection/table_filler.hpp"

#include <utility>

#include "engine/connection/bin_sorter.hpp"
#include "engine/connection/part_collector.hpp"
#include "engine/connection/table_part.hpp"

namespace ranvier::engine {

using Form = ConnectionGroups::Form;

namespace {

/// In NEURON's order, groups say which connections get their events together, so there have to be groups.
Form first_form(TableOrder order, const TableInput& input) {
    if (order != TableOrder::delay_and_receiver) return Form::groups;
    return input.do_most_delays_differ() ? Form::own_delays : Form::numbered_delays;
}

/// Appends connections to the groups and fans of a table.
class TableEnd {
  public:
    TableEnd(ConnectionTable& table, const KeysOfSources& keys) : table_(table), keys_(keys) {}

    void append(TablePart& part) {
        for (std::uint32_t at = 0; at < part.size(); ++at) append(part, at);
    }
    std::vector<SourceFan> take_fans() { return std::move(fans_); }

  private:
    void append(TablePart& part, std::uint32_t at) {
        const TablePart::Entry& entry = part.entry(at);
        const std::uint32_t k = part.begin() + at;
        const bool same_source = entry.key == last_key_;
        if (!same_source) begin_source(entry.key, k, part.has_own_delays());
        if (!part.has_own_delays()) table_.groups.append(k, entry.delay, same_source, may_join_);
        if (table_.has_many_mechanisms) part.append_weights(at);
    }
    /// Begins a fan with connection k.
    void begin_source(std::uint32_t key, std::uint32_t k, bool has_own_delays) {
        last_key_ = key;
        const SourceId source = keys_.source_of(key);
        may_join_ = !keys_.forms_groups || keys_.forms_groups(source);
        if (has_own_delays) table_.groups.end_source(k);
        fans_.push_back({source, table_.groups.next(k)});
    }

    ConnectionTable& table_;
    const KeysOfSources& keys_;
    std::vector<SourceFan> fans_;
    std::uint32_t last_key_ = nothing;  // of the latest connection
    bool may_join_ = true;
};

void note_places(const TablePart& part, std::uint32_t begin, Places& places) {
    std::uint32_t place = begin + part.begin();
    for (const std::uint32_t number : part.numbers()) {
        if (number != nothing) places.set(number, Place::in_tables(place));
        ++place;
    }
}

/// Collects and sorts the connections part by part, and calls act() after each.
template <class Act>
void for_each_part(TablePart& part, const TableInput& input, Act&& act) {
    const KeyBins bins(input.size(), [&](auto&& count) { input.for_each_key(count); });
    PartCollector collector(part);
    BinSorter sorter(part);
    bins.for_each_part([&](const KeyBins::Part& next) {
        part.begin(bins, next);
        collector.collect(input);
        sorter.sort();
        act();
    });
}

}  // namespace

std::vector<SourceFan> fill_table(ConnectionTable& table, const TableInput& input, const KeysOfSources& keys,
                                  Places& places) {
    table.receiver.resize(input.size());
    if (table.has_many_mechanisms) {
        table.weight_first.resize(input.size());
    } else {
        table.weights.resize(input.size() * table.stride);
    }
    table.groups = ConnectionGroups(first_form(table.order, input));
    const bool has_own_delays = table.groups.form() == Form::own_delays;
    TablePart part(table, table.groups.make_own_delays(has_own_delays ? input.size() : 0), input.keeps_places());
    TableEnd end(table, keys);
    for_each_part(part, input, [&] {
        end.append(part);
        note_places(part, table.begin, places);
    });
    table.groups.finish(input.size(), part.delays().take_values());
    if (table.has_many_mechanisms) table.weight_first.push_back(static_cast<std::uint32_t>(table.weights.size()));
    return end.take_fans();
}

void for_each_in_order(TableOrder order, const TableInput& input,
                       const std::function<void(std::uint32_t number)>& act) {
    TablePart part(order, first_form(order, input) == Form::own_delays);
    for_each_part(part, input, [&] {
        for (const std::uint32_t number : part.numbers()) act(number);
    });
}

}  // namespace ranvier::engine
