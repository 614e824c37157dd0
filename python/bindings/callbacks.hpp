#pragma once

#include <string>

#include "hoc_like/library/session.hpp"
#include "python/bindings/python.hpp"

namespace ranvier::bindings {

/// Can `value` stand where hoc takes a statement: something that can be called, or a tuple or list of it and arguments.
bool is_callback(PyObject* value);

/// A statement of hoc that calls it; it is kept as long as the session.
std::string statement_for(PyObject* value);

/// Gives hoc the function that such statements call, and lets objects of hoc be arguments of Python's functions.
void register_callbacks(hoc::Session& session);

}  // namespace ranvier::bindings
