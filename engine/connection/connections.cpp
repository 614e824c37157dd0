#include "engine/connection/connections.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::uint32_t Connections::add(SourceId source, TargetNumber target, double delay, std::uint32_t weights,
                               double weight0) {
    if (end() >= Place::most) throw_too_many();
    const std::uint32_t number = end();
    const std::size_t k = loose_.add(number, source, target, delay, weights, weight0);
    places_.is_in_order() ? places_.add_in_order() : places_.add(Place::loose(k));
    ends_.forget();
    return number;
}

namespace {

/// Throws std::invalid_argument if a connection would go to a synapse that its cell lacks.
void check_picks(const RuleConnections& made) {
    if (made.first_target.empty()) return;
    std::vector<std::uint32_t> all, picks;
    for (std::size_t i = 0; i < made.cells(); ++i) {
        all.resize(made.sources(i).size());
        picks.resize(all.size());
        std::iota(all.begin(), all.end(), 0u);
        if (!all.empty() && made.targets_of(i).empty()) {
            throw std::invalid_argument(
                fmt::format("gid {} has no synapse to connect to", made.rule->targets[made.positions[i]]));
        }
        if (made.rule->pick.kind != Pick::Kind::uniform) made.draw_picks(i, all, picks);
    }
}

}  // namespace

void Connections::add_by_rule(RuleConnections made) {
    made.first = end();
    if (made.incoming.size() >= Place::most - end()) throw_too_many();
    check_picks(made);
    places_.write();
    if (made.count() > 0) places_.add_folded(made.count());
    ruled_.add(std::move(made));
    ends_.forget();
}

void Connections::unfold() {
    for (const RuleConnections& made : ruled_.take_folded()) {
        if (made.count() > 0) places_.give_run(made.first);
        for (std::size_t i = 0; i < made.cells(); ++i) add_loose(made, i, [](TargetNumber) { return true; });
    }
}

/// Each look at a folded connection draws its weights.
void Connections::note_change(std::uint32_t number) {
    if (places_.at(number) == Place::folded()) unfold();
    places_.note_change(number);
}

/// Makes records of a rule's connections onto those targets of its cell i that `is_loose(target)` accepts.
void Connections::add_loose(const RuleConnections& made, std::size_t i,
                            const std::function<bool(TargetNumber target)>& is_loose) {
    const std::span<const TargetNumber> targets = made.targets_of(i);
    if (std::none_of(targets.begin(), targets.end(), is_loose)) return;
    ruled_.draw(made, i, [&](std::uint32_t number, const Connection& it) {
        if (is_loose(it.target)) places_.set(number, Place::loose(loose_.add(number, it)));
    });
}

/// Returns the index of the connection's record.
std::size_t Connections::loosen(std::uint32_t number) {
    if (places_.at(number) == Place::folded()) unfold();
    if (const Place at = places_.at(number); at.kind() == Place::Kind::loose) return at.index();
    const ConnectionsByNumber look = by_number();
    look.number_places();  // which still finds the connection by its former place
    const std::uint32_t place = places_.at(number).index();
    const std::size_t k = loose_.add(number, look[number]);
    places_.set(number, Place::loose(k));
    tables_.take_out(place);
    return k;
}

void Connections::remove(std::uint32_t number) {
    places_.write();
    if (places_.at(number) == Place::folded()) unfold();
    if (const Place at = places_.at(number); at.kind() == Place::Kind::loose) {
        loose_.remove(at.index());
    } else {
        ruled_.find_places(tables_, places_);  // which needs the tables as they were made
        tables_.take_out(places_.at(number).index());
    }
    places_.set(number, Place());
    is_any_removed_ = true;
}

void Connections::clear_source(std::uint32_t number) {
    loose_.set_source(loosen(number), SourceId::none);
}

void Connections::clear_inputs() {
    unfold();
    const ConnectionsByNumber all = by_number();
    for_each_number([&](std::uint32_t n) {
        if (is_input(all.source(n))) clear_source(n);
    });
    loose_.forget_inputs();
}

void Connections::clear_target(std::uint32_t number) {
    loose_.clear_target(loosen(number));
}

void Connections::set_target(std::uint32_t number, TargetNumber target, std::uint32_t weights) {
    loose_.set_target(loosen(number), target, weights);
    if (target != TargetNumber::none) ends_.forget_targets();
}

void Connections::set_delay(std::uint32_t number, double ms) {
    loose_.set_delay(loosen(number), ms);
}

void Connections::set_active(std::uint32_t number, bool is_active) {
    loose_.set_active(loosen(number), is_active);
}

