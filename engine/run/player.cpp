#include "engine/run/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/solve/state_columns.hpp"

namespace ranvier::engine {

namespace {

constexpr std::uint32_t record_bit = 0x80000000u;  // of a sample event's index: records follow plays

}  // namespace

template <class T>
std::uint32_t Player::add(T item, ByNumber<T>& all, std::vector<std::uint32_t>& living) {
    const auto number = static_cast<std::uint32_t>(all.size());
    all.push_back(std::make_unique<T>(std::move(item)));
    living.push_back(number);
    return number;
}

void Player::forget_removed() {
    std::erase_if(living_records_, [this](std::uint32_t k) { return !records_[k]; });
    std::erase_if(living_plays_, [this](std::uint32_t k) { return !plays_[k]; });
}

RecordId Player::record(Recordable from, Samples to, std::optional<double> dt, Samples at_times) {
    if (dt && !(*dt > 0)) throw std::invalid_argument("Vector.record: the interval must be positive");
    Record r;
    if (const auto* variable = std::get_if<VariableRef>(&from)) {
        r.variable = *variable;
    } else {
        r.read = std::get<std::function<double()>>(std::move(from));
    }
    r.to = std::move(to);
    r.dt = dt;
    r.at_times = std::move(at_times);
    resolved_ = false;
    return add(std::move(r), records_, living_records_);
}

RecordId Player::record_count(VariableRef count, VariableRef time, Samples to) {
    const RecordId id = record(count, std::move(to), std::nullopt, nullptr);
    records_[id]->time = time;
    return id;
}

RecordId Player::record_steps(VariableRef variable, Samples to) {
    const RecordId id = record(variable, std::move(to), std::nullopt, nullptr);
    records_[id]->is_clock = true;
    return id;
}

RecordId Player::record_together(std::vector<VariableRef> variables, Samples to, double dt, double begin, double end) {
    const RecordId id = record(variables.at(0), std::move(to), dt, nullptr);
    Record& r = *records_[id];
    r.together = std::move(variables);
    r.from = begin;
    r.til = end;
    return id;
}

void Player::remove_record(RecordId id) {
    records_.at(id) = nullptr;
    resolved_ = false;
}

PlayId Player::play(Playable to, PlayedValues played) {
    if (!played.times && !played.dt) throw std::invalid_argument("Vector.play: needs times or an interval");
    Play p;
    if (const auto* variable = std::get_if<VariableRef>(&to)) {
        p.variable = *variable;
    } else {
        p.write = std::get<std::function<void(double)>>(std::move(to));
    }
    p.played = std::move(played);
    resolved_ = false;
    return add(std::move(p), plays_, living_plays_);
}

bool Player::has_plays() const {
    return std::any_of(living_plays_.begin(), living_plays_.end(),
                       [this](std::uint32_t k) { return plays_[k] != nullptr; });
}

void Player::remove_play(PlayId id) {
    plays_.at(id) = nullptr;
    resolved_ = false;
}

// --- addresses -------------------------------------------------------------------------------------------------------

void Player::place(std::optional<VariableRef> variable, double*& address, std::uint32_t& block, bool& is_t,
                   std::vector<std::unique_ptr<BlockEvents>>& blocks) const {
    address = nullptr;
    is_t = false;
    block = 0;
    if (!variable || !model_.exists(*variable)) return;
    address = model_.address(*variable);
    block = model_.block_of(*variable);
    if (address == &model_.t) {
        is_t = true;
        if (!blocks.empty()) address = &blocks[0]->block.t;
    }
}

void Player::resolve(std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    by_block_.assign(std::max<std::size_t>(blocks.size(), 1), {});
    counts_by_block_.assign(by_block_.size(), {});
    continuous_by_block_.assign(by_block_.size(), {});
    slow_records_.clear();
    slow_ = false;
    blocks_ = &blocks;
    forget_removed();
    for (const std::uint32_t k : living_records_) resolve_record(k, blocks);
    for (const std::uint32_t k : living_plays_) resolve_play(k, blocks);
    find_gathered();
    resolved_ = true;
}

void Player::resolve_record(std::uint32_t k, std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    Record& r = *records_[k];
    double* address = nullptr;
    place(r.variable, address, r.block, r.is_t, blocks);
    r.address = address;
    r.addresses.clear();
    for (const VariableRef variable : r.together) {
        if (!model_.exists(variable)) r.address = nullptr;
        if (r.address) r.addresses.push_back(model_.address(variable));
    }
    if (r.time) {
        resolve_count(r, blocks);
    } else if (r.read || (r.is_t && blocks.empty())) {
        slow_ = true;
        if (r.each_step()) slow_records_.push_back(k);
    } else if (r.address && r.each_step()) {
        const double* from = r.is_clock && !blocks.empty() ? &blocks[r.block]->block.t : r.address;
        by_block_[r.block].push_back({from, r.to.get()});
    }
}

void Player::resolve_count(const Record& r, std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    double* time = nullptr;
    std::uint32_t block = 0;
    bool is_t = false;
    place(r.time, time, block, is_t, blocks);
    if (r.address && time) counts_by_block_[r.block].push_back({r.address, time, r.to.get(), *r.address});
}

void Player::resolve_play(std::uint32_t k, std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    Play& p = *plays_[k];
    bool is_t = false;
    place(p.variable, p.address, p.block, is_t, blocks);
    // Setting other values of a compartment (diam, cm) has consequences that only the Model handles.
    const auto voltage = model_.range_variable("v");
    const bool is_of_compartment = p.variable && p.variable->table == compartment_table;
    if (is_of_compartment && !p.write && voltage && p.variable->column != voltage->column) {
        p.write = [this, variable = *p.variable](double value) { model_.store(variable, value); };
    }
    if (p.write) slow_ = true;
    if (p.played.continuous) continuous_by_block_[p.block].push_back(k);
}

// A function called by a sample may read recorded values, so samples before and after it in order are never grouped.
void Player::gather() {
    using Kind = std::pair<std::uint32_t, double>;  // block, interval
    std::map<Kind, std::vector<std::uint32_t>> kinds;
    gathered_.clear();
    ++gathering_;
    const auto place_kinds = [&] {
        for (const auto& [kind, records] : std::exchange(kinds, {})) {
            for (const std::uint32_t k : records) {
                records_[k]->place = static_cast<std::uint32_t>(gathered_.size());
                gathered_.push_back(k);
            }
            gathered_.push_back(nothing);
        }
    };
    for (const std::uint32_t k : living_records_) {
        if (!records_[k]) continue;
        Record& r = *records_[k];
        r.place = nothing;
        if (r.is_plain()) kinds[{r.block, *r.dt}].push_back(k);
        if (r.read) place_kinds();
    }
    place_kinds();
    find_gathered();
}

void Player::find_gathered() {
    gathered_samples_.assign(gathered_.size(), {});
    for (std::size_t place = 0; place < gathered_.size(); ++place) {
        if (gathered_[place] == nothing) continue;
        const Record* r = records_[gathered_[place]].get();
        if (r && r->place == place && r->is_plain()) gathered_samples_[place] = {r->address, r->to.get()};
    }
}

std::vector<Event> Player::each_alone(const Event& samples) const {
    std::vector<Event> all;
    if (samples.extra != gathering_) return all;
    for (std::uint32_t place = samples.sequence; place < samples.sequence + samples.value; ++place) {
        const std::uint32_t k = gathered_[place];
        if (!records_[k] || records_[k]->place != place) continue;
        Event single = samples;
        single.value = 0;
        single.sequence = 0;
        single.index = record_bit | k;
        single.extra = records_[k]->beginning;
        all.push_back(single);
    }
    return all;
}

std::uint32_t Player::block_of_sample(std::uint32_t index) const {
    const auto block_of = [](const auto& sampled) { return sampled ? sampled->block : 0; };
    return index & record_bit ? block_of(records_[index & ~record_bit]) : block_of(plays_[index]);
}

std::size_t Player::Play::point_with_event(std::size_t k) const {
    if (!played.continuous || !played.discontinuities) return std::min(k, size());
    const std::vector<double>& indices = *played.discontinuities;
    const auto found = std::lower_bound(indices.begin(), indices.end(), static_cast<double>(k));
    const bool is_point = found != indices.end() && *found < static_cast<double>(size());
    return is_point ? static_cast<std::size_t>(*found) : size();
}

// --- starting --------------------------------------------------------------------------------------------------------

void Player::init_play(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t) {
    for (const std::uint32_t k : living_plays_) {
        if (!plays_[k]) continue;
        Play& p = *plays_[k];
        p.at = p.last = 0;
        p.begun = true;
        if (p.size() == 0 || blocks.empty()) continue;
        const std::size_t first = p.point_with_event(0);
        p.at = std::min(first, p.size() - 1);
        if (first < p.size()) blocks[p.block]->queue().push(sample_event(p.played.times ? p.time_of(first) : t, k, 0));
    }
}

void Player::init_record(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t) {
    for (const std::uint32_t k : living_records_) {
        if (!records_[k] || records_[k]->is_gone()) continue;
        Record& r = *records_[k];
        r.to->clear();
        ++r.beginning;
        r.begun = t;
        if (r.each_step() || blocks.empty()) continue;
        if (!r.together.empty()) {
            r.next = r.from;
            while (r.next < t) r.next += *r.dt;
            r.begun = r.next;
            if (r.next <= r.til) blocks[r.block]->queue().push(sample_event(r.next, record_bit | k, r.beginning));
        } else if (r.dt) {
            blocks[r.block]->queue().push(sample_event(t, record_bit | k, r.beginning));
        } else if (!r.at_times->empty()) {
            blocks[r.block]->queue().push(sample_event((*r.at_times)[0], record_bit | k, r.beginning));
        }
    }
    gather();
    for (std::vector<Count>& counts : counts_by_block_) {
        for (Count& c : counts) c.seen = 0;
    }
}

std::vector<std::pair<std::size_t, std::size_t>> Player::cursors() const {
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (const auto& p : plays_) all.emplace_back(p ? p->at : 0, p ? p->last : 0);
    return all;
}

void Player::set_cursors(const std::vector<std::pair<std::size_t, std::size_t>>& cursors) {
    for (std::size_t k = 0; k < std::min(cursors.size(), plays_.size()); ++k) {
        if (!plays_[k]) continue;
        plays_[k]->at = cursors[k].first;
        plays_[k]->last = cursors[k].second;
        play_parameter_again(*plays_[k]);
    }
}

void Player::check(const Event& sample) const {
    const bool is_record = (sample.index & record_bit) != 0;
    const std::size_t k = sample.index & ~record_bit, count = is_record ? records_.size() : plays_.size();
    // Records that were removed since, or are taken together, have another event.
    if (k < count && sample.value == 0) return;
    throw std::runtime_error("the saved state differs: there were other recorded and played Vectors");
}

void Player::check(const std::vector<std::pair<std::size_t, std::size_t>>& cursors) const {
    for (std::size_t k = 0; k < std::min(cursors.size(), plays_.size()); ++k) {
        if (!plays_[k] || std::max(cursors[k].first, cursors[k].second) <= plays_[k]->size()) continue;
        throw std::runtime_error("the saved state differs: a played Vector was longer");
    }
}

void Player::renew(Event& sample) const {
    const std::uint32_t k = sample.index & ~record_bit;
    if ((sample.index & record_bit) && k < records_.size() && records_[k]) sample.extra = records_[k]->beginning;
}

// --- saved states ----------------------------------------------------------------------------------------------------

std::vector<Player::Recorded> Player::recorded() const {
    std::vector<Recorded> all;
    for (const std::uint32_t k : living_records_) {
        const Record* r = records_[k].get();
        if (!r || r->is_gone() || !r->together.empty()) continue;
        all.push_back({r->variable, r->each_step(), r->is_clock, r->to});
    }
    return all;
}

void Player::play_parameter_again(Play& p) {
    if (p.played.continuous || p.at == 0 || p.at > p.size()) return;
    if (p.variable && p.variable->table == compartment_table) {
        if (p.variable->column == model_.range_variable("v")->column) return;
    } else if (p.variable && p.variable->table != scalar_table) {
        const auto states = state_columns(model_, model_.mechanism(p.variable->table));
        if (std::find(states.begin(), states.end(), p.variable->column) != states.end()) return;
    }
    write(p, p.value(p.at - 1));
}

std::optional<double> Player::next_time(Play& p, double til) {
    p.at = p.last = 0;
    if (p.played.continuous) {
        std::size_t next = p.point_with_event(0);
        for (; next < p.size() && p.time_of(next) <= til; next = p.point_with_event(next + 1)) p.last = next;
        p.at = std::min(next, p.size() - 1);
        return next < p.size() ? std::optional(p.time_of(next)) : std::nullopt;
    }
    // Proceeds event by event, as `sample` does, because intervals are added up with rounding.
    double t = p.played.times ? p.time_of(0) : 0.;
    while (t <= til) {
        if (++p.at >= p.size()) return std::nullopt;
        t = p.played.times ? p.time_of(p.at) : t + *p.played.dt;
    }
    return t;
}

std::optional<double> Player::next_time(const Record& r) {
    const std::size_t taken = r.to->size();
    if (!r.dt) return taken < r.at_times->size() ? std::optional((*r.at_times)[taken]) : std::nullopt;
    double t = r.begun;
    for (std::size_t k = 0; k < taken; ++k) t += *r.dt;
    return t;
}

void Player::go_on(double til, bool records_too, std::vector<PendingEvent>& events) {
    resume_plays(til, records_too, events);
    if (records_too) resume_records(til, events);
    for (std::vector<Count>& counts : counts_by_block_) {
        for (Count& c : counts) c.seen = *c.count;
    }
}

void Player::resume_plays(double til, bool records_too, std::vector<PendingEvent>& events) {
    for (const std::uint32_t k : living_plays_) {
        if (!plays_[k] || plays_[k]->size() == 0 || !has_blocks()) continue;
        Play& p = *plays_[k];
        p.begun = true;
        const std::optional<double> next = next_time(p, til);
        if (!records_too) {
            play_parameter_again(p);
        } else if (p.write && !p.played.continuous && p.at > 0) {
            p.write(p.value(p.at - 1));  // the state holds all values of the model, but not those of a script
        }
        if (next) events.push_back({sample_event(*next, k, 0)});
    }
}

bool Player::go_on_together(Record& r, double til) {
    r.to->clear();
    r.next = r.begun;
    while (r.next <= til) r.next += *r.dt;  // with the rounding of one sample after the other
    return r.next <= r.til;
}

void Player::resume_records(double til, std::vector<PendingEvent>& events) {
    for (const std::uint32_t k : living_records_) {
        if (!records_[k] || !has_blocks()) continue;
        Record& r = *records_[k];
        if (r.is_gone() || r.each_step()) continue;
        if (!r.together.empty()) {
            if (go_on_together(r, til)) events.push_back({sample_event(r.next, record_bit | k, r.beginning)});
        } else if (const auto next = next_time(r)) {
            events.push_back({sample_event(*next, record_bit | k, r.beginning)});
        }
    }
}

// --- during the run --------------------------------------------------------------------------------------------------

void Player::play_continuous(std::uint32_t block, double t) {
    if (block >= continuous_by_block_.size()) return;
    for (const std::uint32_t k : continuous_by_block_[block]) {
        Play* p = plays_[k].get();
        if (p && p->begun && p->size() > 0) write(*p, interpolate(*p, t));
    }
}

std::vector<const double*> Player::read_each_step(std::uint32_t block) const {
    std::vector<const double*> addresses;
    if (block >= by_block_.size()) return addresses;
    for (const Sample& s : by_block_[block]) {
        if (s.from != &(*blocks_)[block]->block.t) addresses.push_back(s.from);
    }
    for (const Count& c : counts_by_block_[block]) addresses.insert(addresses.end(), {c.count, c.time});
    return addresses;
}

void Player::record_step(std::uint32_t block) {
    if (block >= by_block_.size()) return;
    for (const Sample& s : by_block_[block]) s.to->push_back(*s.from);
    for (Count& c : counts_by_block_[block]) {
        if (*c.count > c.seen) {
            c.to->resize(static_cast<std::size_t>(*c.count));
            c.to->back() = *c.time;
        }
        c.seen = *c.count;
    }
}

void Player::record_step_slow(double t) {
    for (const std::uint32_t k : slow_records_) {
        if (Record* r = records_[k].get()) r->to->push_back(read(*r, t));
    }
}

double Player::read(const Record& r, double t) const {
    if (r.read) return r.read();
    return r.is_t ? t : *r.address;
}

void Player::write(Play& p, double value) {
    if (p.write) {
        p.write(value);
    } else if (p.address) {
        *p.address = value;
    }
}

// As in NEURON: linear between two points, constant before the first, and on the line through the last two after the
// last. The point `at` is the latest one that an event has reached.
double Player::interpolate(Play& p, double t) {
    if (t >= p.time_of(p.at)) {
        p.last = p.at;
        if (p.last == 0) return p.value(0);
    } else if (t <= p.time_of(0)) {
        p.last = 0;
        return p.value(0);
    } else {
        while (t < p.time_of(p.last)) --p.last;
        while (t >= p.time_of(p.last)) ++p.last;
    }
    const double t0 = p.time_of(p.last - 1), t1 = p.time_of(p.last);
    const double y0 = p.value(p.last - 1), y1 = p.value(p.last);
    if (t0 == t1) return (y0 + y1) / 2.;
    return y0 + (y1 - y0) * ((t - t0) / (t1 - t0));
}

void Player::sample_together(Record& r, const Event& due, EventQueue& queue) const {
    if (due.t != r.next) {
        throw SimulationError(fmt::format(
            "a report cannot go back from t = {:g} to {:g} ms with a restored state; record into a Vector instead",
            r.next, due.t));
    }
    for (const double* address : r.addresses) r.to->push_back(*address);
    Event next = due;
    next.t = r.next = due.t + *r.dt;
    if (r.next <= r.til) queue.push(next);
}

std::int64_t Player::sample(const Event& due, EventQueue& queue) {
    if (due.index & record_bit) return sample_record(due, queue);
    sample_play(due, queue);
    return 1;
}

std::int64_t Player::sample_record(const Event& due, EventQueue& queue) {
    Record* found = records_[due.index & ~record_bit].get();
    Event next = due;
    if (next.value == 0) {
        if (!found || found->is_gone() || found->beginning != due.extra) return 1;
        if (found->place != nothing) {
            next.sequence = found->place;
            next.value = 1;
            next.extra = gathering_;
        }
    }
    if (next.value > 0) {
        take_those_behind(next, queue);
        const auto count = static_cast<std::int64_t>(next.value);
        const double interval = sample_gathered(next);
        next.t = due.t + interval;
        if (interval > 0) queue.push_together(next);
        return count;
    }
    Record& r = *found;
    if (!r.together.empty()) {
        sample_together(r, due, queue);
        return 1;
    }
    r.to->push_back(r.is_t ? due.t : read(r, due.t));
    if (r.dt) {
        next.t = due.t + *r.dt;
    } else if (r.to->size() < r.at_times->size()) {
        next.t = (*r.at_times)[r.to->size()];
    } else {
        return 1;
    }
    queue.push(next);
    return 1;
}

void Player::take_those_behind(Event& samples, EventQueue& queue) const {
    while (!queue.empty()) {
        const Event& top = queue.top();
        if (top.type != EventType::sample || top.t != samples.t || !(top.index & record_bit)) return;
        const Record* r = records_[top.index & ~record_bit].get();
        if (top.value == 0 && !r) return;
        if (top.extra != (top.value > 0 ? samples.extra : r->beginning)) return;
        const std::uint32_t place = top.value > 0 ? top.sequence : r->place;
        if (place != samples.sequence + static_cast<std::uint32_t>(samples.value)) return;
        samples.value += std::max(1., top.value);
        queue.pop();
    }
}

double Player::sample_gathered(const Event& due) const {
    double interval = 0;
    if (due.extra != gathering_) return interval;
    for (std::uint32_t place = due.sequence; place < due.sequence + due.value; ++place) {
        const Sample& sample = gathered_samples_[place];
        const Record* r = records_[gathered_[place]].get();
        if (!sample.from || !r || r->place != place) continue;
        sample.to->push_back(*sample.from);
        interval = *r->dt;
    }
    return interval;
}

void Player::sample_play(const Event& due, EventQueue& queue) {
    Event next = due;
    const double t = due.t;
    if (!plays_[due.index] || plays_[due.index]->at >= plays_[due.index]->size()) return;
    Play& p = *plays_[due.index];
    if (StepWatcher* watcher = (*blocks_)[p.block]->watcher()) watcher->about_to_change(t);
    if (p.played.continuous) {
        p.last = p.at;
        const std::size_t following = p.point_with_event(p.at + 1);
        p.at = std::min(following, p.size() - 1);
        next.t = p.time_of(p.at);
        if (following < p.size()) queue.push(next);
        write(p, interpolate(p, t));
        return;
    }
    const double now = model_.t;
    if (p.write) model_.t = t;  // what a statement sees
    write(p, p.value(p.at++));
    if (p.write) model_.t = now;
    if (p.at >= p.size()) return;
    next.t = p.played.times ? p.time_of(p.at) : t + *p.played.dt;
    queue.push(next);
}

}  // namespace ranvier::engine
