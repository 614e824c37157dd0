#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"
#include "python/bindings/python.hpp"

namespace ranvier::bindings {

/// A session started by Python, with its dependencies.
struct OwnSession {
    program::RunOptions options;
    std::unique_ptr<exchange::Transport> transport;
    std::unique_ptr<hoc::Session> session;
    std::unique_ptr<hoc::Bridge> bridge;
    std::unique_ptr<program::MechanismLoader> loader;
};

/// All state of the module. There is one per process, like the module.
struct State {
    hoc::Session* session = nullptr;  ///< null until it is started
    hoc::Bridge* bridge = nullptr;    ///< of the session
    std::unique_ptr<OwnSession> own;  ///< empty inside the program, which has a session already
    bool has_ended = false;           ///< Python is shutting down: objects that it releases are left alone

    PyTypeObject* object_type = nullptr;
    PyTypeObject* section_type = nullptr;
    PyTypeObject* segment_type = nullptr;
    PyTypeObject* reference_type = nullptr;
    Held type_of_class;   ///< function of Python: the type for a class of hoc, by its name
    Held python_section;  ///< what is made for a section: a subclass of section_type
    Held python_segment;

    /// The Python objects of sections; each removes itself when it is deleted.
    std::unordered_map<hoc::SectionObject*, PyObject*> sections;
    /// Functions that hoc calls by number.
    std::vector<Held> callbacks;
};

State& state();

/// The session; starts one if there is none, with NEURON's arithmetic.
hoc::Session& session();
hoc::Bridge& bridge();

}  // namespace ranvier::bindings
