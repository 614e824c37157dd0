#include <dlfcn.h>

#include <stdexcept>

#include "mechanisms/nmodl/driver/bind_names.hpp"
#include "mechanisms/nmodl/driver/driver.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::nmodl {

std::span<const rv_mechanism* const> load_library(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(std::string("cannot load mechanisms: ") + dlerror());
    bind_names(library);
    const auto list = reinterpret_cast<rv_mechanisms_function>(dlsym(library, "rv_mechanisms"));
    if (!list) throw std::runtime_error(path + " is not a library of mechanisms: it does not export rv_mechanisms");
    int32_t count = 0;
    const auto* mechanisms = list(&count);
    for (int32_t k = 0; k < count; ++k) {
        if (mechanisms[k]->abi_version == RV_ABI_VERSION) continue;
        throw std::runtime_error(path + " was made for version " + std::to_string(mechanisms[k]->abi_version) +
                                 " of the mechanism interface, but this program has version " +
                                 std::to_string(RV_ABI_VERSION) + "; compile the .mod files again");
    }
    return {mechanisms, static_cast<std::size_t>(count)};
}

}  // namespace ranvier::nmodl