bool Connections::set_all_weights(std::span<const double> values) {
    unfold();
    const ConnectionsByNumber all = by_number();
    std::size_t count = 0;
    for_each_number([&](std::uint32_t n) { count += all.weights(n).size(); });
    if (values.size() != count) return false;
    auto next = values.begin();
    for_each_number([&](std::uint32_t n) {
        const std::span<double> own = all.weights(n);
        if (!std::equal(own.begin(), own.end(), next)) note_change(n);
        std::copy_n(next, own.size(), own.begin());
        next += static_cast<std::ptrdiff_t>(own.size());
    });
    return true;
}

// --- arranging ------------------------------------------------------------------------------------------------------

namespace {

/// Records of all connections but folded ones, in order of creation. Tables know the numbers of theirs.
LooseConnections loosened(const LooseConnections& loose, const ConnectionTables& tables, Places& places) {
    const auto weights = [&](Place at) {
        return at.is_in_tables() ? tables.weights(tables.find(at.index())) : loose.weights(at.index());
    };
    LooseConnections all;
    std::size_t count = 0, weight_count = 0;
    places.for_each([&](std::uint32_t n) {
        if (places.at(n) == Place::folded()) return;
        ++count;
        weight_count += weights(places.at(n)).size();
    });
    all.reserve(count, weight_count);
    places.for_each([&](std::uint32_t n) {
        const Place at = places.at(n);
        if (at == Place::folded()) return;
        const bool is_active = at.is_in_tables() || loose.is_active(at.index());
        const std::size_t k = all.add(n, {SourceId::none, TargetNumber::none, 0, weights(at), is_active});
        if (!at.is_in_tables()) {
            const Connection it = loose[at.index()];
            all.set_ends(k, it.source, it.target, it.delay);
        }
        places.set(n, Place::loose(k));
    });
    tables.for_each([&](SourceId source, const ConnectionTables::At& at, double delay) {
        const std::uint32_t n = tables.number_of(at);
        if (n == nothing || places.at(n) == Place::folded()) return;
        all.set_ends(places.at(n).index(), source, tables[at.table].target(at.k), delay);
    });
    return all;
}

/// Records of the connections that are not in tables.
LooseConnections left_loose(const LooseConnections& loose, Places& places) {
    LooseConnections left;
    for (std::size_t k = 0; k < loose.size(); ++k) {
        const std::uint32_t number = loose.number(k);
        if (number == nothing || places.at(number).kind() != Place::Kind::loose) continue;
        places.set(number, Place::loose(left.add(number, loose[k])));
    }
    return left;
}

}  // namespace

// The tables are taken apart before: rules make their connections again, where they can; the others get records again, in
// order of creation.
void Connections::arrange(const Layout& layout) {
    places_.write();
    take_apart();
    ruled_.choose_hidden(layout.targets, places_, layout.for_each_table);
    const auto source_of = [this](Gid gid) { return ruled_.source_of(gid); };
    tables_ = engine::arrange(loose_, ruled_.to_arrange(), layout, source_of, places_);
    loose_ = left_loose(loose_, places_);
    const auto has_no_place = [&](TargetNumber target) {
        return layout.targets[index_of(target)].receiver == Receiver::none;
    };
    for (const RuleConnections& made : ruled_.hide(layout.targets)) {
        for (std::size_t i = 0; i < made.cells(); ++i) add_loose(made, i, has_no_place);
    }
    if (std::exchange(is_any_removed_, false)) places_.forget_removed();
    constexpr std::size_t many = 1u << 20;
    if (tables_.size() >= many) trim_memory();
}

void Connections::take_apart() {
    const std::vector<RuleConnections> apart = ruled_.fold(tables_, places_);
    bool is_any_in_table = !apart.empty();
    places_.for_each_given([&](std::uint32_t, Place at) { is_any_in_table |= at.is_in_tables(); });
    if (is_any_in_table) {
        by_number().number_places();
        for (const RuleConnections& made : apart) places_.give_run(made.first);
    }
    places_.forget_found();
    if (is_any_in_table) loose_ = loosened(loose_, tables_, places_);
    tables_ = {};
}

// --- as they are stored ---------------------------------------------------------------------------------------------

bool Connections::is_any_from(SourceId source) const {
    return loose_.has_had(source) || tables_.is_any_from(source) ||
           (is_input(source) && ruled_.has_source(gid_of_input(source)));
}

double Connections::min_input_delay() const {
    return std::min(loose_.min_input_delay(), tables_.min_input_delay());
}

std::size_t Connections::bytes() const {
    return places_.bytes() + loose_.bytes() + tables_.bytes() + ruled_.bytes();
}

}  // namespace ranvier::engine
