#include "hoc_like/library/session/library.hpp"

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_type_class.hpp"
#include "hoc_like/library/cable/stimuli/net_stim.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/data.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/hoc/library_text.hpp"
#include "hoc_like/library/run/ap_count.hpp"
#include "hoc_like/library/run/random_play.hpp"
#include "hoc_like/library/run/vector_record.hpp"
#include "hoc_like/library/verbatim/api.hpp"
#include "library_parts.hpp"

namespace ranvier::hoc {

namespace {

void keep_verbatim() {
    keep_verbatim_arguments();
    keep_verbatim_scripts();
    keep_verbatim_vectors();
    keep_verbatim_randoms();
    keep_verbatim_formulas();
    keep_verbatim_sections();
    keep_verbatim_points();
}

/// The classes of data, some of whose methods need a simulation.
void register_completed_data(Registry& registry, const LibraryParts& parts) {
    const DataContext data{parts.random};
    register_data_classes(registry, data);
    ClassDefinition vector = vector_class();
    append_methods(vector.methods, vector_plot_methods());
    append_methods(vector.methods, vector_record_methods(parts.run));
    registry.add(std::move(vector));
    ClassDefinition random = random_class(data.random);
    random.methods.push_back(random_play_method(parts.context));
    registry.add(std::move(random));
    ClassDefinition strings = string_functions_class();
    append_methods(strings.methods, point_process_facts(parts.context));
    registry.add(std::move(strings));
}

/// What classes of mechanisms have beyond their variables and functions.
void complete_mechanism_classes(const MechanismParts& parts) {
    const Context& context = parts.context;
    parts.catalog.complete_classes([&context](ClassDefinition& definition, const engine::MechanismType& type) {
        if (auto record = ap_count_record(context, type)) definition.methods.push_back(std::move(*record));
    });
    parts.catalog.complete_classes([&parts](ClassDefinition& definition, const engine::MechanismType& type) {
        complete_net_stim(definition, parts.context, parts.random, type);
    });
}

}  // namespace

void register_library(Registry& registry, const LibraryParts& parts) {
    keep_verbatim();
    register_completed_data(registry, parts);
    register_headless(registry, parts.headless);
    complete_mechanism_classes(parts.mechanisms);
    register_library_parts(registry, parts);
}

void install_library_scripts(Interpreter& interpreter) {
    interpreter.set_library(hoc_library_text, hoc_library_names());
}

}  // namespace ranvier::hoc
