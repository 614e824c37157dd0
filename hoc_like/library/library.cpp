#include "hoc_like/library/library.hpp"

#include "hoc_like/language/interpreter.hpp"
#include "hoc_like/library/cable/coupled_functions.hpp"
#include "hoc_like/library/cable/ion_functions.hpp"
#include "hoc_like/library/cable/mechanism_classes.hpp"
#include "hoc_like/library/cable/nmodl_random.hpp"
#include "hoc_like/library/cable/old_stimuli.hpp"
#include "hoc_like/library/cable/range_var_plot.hpp"
#include "hoc_like/library/cable/section_functions.hpp"
#include "hoc_like/library/cable/section_list.hpp"
#include "hoc_like/library/cable/section_ref.hpp"
#include "hoc_like/library/cable/template_mechanism.hpp"
#include "hoc_like/library/channel/channel_classes.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/data.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/headless/pointer_vector.hpp"
#include "hoc_like/library/hoc/library_text.hpp"
#include "hoc_like/library/network/netcon.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/pattern_stim.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "hoc_like/library/run/batch.hpp"
#include "hoc_like/library/run/bb_save_state.hpp"
#include "hoc_like/library/run/impedance.hpp"
#include "hoc_like/library/run/run_functions.hpp"
#include "hoc_like/library/run/save_state.hpp"
#include "hoc_like/library/run/vector_record.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/library/verbatim/api.hpp"

namespace ranvier::hoc {

void register_library(Registry& registry, Session& session) {
    const DataContext data{session.random()};
    register_data_classes(registry, data);
    session.set_verbatim(std::make_unique<VerbatimContext>(session, data.random));
    keep_verbatim_arguments();
    keep_verbatim_scripts();
    keep_verbatim_vectors();
    keep_verbatim_randoms();
    keep_verbatim_formulas();
    keep_verbatim_sections();
    keep_verbatim_points();
    ClassDefinition vector = vector_class();
    for (MethodDefinition& method : vector_record_methods(session)) vector.methods.push_back(std::move(method));
    registry.add(std::move(vector));
    ClassDefinition random = random_class(data.random);
    random.methods.push_back(random_play_method(session));
    registry.add(std::move(random));
    ClassDefinition strings = string_functions_class();
    append_methods(strings.methods, point_process_facts(session));
    registry.add(std::move(strings));
    register_headless(registry, session.headless());
    registry.add(pointer_vector_class());
    register_section_functions(registry, session);
    register_section_list(registry, session);
    register_section_ref(registry, session);
    register_ion_functions(registry, session);
    register_mechanism_type(registry, session);
    register_mechanism_standard(registry, session);
    register_coupled_functions(registry, session);
    register_channels(registry, session);
    register_template_mechanisms(registry, session);
    register_range_var_plot(registry, session);
    register_nmodl_random(registry, session);
    register_python(registry);
    register_old_stimuli(registry, session);
    register_netcon(registry, session);
    register_parallel_context(registry, session);
    register_pattern_stim(registry, session);
    register_run_functions(registry, session);
    register_batch(registry, session);
    register_impedance(registry, session);
    register_initialize_handler(registry, session);
    register_cvode(registry, session);
    register_save_state(registry, session);
    register_bb_save_state(registry, session);
    register_state_transition_event(registry, session);
}

void install_library_scripts(Interpreter& interpreter) {
    interpreter.set_library(hoc_library_text, hoc_library_names());
}

}  // namespace ranvier::hoc
