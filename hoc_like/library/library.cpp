#include "hoc_like/library/library.hpp"

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanism_type_class.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/data.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/hoc/library_text.hpp"
#include "hoc_like/library/run/random_play.hpp"
#include "hoc_like/library/run/vector_record.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/library/verbatim/api.hpp"
#include "library_parts.hpp"

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
    register_library_parts(registry, session);
}

void install_library_scripts(Interpreter& interpreter) {
    interpreter.set_library(hoc_library_text, hoc_library_names());
}

}  // namespace ranvier::hoc
