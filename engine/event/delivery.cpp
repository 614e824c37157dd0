#include "engine/event/delivery.hpp"

#include <algorithm>
#include <utility>

namespace ranvier::engine {

Delivery::Delivery(Network& network, Model& model)
    : network_(network),
      model_(model),
      routes_(network.connections(), network.sources()),
      weights_(network.connections()),
      target_weights_(network.connections()),
      shared_{model,           network, network.connections(), routes_, weights_,
              target_weights_, output_, tables_.targets,       nullptr} {}

Delivery::~Delivery() {
    network_.changes().before_next(nullptr);
}

// --- building -------------------------------------------------------------------------------------------------------

void Delivery::build(SampleEvents& samples, const ForEachTask& for_each_task) {
    freeze();
    take_groups_apart(frozen_, network_.connections(), tie_order_);
    shared_.samples = &samples;
    tables_ = {};
    frozen_.above.resize(network_.sources().size(), 0);
    tables_ = build_event_tables(shared_, tie_order_, frozen_.above, for_each_task);
    std::vector<EventQueue*> queues;
    for (const auto& block : tables_.blocks) queues.push_back(&block->queue());
    routes_.set_queues(queues);
    target_weights_.forget();
    network_.weight_pointers().aim();
    is_built_ = true;
    restore();
    network_.changes().before_next([this] { freeze(); });
    update_memory();
}

// An event of a single connection is delivered by its number.
void Delivery::restore() {
    const auto events = std::exchange(frozen_.events, {});
    for (const PendingEvent& each : events) put_back(each, tables_, shared_);
    for (const PendingWatch& each : std::exchange(frozen_.watches, {})) put_back(each, tables_, shared_);
    const auto is_of_number = [](const PendingEvent& each) { return each.event.type == EventType::netcon; };
    if (std::none_of(events.begin(), events.end(), is_of_number)) network_.connections().by_number().hide();
}

// Also takes events left by a script's callback that changed the network during a delivery.
void Delivery::freeze() {
    is_built_ = false;
    network_.changes().before_next(nullptr);
    take_out(tables_, shared_, frozen_);
    for (const auto& block : tables_.blocks) {
        block->queue().clear();
        block->watches().disarm();
    }
}

void Delivery::clear() {
    frozen_.events.clear();
    frozen_.watches.clear();
    std::fill(frozen_.above.begin(), frozen_.above.end(), std::uint8_t{0});
    for (const auto& block : tables_.blocks) {
        block->clear();
        block->queue().set_tie_order(tie_order_);
    }
}

// --- in a run -------------------------------------------------------------------------------------------------------

PendingEvent Delivery::event_of(std::uint32_t netcon, double t, std::uint32_t sequence) const {
    const Connection it = network_.connections().by_number()[netcon];
    const std::uint64_t key = routes_.key(it.source, network_.targets()[it.target].mechanism);
    return {Event::netcon(t, key, sequence, netcon)};
}

/// put_back gives it the key and the sequence.
PendingEvent Delivery::self_event_of(std::uint32_t netcon, double t, double flag) const {
    const InstanceId target = network_.targets()[network_.connections().by_number()[netcon].target];
    return {Event::self(t, 0, 0, Receiver::none, flag, WeightNumber::none), target, {netcon, 0}, flag == 1.};
}

void Delivery::add_netcon_event(std::uint32_t netcon, double t, std::optional<double> flag) {
    const Connection it = network_.connections().by_number()[netcon];
    if (it.target == TargetNumber::none || !it.is_active) return;
    const PendingEvent event = flag ? self_event_of(netcon, t, *flag) : event_of(netcon, t, nothing);
    if (is_built_) {
        put_back(event, tables_, shared_);
    } else {
        frozen_.events.push_back(event);
    }
}

void Delivery::update_memory() {
    std::size_t bytes = 0;
    for (const auto& block : tables_.blocks) bytes += block->queue().bytes();
    network_.note_queues(bytes);
}

// --- pending events -------------------------------------------------------------------------------------------------

PendingEvents Delivery::pendings() const {
    PendingEvents all = frozen_;
    take_out(tables_, shared_, all);
    take_groups_apart(all, network_.connections(), tie_order_);
    return all;
}

void Delivery::replace_pendings(PendingEvents instead) {
    freeze();
    frozen_ = std::move(instead);
    frozen_.above.resize(network_.sources().size(), 0);
    for (const auto& block : tables_.blocks) block->thresholds().take_above(frozen_.above);
}

std::vector<PendingEvent> Delivery::waiting() const {
    std::vector<PendingEvent> all;
    for (const auto& block : tables_.blocks) {
        std::vector<PendingEvent> own = pending_events(*block, shared_);
        std::ranges::sort(own, is_earlier, &PendingEvent::event);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

std::vector<std::uint8_t> Delivery::above() const {
    std::vector<std::uint8_t> all(network_.sources().size(), 0);
    for (const auto& block : tables_.blocks) block->thresholds().add_above(all);
    return all;
}

PendingEvent Delivery::event_of(InstanceId to, EventType type, double t, double flag, std::uint32_t arming) const {
    const Model::Location at = model_.locate(to);
    const BlockEvents& events = *tables_.blocks[at.block];
    const Receivers& receivers = events.receivers();
    const Receiver r = receivers.find(events.block.instances(to.mechanism), static_cast<std::int32_t>(at.index));
    const bool is_watch = type == EventType::watch;
    const bool is_late = network_.late_self_events() && !is_watch;
    const std::uint64_t key = r == Receiver::none ? 0 : receivers.key(r, flag, is_late);
    return {is_watch ? Event::watch(t, key, 0, r, flag, arming) : Event::self(t, key, 0, r, flag, WeightNumber::none),
            to};
}

void Delivery::add_deliveries(SourceId source, double t_spike, double after, std::vector<PendingEvent>& to) const {
    std::vector<Event> events;
    routes_.add_due({t_spike, source}, after, events);
    for (const Event& event : events) to.push_back({event});
}

void Delivery::refill(std::span<const PendingEvent> events, std::span<const PendingWatch> watches,
                      std::span<const std::uint8_t> above) {
    for (const PendingEvent& each : events) put_back(each, tables_, shared_);
    for (const PendingWatch& each : watches) put_back(each, tables_, shared_);
    for (const auto& block : tables_.blocks) block->thresholds().take_above(above);
}

}  // namespace ranvier::engine
