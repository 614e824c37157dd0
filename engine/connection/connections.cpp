#include "engine/connection/connections.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "engine/connection/release.hpp"

namespace ranvier::engine {

namespace {

[[noreturn]] void throw_too_many() {
    throw std::length_error("a rank has at most 2^31 connections");
}

}  // namespace

// --- making and changing --------------------------------------------------------------------------------------------

std::uint32_t Connections::add(std::uint32_t source, std::uint32_t target, double delay, std::uint32_t weights,
                               double weight0) {
    if (end() >= loose_flag) throw_too_many();
    const std::uint32_t number = end();
    const auto begin = static_cast<std::uint32_t>(loose_weights_.size());
    if (places_.is_in_order()) {
        places_.add_in_order();
    } else {
        places_.add(loose_flag | static_cast<std::uint32_t>(loose_.size()));
        loose_number_.push_back(number);
    }
    loose_.push_back({source, target, begin});
    if (is_input(source)) loose_sources_.insert(source);
    loose_delay_.push_back(delay);
    loose_shape_.push_back(shape_of(weights, true));
    if (weights > 0) loose_weights_.push_back(weight0);
    loose_weights_.resize(begin + weights, 0.);
    forget_indexes();
    return number;
}

void Connections::add_by_rule(std::shared_ptr<const Rule> rule, std::vector<std::uint32_t> positions,
                              std::vector<std::uint32_t> targets, std::uint32_t weights,
                              const ForEachTask& for_each_task) {
    RuleConnections made{std::move(rule), std::move(positions), std::move(targets), weights, end(), {}, false};
    made.incoming = incoming(*made.rule, made.positions, for_each_task);
    if (made.incoming.size() >= loose_flag - end()) throw_too_many();
    write_places();
    if (made.count() > 0) places_.add_folded(made.count());
    rules_.push_back(std::move(made));
    forget_indexes();
}

void Connections::unfold() {
    for (const RuleConnections& made : std::exchange(rules_, {})) {
        if (made.count() > 0) places_.give_run(made.first);
        for (std::size_t i = 0; i < made.targets.size(); ++i) unfold(made, i);
    }
}

/// The connections onto target i.
void Connections::unfold(const RuleConnections& made, std::size_t i) {
    for_each_folded(made, i, [this](std::uint32_t number, const Connection& it) { add_loose(number, it); });
}

void Connections::for_each_folded(const RuleConnections& made, std::size_t i,
                                  const std::function<void(std::uint32_t number, const Connection&)>& act) const {
    const std::span<const Gid> sources = made.sources(i);
    std::vector<std::uint32_t> all(sources.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<double> delays(sources.size()), weights(sources.size()), of_one(made.weights);
    made.draw_delays(i, all, delays);
    made.draw_weights(i, all, weights);
    for (std::size_t k = 0; k < sources.size(); ++k) {
        if (!of_one.empty()) of_one[0] = weights[k];
        act(made.number(i, k), {source_of(sources[k]), made.targets[i], delays[k], of_one, true});
    }
}

void Connections::for_each_folded_source(const std::function<void(std::uint32_t source)>& act) const {
    for (const RuleConnections& made : rules_) {
        // Where most sources have one connection or none, a list as long as they would be the largest of all.
        if (made.count() < made.rule->sources.size()) {
            for (std::size_t i = 0; i < made.targets.size(); ++i) {
                for (const Gid gid : made.sources(i)) act(source_of(gid));
            }
            continue;
        }
        std::vector<bool> is_known(made.rule->sources.size());
        std::size_t unknown = is_known.size();
        // Soon none is unknown, where a source has many connections.
        for (std::size_t i = 0; i < made.targets.size() && unknown > 0; ++i) {
            for (const Gid gid : made.sources(i)) {
                const std::uint32_t position = made.rule->sources.position(gid);
                if (is_known.at(position)) continue;
                is_known[position] = true;
                --unknown;
                act(source_of(gid));
            }
        }
    }
}

bool Connections::is_any_from(std::uint32_t source) const {
    if (loose_sources_.contains(source)) return true;
    for (const Fan& fan : fans(source)) {
        if (!is_changed_ || !is_left(fan)) return true;
    }
    return is_input(source) && std::any_of(rules_.begin(), rules_.end(), [&](const RuleConnections& made) {
               return made.rule->sources.contains(gid_of_input(source));
           });
}

void Connections::add_loose(std::uint32_t number, const Connection& it) {
    places_.set(number, loose_flag | static_cast<std::uint32_t>(loose_.size()));
    loose_number_.push_back(number);
    if (is_input(it.source)) loose_sources_.insert(it.source);
    loose_.push_back({it.source, it.target, static_cast<std::uint32_t>(loose_weights_.size())});
    loose_delay_.push_back(it.delay);
    loose_shape_.push_back(shape_of(it.weights.size(), it.is_active));
    loose_weights_.insert(loose_weights_.end(), it.weights.begin(), it.weights.end());
}

void Connections::loosen(std::uint32_t number) {
    if (is_folded(number)) unfold();
    if (is_loose(number)) return;
    index_places();  // which still finds the connection by its former place
    const std::uint32_t at = place(number);
    add_loose(number, (*this)[number]);
    is_changed_ = true;
    ConnectionTable& table = tables_[table_at(at)];
    table.receiver[at - table.begin] = nothing;
}

void Connections::remove(std::uint32_t number) {
    write_places();
    if (is_folded(number)) unfold();
    if (is_loose(number)) {
        loose_number_[place(number) & ~loose_flag] = nothing;
    } else {
        reveal();  // which needs the tables as they were made
        is_changed_ = true;
        ConnectionTable& table = tables_[table_at(place(number))];
        table.receiver[place(number) - table.begin] = nothing;
    }
    places_.set(number, nothing);
    is_any_removed_ = true;
}

void Connections::clear_source(std::uint32_t number) {
    loosen(number);
    loose_[place(number) & ~loose_flag].source = nothing;
}

void Connections::clear_inputs() {
    unfold();
    for_each_number([this](std::uint32_t n) {
        if (is_input(source(n))) clear_source(n);
    });
    loose_sources_.clear();
}

void Connections::clear_target(std::uint32_t number) {
    loosen(number);
    loose_[place(number) & ~loose_flag].target = nothing;
}

void Connections::set_target(std::uint32_t number, std::uint32_t target, std::uint32_t weights) {
    loosen(number);
    const std::size_t k = place(number) & ~loose_flag;
    if (weights > loose_shape_[k].weights) {
        const auto begin = static_cast<std::uint32_t>(loose_weights_.size());
        const double first = loose_shape_[k].weights > 0 ? loose_weights_[loose_[k].weight_begin] : 0.;
        loose_weights_.resize(begin + weights, 0.);
        loose_weights_[begin] = first;
        loose_[k].weight_begin = begin;
    }
    loose_shape_[k] = shape_of(weights, loose_shape_[k].is_active);
    loose_[k].target = target;
    if (target != nothing) by_target_.forget();
}

void Connections::set_delay(std::uint32_t number, double ms) {
    loosen(number);
    loose_delay_[place(number) & ~loose_flag] = ms;
}

void Connections::set_active(std::uint32_t number, bool is_active) {
    loosen(number);
    loose_shape_[place(number) & ~loose_flag].is_active = is_active;
}

void Connections::write_places() {
    if (!places_.is_in_order()) return;
    places_.write();
    loose_number_.resize(loose_.size());
    std::iota(loose_number_.begin(), loose_number_.end(), 0u);
}

// --- places of connections by rule --------------------------------------------------------------------------------------

void Connections::reveal() const {
    if (hidden_.empty() || places_.are_found()) return;
    std::vector<bool> is_taken(tables_.back().begin + tables_.back().size());
    places_.for_each_given([&](std::uint32_t, std::uint32_t place) {
        if ((place & loose_flag) == 0) is_taken[place] = true;
    });
    std::vector<RuleConnections> rules = hidden_;
    for (RuleConnections& made : rules) made.incoming = incoming(*made.rule, made.positions);
    places_.begin_finding();
    for (std::uint32_t t = 0; t < tables_.size(); ++t) find_places(t, rules, is_taken);
}

/// Connections by rule have the places that the others leave, in the order in which the table was filled.
void Connections::find_places(std::uint32_t t, std::span<const RuleConnections> rules,
                              const std::vector<bool>& is_taken) const {
    ConnectionTable& table = tables_[t];
    TableFiller::Order order;
    TableFiller filler(table, order);
    for (const RuleConnections& made : rules) {
        std::vector<std::uint32_t> receivers;
        for (const std::uint32_t target : made.targets) {
            const TargetPlace& to = place_of_target_[target];
            receivers.push_back(to.table == t ? to.receiver : nothing);
        }
        filler.add(made, std::move(receivers));
    }
    std::uint32_t place = table.begin;
    filler.for_each_in_order([&](std::uint32_t number) {
        while (is_taken[place]) ++place;
        places_.find(number, place++);
    });
}

void Connections::hide() {
    if (is_changed_) return;
    places_.hide();
    release(number_of_place_);
}

// --- looking --------------------------------------------------------------------------------------------------------

std::uint32_t Connections::table_at(std::uint32_t place) const {
    const auto behind = std::upper_bound(tables_.begin(), tables_.end(), place,
                                         [](std::uint32_t p, const ConnectionTable& table) { return p < table.begin; });
    return static_cast<std::uint32_t>(behind - tables_.begin()) - 1;
}

Connections::InTable Connections::find(std::uint32_t place) const {
    const std::uint32_t t = table_at(place);
    const ConnectionTable& table = tables_[t];
    const std::uint32_t k = place - table.begin;
    if (table.form != ConnectionTable::Form::groups) return {t, k, k};
    const auto behind =
        std::upper_bound(table.groups.begin(), table.groups.end() - 1, k,
                         [](std::uint32_t each, const ConnectionTable::Group& group) { return each < group.first; });
    return {t, k, static_cast<std::uint32_t>(behind - table.groups.begin()) - 1};
}

Connection Connections::connection(const InTable& at, std::uint32_t source) const {
    ConnectionTable& table = tables_[at.table];
    return {source, (*table.target_of_receiver)[table.receiver[at.k]], table.delay(at.group),
            std::span(table.weights).subspan(table.weight_begin(at.k), table.weight_count(at.k)), true};
}

Connection Connections::connection(std::size_t k) const {
    const Loose& it = loose_[k];
    return {it.source, it.target, loose_delay_[k],
            std::span(loose_weights_).subspan(it.weight_begin, loose_shape_[k].weights),
            loose_shape_[k].is_active != 0};
}

Connection Connections::folded(std::uint32_t number) const {
    const auto behind = std::upper_bound(rules_.begin(), rules_.end(), number,
                                         [](std::uint32_t n, const RuleConnections& made) { return n < made.first; });
    const RuleConnections& made = *(behind - 1);
    const std::size_t i = made.incoming.target(number - made.first);
    const std::uint32_t k = number - made.number(i, 0);
    double delay, weight;
    made.draw_delays(i, {&k, 1}, {&delay, 1});
    made.draw_weights(i, {&k, 1}, {&weight, 1});
    folded_weights_.assign(made.weights, 0.);
    if (made.weights > 0) folded_weights_[0] = weight;
    return {source_of(made.sources(i)[k]), made.targets[i], delay, folded_weights_, true};
}

Connection Connections::operator[](std::uint32_t number) const {
    if (is_folded(number)) return folded(number);
    if (is_loose(number)) return connection(place(number) & ~loose_flag);
    const InTable at = find(place(number));
    return connection(at, source_of(at.table, at.group));
}

std::uint32_t Connections::source(std::uint32_t number) const {
    if (is_folded(number)) return folded(number).source;
    if (is_loose(number)) return loose_[place(number) & ~loose_flag].source;
    const InTable at = find(place(number));
    return source_of(at.table, at.group);
}

double Connections::delay(std::uint32_t number) const {
    if (is_folded(number)) return folded(number).delay;
    if (is_loose(number)) return loose_delay_[place(number) & ~loose_flag];
    const InTable at = find(place(number));
    return tables_[at.table].delay(at.group);
}

std::uint32_t Connections::target(std::uint32_t number) const {
    if (is_folded(number)) return folded(number).target;
    if (is_loose(number)) return loose_[place(number) & ~loose_flag].target;
    const ConnectionTable& table = tables_[table_at(place(number))];
    return (*table.target_of_receiver)[table.receiver[place(number) - table.begin]];
}

std::span<double> Connections::weights(std::uint32_t number) const {
    if (is_folded(number)) return folded(number).weights;
    if (is_loose(number)) return connection(place(number) & ~loose_flag).weights;
    ConnectionTable& table = tables_[table_at(place(number))];
    const std::size_t k = place(number) - table.begin;
    return std::span(table.weights).subspan(table.weight_begin(k), table.weight_count(k));
}

double Connections::min_input_delay() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        const bool counts = loose_number(k) != nothing && loose_[k].target != nothing && is_input(loose_[k].source);
        if (counts) least = std::min(least, loose_delay_[k]);
    }
    fans_.for_each([&](std::uint32_t source, const Fan& fan) {
        if (!is_input(source)) return;
        const ConnectionTable& table = tables_[fan.table];
        for (std::uint32_t g = fan.group;; ++g) {
            if (table.delay(g) < least && !is_left(table, g)) least = table.delay(g);
            if (table.is_last_of_source(g)) break;
        }
    });
    return least;
}

