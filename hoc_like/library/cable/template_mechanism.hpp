#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// make_mechanism and make_pointprocess: templates of scripts as mechanisms (doc: "make_mechanism").
///
/// 1. A density mechanism has an object in each segment. Its range variables are the object's public numbers; they are
///    stored in the mechanism's columns, and in the object while one of its procedures runs.
/// 2. A point process is an object made by a script, with the methods of point processes.
/// 3. `initial` and `after_step` of the template run as INITIAL and SOLVE do, with the position as argument and the
///    section accessed.
void register_template_mechanism(Registry& registry, Session& session);

}  // namespace ranvier::hoc
