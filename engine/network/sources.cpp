#include "engine/network/sources.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/describe_instance.hpp"
#include "engine/network/packed.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

/// The column of the variable x of a point process without NET_RECEIVE: as in NEURON, its threshold crossings are
/// spikes.
std::optional<int> watched_column(const MechanismType& type) {
    const rv_mechanism* mechanism = type.description();
    if (!type.is_point_process() || mechanism->net_receive) return std::nullopt;
    for (int k = 0; k < mechanism->field_count; ++k) {
        const rv_field& field = mechanism->fields[k];
        if (field.visible && std::string_view{field.name} == "x") return type.first_column(k);
    }
    return std::nullopt;
}

}  // namespace

SourceId Sources::add(Source source) {
    changes_.announce();
    const SourceId k{static_cast<std::uint32_t>(sources_.size())};
    if (source.section()) by_section_.insert({source.section(), k});
    sources_.push_back(std::move(source));
    known_.push_back(k);
    return k;
}

SourceId Sources::of(VariableRef watched, Section* section) {
    const auto found = by_variable_.find(packed(watched));
    if (found != by_variable_.end()) return found->second;
    Source source;
    source.watch(watched, section);
    const SourceId added = add(std::move(source));
    by_variable_.emplace(packed(watched), added);
    return added;
}

SourceId Sources::of(InstanceId instance) {
    if (const SourceId known = find(instance); known != SourceId::none) return known;
    const MechanismType& type = model_.mechanism(instance.mechanism);
    if (const auto column = watched_column(type)) {
        const SourceId source = of(model_.reference(instance, *column), model_.place(instance).section);
        (*this)[source].instance = instance;
        by_instance_[instance] = source;
        return source;
    }
    // A point process or artificial cell that never fires is a source, too, as in NEURON.
    if (!type.is_point_process() && !type.is_artificial()) {
        throw std::invalid_argument(
            fmt::format("{} cannot be the source of a NetCon: it is not a point process", type.name()));
    }
    Source source;
    source.instance = instance;
    if (Section* section = model_.place(instance).section) source.place(section);
    const SourceId added = add(std::move(source));
    by_instance_[instance] = added;
    return added;
}

std::span<const SourceId> Sources::living() {
    std::erase_if(known_, [this](SourceId each) { return !(*this)[each].exists; });
    return known_;
}

const Source* Sources::at(SourceId source) const {
    if (is_input(source)) return nullptr;
    if (index_of(source) >= sources_.size() || !(*this)[source].exists) {
        throw std::invalid_argument("this source of spikes no longer exists");
    }
    return &(*this)[source];
}

Source* Sources::at(SourceId source) {
    return const_cast<Source*>(std::as_const(*this).at(source));
}

SourceInfo Sources::info(SourceId source) const {
    const Source* s = at(source);
    if (!s) return {std::nullopt, nullptr, {}, gid_of_input(source), true};
    const VariableRef* watched = s->watched();
    return {watched ? std::optional(*watched) : std::nullopt, s->section(), s->instance,
            s->gid >= 0 ? std::optional(s->gid) : std::nullopt, false};
}

std::string Sources::describe(SourceId source) const {
    if (source == SourceId::none) return "no source";
    if (is_input(source)) return fmt::format("gid {}", gid_of_input(source));
    const Source& it = (*this)[source];
    if (it.gid >= 0) return fmt::format("gid {}", it.gid);
    if (it.instance) return describe_instance(model_, it.instance);
    if (it.section()) return it.section()->name();
    return "a watched variable";
}

// --- thresholds ------------------------------------------------------------------------------------------------------

double Sources::threshold_of(SourceId source) const {
    const auto found = changeable_thresholds_.find(source);
    if (found != changeable_thresholds_.end()) return *found->second;
    if (!is_input(source)) return (*this)[source].threshold();
    const auto given = input_thresholds_.find(source);
    return given == input_thresholds_.end() ? Source().threshold() : given->second;
}

double Sources::threshold(SourceId source) const {
    at(source);  // throws if the source does not exist
    return threshold_of(source);
}

void Sources::set_threshold(SourceId source, double mV) {
    Source* s = at(source);
    changes_.announce();
    if (s) {
        s->set_threshold(mV);
    } else {
        input_thresholds_[source] = mV;
    }
    const auto found = changeable_thresholds_.find(source);
    if (found != changeable_thresholds_.end()) *found->second = mV;
}

std::shared_ptr<double> Sources::changeable_threshold(SourceId source) {
    const double present = threshold(source);
    auto& place = changeable_thresholds_[source];
    if (!place) {
        place = std::make_shared<double>(present);
        changes_.announce();
    }
    return place;
}

// --- the end ---------------------------------------------------------------------------------------------------------

void Sources::free(SourceId source) {
    Source& it = (*this)[source];
    if (it.watched()) by_variable_.erase(packed(*it.watched()));
    if (it.instance) by_instance_.erase(it.instance);
    changeable_thresholds_.erase(source);
    by_section_.erase({it.section(), source});
    it.detector.reset();
    it.exists = false;
}

void Sources::lose_variable(SourceId source) {
    Source& it = (*this)[source];
    if (const VariableRef* watched = it.watched()) {
        by_variable_.erase(packed(*watched));
        it.detector->watched.reset();
    }
    it.connections = 0;
}

void Sources::lose_instance(SourceId source) {
    Source& it = (*this)[source];
    by_instance_.erase(it.instance);
    it.instance = {};
    it.is_in_rule = false;
    lose_variable(source);
}

std::vector<SourceId> Sources::lose_section(const Section& section) {
    const auto begin = by_section_.lower_bound({&section, SourceId{0}});
    auto end = begin;
    std::vector<SourceId> watching;
    for (; end != by_section_.end() && end->first == &section; ++end) {
        Source& it = (*this)[end->second];
        if (!it.exists || it.section() != &section) continue;
        it.detector->section = nullptr;
        if (it.watched()) watching.push_back(end->second);
    }
    by_section_.erase(begin, end);
    return watching;
}

}  // namespace ranvier::engine
