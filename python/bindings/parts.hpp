#pragma once

#include "python/bindings/python.hpp"

namespace ranvier::bindings {

// Each function adds the functions or types of one subject to the module.
void bind_types(PyObject* module);
void bind_session(PyObject* module);
void bind_scripts(PyObject* module);
void bind_sections(PyObject* module);
void bind_vectors(PyObject* module);

}  // namespace ranvier::bindings
