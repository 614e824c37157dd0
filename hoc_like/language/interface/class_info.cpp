#include "hoc_like/language/interface/class_info.hpp"

#include <algorithm>
#include <memory>

namespace ranvier::hoc {

Instance::~Instance() = default;

Instance* Instance::make(const ClassInfo& info, std::int64_t index, std::size_t slots) {
    auto* object = new (slots) Instance{info, index};
    object->slots = reinterpret_cast<Slot*>(object + 1);
    object->slot_count = slots;
    std::uninitialized_value_construct_n(object->slots, slots);
    return object;
}

Member ClassInfo::find(std::string_view member, Seen seen) const {
    Symbol* symbol = scope ? scope->find(member) : nullptr;
    if (!symbol) {
        const auto found = members.find(member);
        return found == members.end() ? Member{} : found->second;
    }
    Member result;
    const bool is_seen = symbol->is_public || seen == Seen::all;
    if (is_seen && symbol->kind != SymbolKind::unknown) {
        result.kind = Member::symbol;
        result.as_symbol = symbol;
    }
    return result;
}

std::vector<std::string> ClassInfo::member_names() const {
    std::vector<std::string> names;
    for (const auto& [member_name, member] : members) names.emplace_back(member_name);
    if (scope) {
        for (const auto& symbol : scope->symbols()) {
            if (symbol->is_public) names.push_back(symbol->name);
        }
    }
    return names;
}

Object* ClassInfo::object(std::int64_t index) const {
    if (pool) return pool->numbered(index);
    const auto found = std::lower_bound(instances.begin(), instances.end(), index,
                                        [](const Entry& entry, std::int64_t i) { return entry.index < i; });
    return found != instances.end() && found->index == index ? found->instance : nullptr;
}

std::vector<Object*> ClassInfo::objects() const {
    std::vector<Object*> all;
    if (pool) {
        const auto pooled = pool->living();
        all.assign(pooled.begin(), pooled.end());
    }
    for (const Entry& entry : instances) {
        if (entry.instance && !ObjectAccess::is_dying(*entry.instance)) all.push_back(entry.instance);
    }
    return all;
}

void ClassInfo::enroll(Instance& instance) {
    instance.position = instances.size();
    instances.push_back({instance.index(), &instance});
    ++living;
    ++changes;
}

void ClassInfo::strike(Instance& instance) {
    instances[instance.position].instance = nullptr;
    --living;
    ++changes;
    while (!instances.empty() && !instances.back().instance) instances.pop_back();
    // Numbering restarts when the last object has been deleted, as in NEURON.
    if (living == 0) next_index = 0;
    if (instances.size() > 64 && static_cast<std::size_t>(living) * 2 < instances.size()) {
        std::erase_if(instances, [](const Entry& entry) { return !entry.instance; });
        for (std::size_t i = 0; i < instances.size(); ++i) instances[i].instance->position = i;
    }
}

}  // namespace ranvier::hoc
