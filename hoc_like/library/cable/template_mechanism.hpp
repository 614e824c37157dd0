#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// make_mechanism and make_pointprocess, which turn templates of scripts into mechanisms (doc: "make_mechanism").
///
/// 1. A density mechanism has one object per segment. Its range variables are the object's public numbers, which are
///    stored in the mechanism's columns, and in the object while one of its procedures runs.
/// 2. A point process is an object created by a script; it gains the methods of point processes.
/// 3. The template's `initial` and `after_step` run when INITIAL and SOLVE would run, with the position as argument and
///    the section accessed.
void register_template_mechanism(Registry& registry, Session& session);

}  // namespace ranvier::hoc
