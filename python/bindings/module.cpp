#include "python/bindings/parts.hpp"

// The module _ranvier, on which ranvier/*.py is built. Not for users.

namespace {

PyModuleDef definition{PyModuleDef_HEAD_INIT,
                       "_ranvier",
                       "Internals of Ranvier; use the packages ranvier and neuron.",
                       -1,
                       nullptr,
                       nullptr,
                       nullptr,
                       nullptr,
                       nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__ranvier() {
    using namespace ranvier::bindings;
    return guarded([] {
        Held module = made(PyModule_Create(&definition));
        bind_hoc_object(module.get());
        bind_object(module.get());
        bind_section(module.get());
        bind_segment(module.get());
        bind_session(module.get());
        bind_scripts(module.get());
        bind_sections(module.get());
        bind_vectors(module.get());
        bind_containers(module.get());
        bind_documentation(module.get());
        return module;
    });
}
