#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A name that a shared object uses and does not define.
struct UndefinedName {
    std::string name;
    unsigned char binding, type;  ///< STB_... and STT_... of elf.h
    std::size_t place_of_info;    ///< in the file: the byte with both
};

/// The undefined names of a 64-bit ELF file; none for other files.
std::vector<UndefinedName> undefined_names(const std::string& shared_object);

}  // namespace ranvier::nmodl
