#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"

#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_names.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"

namespace ranvier::hoc {

MechanismCatalog::MechanismCatalog(const Context& context, CallingFrames& frames)
    : context_(context), frames_(frames) {}

void MechanismCatalog::add(const rv_mechanism& description) {
    engine::Model& model = context_.model;
    Registry& registry = context_.registry;
    const std::size_t known = model.mechanisms().size();
    const auto replaced = model.find_mechanism(description.name);
    const auto added = model.register_mechanism(description);
    if (model.mechanisms().size() == known) return;
    if (replaced) registry.make_replaceable(names_of_mechanism_[description.name]);
    for (std::size_t i = known; i < model.mechanisms().size(); ++i) {
        const auto id = static_cast<engine::MechanismId>(i);
        if (id != added) register_ion_names(registry, context_, id);
    }
    const auto mark = registry.mark();
    add_names(model.mechanism(added));
    const std::vector<std::string> names = registry.names_since(mark);
    if (replaced) warn_of_lost_names(description, names_of_mechanism_[description.name], names);
    names_of_mechanism_[description.name] = names;
    registry.make_replaceable({});
    if (replaced) context_.cables.refresh_ranges();
}

void MechanismCatalog::add_names(engine::MechanismType& type) {
    if (type.is_nothing() || type.is_density()) {
        register_functions(context_.registry, context_, frames_, type);
    } else {
        context_.registry.add(class_of(type));
    }
    register_globals(context_.registry, type);
    if (type.description() && type.description()->function_table_count > 0) {
        context_.objects.at_end([&type] { type.release_sources_of_tables(); });
    }
}

ClassDefinition MechanismCatalog::class_of(const engine::MechanismType& type) const {
    ClassDefinition definition = point_process_class(context_, frames_, type);
    for (const Completion& complete : completions_) complete(definition, type);
    return definition;
}

void MechanismCatalog::offer(const rv_mechanism& description) {
    offered_.emplace(description.name, &description);
}

void MechanismCatalog::answer_for_offered() {
    add_late_names([this](std::string_view name) { return add_offered(name); });
}

void MechanismCatalog::add_late_names(const std::function<bool(std::string_view name)>& make) {
    context_.cables.add_late_names(make);
    context_.registry.add_late_names(make);
}

bool MechanismCatalog::add_offered(std::string_view name) {
    const auto found = offered_.find(name);
    if (found == offered_.end()) return false;
    const rv_mechanism& description = *found->second;
    offered_.erase(found);
    if (context_.model.find_mechanism(name)) return false;
    add(description);
    return true;
}

}  // namespace ranvier::hoc
