#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/memory_plan.hpp"
#include "hoc_like/program/run_options.hpp"
#include "hoc_like/program/signals.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/members.hpp"
#include "python/bindings/output_files.hpp"
#include "python/bindings/python.hpp"
#include "python/bindings/range_names.hpp"

namespace ranvier::bindings {

/// A session started by Python, with its dependencies.
struct OwnSession {
    program::RunOptions options;
    std::unique_ptr<exchange::Transport> transport;
    std::unique_ptr<hoc::Session> session;
    std::unique_ptr<program::MemoryPlan> memory_plan;  ///< null: connections are made even if they may not fit
    std::unique_ptr<hoc::Bridge> bridge;
    std::unique_ptr<program::MechanismLoader> loader;
    std::unique_ptr<program::ModelSources> sources;
    std::unique_ptr<program::CheckpointRun> checkpoints;  ///< those of pc.checkpoint
    std::unique_ptr<OutputFiles> files;                   ///< those of pc.raster, pc.report
    std::unique_ptr<program::SignalHandlers> signals;     ///< as long as there are checkpoints
};

/// All state of the module. There is one per process, like the module.
struct State {
    hoc::Session* session = nullptr;  ///< null until the session is started
    hoc::Bridge* bridge = nullptr;    ///< the session's bridge
    std::unique_ptr<OwnSession> own;  ///< empty inside the program, which has a session already
    bool has_ended = false;           ///< Python is shutting down: hoc objects that it releases are not freed

    PyTypeObject* hoc_object_type = nullptr;  ///< HocObject
    PyTypeObject* object_type = nullptr;      ///< the base of the types of objects of hoc's classes
    PyTypeObject* section_type = nullptr;
    PyTypeObject* segment_type = nullptr;
    PyTypeObject* mechanism_type = nullptr;
    OwnNames section_names, segment_names, mechanism_names;
    Held top_level;      ///< has the members of h that Python defines
    Held place;          ///< Python function that returns the running line of Python
    Held type_of_class;  ///< Python function that maps the name of a hoc class to its type
    Held range_array;    ///< the class of arrays among range variables
    Held member_of;      ///< Python function that finds a member of hoc that is more than a number or function
    Held set_member;
    Held document;           ///< Python function that describes a function or Class.method of hoc
    Held missing_attribute;  ///< the class of errors for attributes that are missing
    Held refuse_deletion;    ///< Python function that raises the error for `del` of a member of hoc

    RangeNames ranges;
    ObjectTypes object_types;
    NameTable<TopMeaning> top_names;

    /// Python functions that hoc calls by number, each as long as a statement that calls it is kept.
    struct Callback {
        Held function;
        std::weak_ptr<const std::function<void()>> keeper;
    };
    std::vector<Callback> callbacks;
};

inline State& state() {
    static constinit State* all = nullptr;  // never destroyed: Python may be finalized earlier
    if (!all) [[unlikely]]
        all = new State;  // only one thread at a time runs Python: no guard, which each access would look at
    return *all;
}

/// The session. Starts one with NEURON's arithmetic if there is none.
hoc::Session& session();
hoc::Bridge& bridge();

}  // namespace ranvier::bindings
