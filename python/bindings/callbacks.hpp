#pragma once

#include <string>

#include "hoc_like/library/session/session.hpp"
#include "python/bindings/python.hpp"

namespace ranvier::bindings {

/// Whether `value` can replace a hoc statement: a callable, or a tuple or list of a callable and arguments.
bool is_callback(PyObject* value);

/// A hoc statement that calls `callable`, which is kept as long as an object that runs the statement later, or, if none
/// does, until the session ends.
std::string statement_for(PyObject* value);

/// Registers the hoc function that these statements call, and allows hoc objects as arguments of Python functions.
void register_callbacks(hoc::Session& session);

}  // namespace ranvier::bindings
