#include "engine/connection/connections_by_number.hpp"

#include <stdexcept>
#include <utility>

namespace ranvier::engine {

namespace {

using At = ConnectionTables::At;
struct FoldedAt {
    std::uint32_t number;
};
struct LooseAt {
    std::uint32_t k;
};

template <class... Act>
struct EachKind : Act... {
    using Act::operator()...;
};

}  // namespace

Place ConnectionsByNumber::place(std::uint32_t number) const {
    const Place at = places_.at(number);
    if (at.kind() != Place::Kind::hidden) return at;
    ruled_.find_places(tables_, places_);
    return places_.at(number);
}

/// Calls f(FoldedAt), f(LooseAt) or f(At), where the connection is.
template <class F>
auto ConnectionsByNumber::visit(std::uint32_t number, F&& f) const {
    const Place at = place(number);
    switch (at.kind()) {
        case Place::Kind::in_tables:
            return f(tables_.find(at.index()));
        case Place::Kind::loose:
            return f(LooseAt{at.index()});
        case Place::Kind::folded:
            return f(FoldedAt{number});
        case Place::Kind::hidden:
        case Place::Kind::removed:
            break;
    }
    throw std::logic_error("a connection that does not exist was looked at");
}

Connection ConnectionsByNumber::operator[](std::uint32_t number) const {
    return visit(number,
                 EachKind{[&](FoldedAt at) { return ruled_.look(at.number); }, [&](LooseAt at) { return loose_[at.k]; },
                          [&](At at) {
                              const Group group = tables_.group_of(at);
                              return tables_.connection(tables_.source_of(at.table, group), at,
                                                        tables_[at.table].delay(group));
                          }});
}

SourceId ConnectionsByNumber::source(std::uint32_t number) const {
    return visit(number, EachKind{[&](FoldedAt at) { return ruled_.look(at.number).source; },
                                  [&](LooseAt at) { return loose_.source(at.k); },
                                  [&](At at) { return tables_.source_of(at.table, tables_.group_of(at)); }});
}

TargetNumber ConnectionsByNumber::target(std::uint32_t number) const {
    return visit(number, EachKind{[&](FoldedAt at) { return ruled_.look(at.number).target; },
                                  [&](LooseAt at) { return loose_.target(at.k); },
                                  [&](At at) { return tables_[at.table].target(at.k); }});
}

double ConnectionsByNumber::delay(std::uint32_t number) const {
    return visit(number, EachKind{[&](FoldedAt at) { return ruled_.look(at.number).delay; },
                                  [&](LooseAt at) { return loose_.delay(at.k); },
                                  [&](At at) { return tables_[at.table].delay(tables_.group_of(at)); }});
}

std::span<double> ConnectionsByNumber::weights(std::uint32_t number) const {
    return visit(
        number, EachKind{[&](FoldedAt at) { return ruled_.look_at_weights(at.number); },
                         [&](LooseAt at) { return loose_.weights(at.k); }, [&](At at) { return tables_.weights(at); }});
}

std::vector<double> ConnectionsByNumber::all_weights() const {
    std::vector<double> all;
    places_.for_each([&](std::uint32_t n) {
        const std::span<const double> own = weights(n);
        all.insert(all.end(), own.begin(), own.end());
    });
    return all;
}

std::uint32_t ConnectionsByNumber::number_of(TableNumber table, std::size_t k) const {
    number_places();
    return tables_.number_of({table, static_cast<std::uint32_t>(k)});
}

std::uint32_t ConnectionsByNumber::number_of_weight(TableNumber table, std::size_t place) const {
    number_places();
    return tables_.number_of(tables_.at_weight(table, place));
}

void ConnectionsByNumber::number_places() const {
    if (tables_.have_numbers() || tables_.empty()) return;
    std::vector<std::uint32_t> numbers(tables_.size(), nothing);
    places_.for_each([&](std::uint32_t n) {
        if (const Place at = place(n); at.is_in_tables()) numbers[at.index()] = n;
    });
    tables_.set_numbers(std::move(numbers));
}

std::vector<std::uint32_t> ConnectionsByNumber::from(SourceId of) const {
    if (!ends_.know_sources()) {
        ConnectionIndex::Ends sources(places_.most());
        std::vector<EndIndexes::FromInput> inputs;
        places_.for_each([&](std::uint32_t n) {
            const SourceId source = this->source(n);
            if (is_input(source)) {
                inputs.emplace_back(source, n);
            } else if (source != SourceId::none) {
                sources.add(n, index_of(source));
            }
        });
        ends_.set_sources(std::move(sources), std::move(inputs));
    }
    return ends_.from(of);
}

std::span<const std::uint32_t> ConnectionsByNumber::onto(TargetNumber of) const {
    if (!ends_.know_targets()) {
        ConnectionIndex::Ends targets(places_.most());
        places_.for_each([&](std::uint32_t n) {
            if (const TargetNumber target = this->target(n); target != TargetNumber::none)
                targets.add(n, index_of(target));
        });
        ends_.set_targets(std::move(targets));
    }
    return ends_.onto(of);
}

void ConnectionsByNumber::hide() const {
    if (tables_.are_changed()) return;
    places_.forget_found();
    tables_.forget_numbers();
}

}  // namespace ranvier::engine