double Connections::min_folded_input_delay() const {
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint32_t> all;
    std::vector<double> delays;
    for (const RuleConnections& made : rules_) {
        for (std::size_t i = 0; i < made.targets.size(); ++i) {
            const std::span<const Gid> sources = made.sources(i);
            all.resize(sources.size());
            std::iota(all.begin(), all.end(), 0u);
            delays.resize(sources.size());
            made.draw_delays(i, all, delays);
            for (std::size_t k = 0; k < sources.size(); ++k) {
                if (delays[k] < least && is_input(source_of(sources[k]))) least = delays[k];
            }
        }
    }
    return least;
}

/// Whether all connections of a group have left the table.
bool Connections::is_left(const ConnectionTable& table, std::uint32_t group) {
    const auto first = table.receiver.begin() + table.first_of(group);
    const auto end = table.receiver.begin() + table.first_of(group + 1);
    return std::all_of(first, end, [](std::uint32_t receiver) { return receiver == nothing; });
}

bool Connections::is_left(const Fan& fan) const {
    const ConnectionTable& table = tables_[fan.table];
    std::uint32_t g = fan.group;
    while (is_left(table, g) && !table.is_last_of_source(g)) ++g;
    return is_left(table, g);
}

std::uint32_t Connections::source_of(std::uint32_t t, std::uint32_t group) const {
    if (source_of_group_.empty()) {
        for (const ConnectionTable& table : tables_) source_of_group_.emplace_back(table.group_count());
        fans_.for_each([&](std::uint32_t source, const Fan& fan) {
            std::uint32_t g = fan.group;
            source_of_group_[fan.table][g] = source;
            while (!tables_[fan.table].is_last_of_source(g)) source_of_group_[fan.table][++g] = source;
        });
    }
    return source_of_group_[t][group];
}

