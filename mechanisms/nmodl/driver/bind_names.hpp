#pragma once

#include <string>

namespace ranvier::nmodl {

/// C code in mechanisms calls functions of this program by name. If the program is a shared object itself (a Python
/// module), it must not show these names to the whole process: another program in it, such as NEURON, has the same ones.
/// So a library of mechanisms leaves its undefined names open, and gets their addresses after it is opened.

/// Lets the dynamic linker open a shared object in which names are undefined. Does nothing if the file is not a 64-bit ELF
/// file.
void allow_undefined_names(const std::string& shared_object);

/// Binds the undefined names of a library that dlopen has returned to the shared object that contains this function, and to
/// the libraries that it uses. Does nothing if this program is an executable, whose names every library finds. Throws
/// std::runtime_error if the memory of the library cannot be written.
void bind_names(void* library);

}  // namespace ranvier::nmodl
