#include "engine/event/block/receivers.hpp"

namespace ranvier::engine {

bool receives_events(const rv_mechanism* mechanism) {
    return mechanism && mechanism->kind != RV_DENSITY && mechanism->net_receive;
}

void Receivers::add(rv_instances* in, const rv_mechanism* description, MechanismId mechanism) {
    Slot slot{in, description, mechanism, Receiver::none};
    if (receives_events(description)) {
        slot.first = Receiver{static_cast<std::uint32_t>(all_.size())};
        all_.resize(all_.size() + static_cast<std::size_t>(in->count), {static_cast<std::uint32_t>(slots_.size())});
        has_watches_ |= description->watch != nullptr;
    }
    slots_.push_back(slot);
}

std::uint64_t Receivers::key(Receiver receiver, double flag, bool late) const {
    const Slot& of = slot(receiver);
    const bool is_late = late && flag == 1. && of.description->kind == RV_ARTIFICIAL_CELL;
    return event_key(is_late ? EventClass::late_self : EventClass::self,
                     self_subject(of.mechanism, static_cast<std::uint32_t>(index(receiver))));
}

double Receivers::condition(Receiver receiver, std::int32_t number, double t) const {
    const Slot& of = slot(receiver);
    of.in->t = t;
    return of.description->watch(of.in, index(receiver), number);
}

void Receivers::set_table(const Slot& slot, TableNumber table) {
    for (std::int32_t i = 0; i < slot.receiver_count(); ++i) at(receiver(slot, i)).table = table;
}

}  // namespace ranvier::engine