std::uint32_t Connections::number_of(std::uint32_t t, std::size_t k) const {
    index_places();
    return number_of_place_[tables_[t].begin + k];
}

std::uint32_t Connections::number_of_weight(std::uint32_t t, std::size_t place) const {
    const ConnectionTable& table = tables_[t];
    if (!table.has_many_mechanisms) return number_of(t, place / table.stride);
    const auto behind = std::upper_bound(table.weight_first.begin(), table.weight_first.end(), place);
    return number_of(t, static_cast<std::size_t>(behind - table.weight_first.begin()) - 1);
}

std::uint32_t Connections::number_of_loose_weight(std::size_t place) const {
    for (std::size_t k = 0; k < loose_.size(); ++k) {
        const std::size_t begin = loose_[k].weight_begin;
        if (loose_number(k) != nothing && place >= begin && place < begin + loose_shape_[k].weights) {
            return loose_number(k);
        }
    }
    return nothing;
}

void Connections::index_places() const {
    if (!number_of_place_.empty() || tables_.empty()) return;
    number_of_place_.assign(tables_.back().begin + tables_.back().size(), nothing);
    for_each_number([&](std::uint32_t n) {
        if (!is_loose(n)) number_of_place_[place(n)] = n;
    });
}

std::vector<std::uint32_t> Connections::from(std::uint32_t source) const {
    if (!by_source_.is_built()) index_sources();
    if (!is_input(source)) {
        const std::span<const std::uint32_t> found = by_source_.of(source);
        return {found.begin(), found.end()};
    }
    std::vector<std::uint32_t> numbers;
    for (auto at = std::lower_bound(by_input_.begin(), by_input_.end(), std::pair(source, 0u));
         at != by_input_.end() && at->first == source; ++at) {
        numbers.push_back(at->second);
    }
    return numbers;
}

