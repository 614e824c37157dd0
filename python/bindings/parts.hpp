#pragma once

#include "python/bindings/python.hpp"

namespace ranvier::bindings {

// Each function adds the functions or types of one subject to the module.
void bind_hoc_object(PyObject* module);
void bind_object(PyObject* module);
void bind_section(PyObject* module);
void bind_segment(PyObject* module);
void bind_session(PyObject* module);
void bind_scripts(PyObject* module);
void bind_sections(PyObject* module);
void bind_vectors(PyObject* module);
void bind_containers(PyObject* module);
void bind_documentation(PyObject* module);

}  // namespace ranvier::bindings
