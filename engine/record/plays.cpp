#include "engine/record/plays.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/state_columns.hpp"

namespace ranvier::engine {

PlayId Plays::add(Playable to, PlayedValues played) {
    if (!played.times && !played.dt) throw std::invalid_argument("Vector.play: needs times or an interval");
    const PlayId number = plays_.end();
    Item item{{}, {}, Play(std::move(played))};
    if (const auto* variable = std::get_if<VariableRef>(&to)) {
        item.variable = *variable;
    } else {
        item.write = std::get<std::function<void(double)>>(std::move(to));
    }
    plays_.add(number, std::move(item));
    return number;
}

bool Plays::any() const {
    bool found = false;
    plays_.for_each([&](std::uint32_t, const Item&) { found = true; });
    return found;
}

void Plays::resolve() {
    continuous_by_block_.assign(std::max<std::size_t>(model_.blocks().size(), 1), {});
    slow_ = false;
    const auto voltage = model_.range_variable("v");
    plays_.forget_removed();
    plays_.for_each([&](std::uint32_t number, Item& item) {
        item.place = item.variable ? place_of(model_, *item.variable) : VariablePlace{};
        // Setting other values of a compartment (diam, cm) has consequences that only the Model handles.
        const bool is_of_compartment = item.variable && item.variable->table == compartment_table;
        if (is_of_compartment && !item.write && voltage && item.variable->column != voltage->column) {
            item.write = [this, variable = *item.variable](double value) { model_.store(variable, value); };
        }
        slow_ |= item.write != nullptr;
        if (item.play.is_continuous()) continuous_by_block_[item.place.block].push_back(number);
    });
}

// --- starting --------------------------------------------------------------------------------------------------------

void Plays::start(double t, const QueueSample& queue) {
    plays_.for_each([&](std::uint32_t number, Item& item) {
        item.has_begun = true;
        if (const auto first = item.play.begin(t)) queue(item.place.block, Event::sample(*first, number, 0));
    });
}

void Plays::resume(double til, bool with_records, const QueueSample& queue) {
    if (model_.blocks().empty()) return;
    plays_.for_each([&](std::uint32_t number, Item& item) {
        if (item.play.size() == 0) return;
        item.has_begun = true;
        const std::optional<double> next = item.play.begin_after(til);
        const std::optional<double> latest = item.play.latest();
        if (!with_records) {
            play_parameter_again(item);
        } else if (item.write && !item.play.is_continuous() && latest) {
            item.write(*latest);  // the state holds all values of the model, but not those of a script
        }
        if (next) queue(item.place.block, Event::sample(*next, number, 0));
    });
}

Plays::Cursors Plays::cursors() const {
    Cursors all(plays_.end());
    plays_.for_each([&](std::uint32_t number, const Item& item) {
        all[number] = {item.play.cursor().at, item.play.cursor().last};
    });
    return all;
}

void Plays::set_cursors(const Cursors& cursors) {
    plays_.for_each([&](std::uint32_t number, Item& item) {
        if (number >= cursors.size()) return;
        item.play.set_cursor({cursors[number].first, cursors[number].second});
        play_parameter_again(item);
    });
}

void Plays::check(const Cursors& cursors) const {
    plays_.for_each([&](std::uint32_t number, const Item& item) {
        if (number >= cursors.size()) return;
        if (std::max(cursors[number].first, cursors[number].second) <= item.play.size()) return;
        throw std::runtime_error("the saved state differs: a played Vector was longer");
    });
}

void Plays::play_parameter_again(const Item& item) const {
    const std::optional<double> latest = item.play.latest();
    if (item.play.is_continuous() || !latest) return;
    if (item.variable && item.variable->table == compartment_table) {
        if (item.variable->column == model_.range_variable("v")->column) return;
    } else if (item.variable && item.variable->table != scalar_table) {
        const auto states = state_columns(model_, model_.mechanism(item.variable->table));
        if (std::find(states.begin(), states.end(), item.variable->column) != states.end()) return;
    }
    write(item, *latest);
}

// --- during the run --------------------------------------------------------------------------------------------------

void Plays::play_continuous(std::uint32_t block, double t) {
    if (block >= continuous_by_block_.size()) return;
    for (const std::uint32_t number : continuous_by_block_[block]) {
        Item* item = plays_.find(number);
        if (item && item->has_begun && item->play.size() > 0) write(*item, item->play.value_at(t));
    }
}

std::optional<std::uint32_t> Plays::block_of_due(std::uint32_t number) const {
    const Item* item = plays_.find(number);
    return item && item->play.is_underway() ? std::optional(item->place.block) : std::nullopt;
}

void Plays::sample(const Event& due, EventQueue& queue) {
    Item& item = *plays_.find(due.sampled());
    Event next = due;
    const auto queue_next = [&](std::optional<double> t) {
        if (!t) return;
        next.t = *t;
        queue.push(next);
    };
    if (item.play.is_continuous()) {
        queue_next(item.play.pass_point());
        write(item, item.play.value_at(due.t));
        return;
    }
    const double now = model_.t;
    if (item.write) model_.t = due.t;  // what a statement sees
    write(item, item.play.take_value());
    if (item.write) model_.t = now;
    queue_next(item.play.next_time(due.t));
}

void Plays::write(const Item& item, double value) const {
    if (item.write) {
        item.write(value);
    } else if (item.place.address) {
        *item.place.address = value;
    }
}

std::uint32_t Plays::block_of(std::uint32_t number) const {
    const Item* item = plays_.find(number);
    return item ? item->place.block : 0;
}

}  // namespace ranvier::engine
