#include "engine/hdf5/hdf5_calls.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "exchange/own_objects.hpp"

namespace ranvier::hdf5 {

namespace {

const Hdf5Calls& open_calls() {
    const std::string file = exchange::own_object("ranvier_hdf5.so");
    if (file.empty()) {
        throw Hdf5Error(
            "cannot use HDF5: the file lib/ranvier/ranvier_hdf5.so of this installation is missing; install again");
    }
    void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!object) throw Hdf5Error(fmt::format("cannot use HDF5: {}", dlerror()));
    const auto calls = reinterpret_cast<const Hdf5Calls* (*)()>(dlsym(object, "ranvier_hdf5"));
    if (!calls) throw Hdf5Error(fmt::format("cannot use HDF5: {} is of another version of Ranvier", file));
    return *calls();
}

}  // namespace

const Hdf5Calls& h5() {
    static const Hdf5Calls& calls = open_calls();
    return calls;
}

}  // namespace ranvier::hdf5