void Connections::index_sources() const {
    ConnectionIndex::Ends sources(places_.most());
    by_input_.clear();
    for_each_number([&](std::uint32_t n) {
        const std::uint32_t source = (*this)[n].source;
        if (is_input(source)) {
            by_input_.emplace_back(source, n);
        } else if (source != nothing) {
            sources.add(n, source);
        }
    });
    std::sort(by_input_.begin(), by_input_.end());
    by_source_.build(std::move(sources));
}

std::span<const std::uint32_t> Connections::onto(std::uint32_t target) const {
    if (!by_target_.is_built()) {
        ConnectionIndex::Ends targets(places_.most());
        for_each_number([&](std::uint32_t n) {
            if (const std::uint32_t end = this->target(n); end != nothing) targets.add(n, end);
        });
        by_target_.build(std::move(targets));
    }
    return by_target_.of(target);
}

std::vector<double> Connections::all_weights() const {
    std::vector<double> all;
    for_each_number([&](std::uint32_t n) {
        const std::span<const double> own = weights(n);
        all.insert(all.end(), own.begin(), own.end());
    });
    return all;
}

bool Connections::set_all_weights(std::span<const double> values) {
    unfold();
    std::size_t count = 0;
    for_each_number([&](std::uint32_t n) { count += weights(n).size(); });
    if (values.size() != count) return false;
    auto next = values.begin();
    for_each_number([&](std::uint32_t n) {
        const std::span<double> own = weights(n);
        if (!std::equal(own.begin(), own.end(), next)) note_change(n);
        std::copy_n(next, own.size(), own.begin());
        next += static_cast<std::ptrdiff_t>(own.size());
    });
    return true;
}

void Connections::forget_indexes() {
    by_source_.forget();
    release(by_input_);
    by_target_.forget();
}

std::size_t Connections::bytes() const {
    std::size_t sum = places_.bytes() + place_of_target_.capacity() * sizeof(TargetPlace) +
                      loose_.size() * (sizeof(Loose) + sizeof(double)) +
                      loose_number_.capacity() * sizeof(std::uint32_t) + loose_shape_.capacity() * sizeof(Shape) +
                      loose_weights_.capacity() * sizeof(double) + fans_.bytes();
    for (const RuleConnections& made : hidden_) {
        sum += (made.positions.capacity() + made.targets.capacity()) * sizeof(std::uint32_t);
    }
    for (const ConnectionTable& table : tables_) {
        sum += table.receiver.capacity() * sizeof(std::uint32_t) + table.weights.capacity() * sizeof(double) +
               table.weight_first.capacity() * sizeof(std::uint32_t) +
               table.groups.capacity() * sizeof(ConnectionTable::Group) +
               table.delay_number.capacity() * sizeof(std::uint16_t) +
               (table.own_delay.capacity() + table.delays.capacity()) * sizeof(double);
    }
    return sum;
}

}  // namespace ranvier::engine
