#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/run/exchange_clock.hpp"
#include "engine/run/number_locale.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/state/origin.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/network/board/bulletin_board.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/program/configure.hpp"
#include "hoc_like/program/rank_handshake.hpp"
#include "python/bindings/callbacks.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

/// The depth of calls from Python into C++; a Python exception can propagate to them.
int depth = 0;

/// Writes to Python's stdout, which keeps the output of both in order and captures it together.
void print(std::string_view text) {
    PyObject* out = PySys_GetObject("stdout");
    if (!out || out == Py_None) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return;
    }
    const Held stream = Held::share(out);
    made(PyObject_CallMethod(stream.get(), "write", "O", to_python(std::string{text}).get()));
}

/// Where the script is: in Python, in hoc, or in hoc called from Python.
std::string running_line() {
    const State& all = state();
    std::string text;
    if (all.place.get() && !all.has_ended) {
        const Held line = Held::take(PyObject_CallFunctionObjArgs(all.place.get(), nullptr));
        if (line.get()) text = to_text(line.get());
        PyErr_Clear();
    }
    const std::string in_hoc = all.session->context().interpreter.running_line();
    if (!text.empty() && !in_hoc.empty()) text += ", ";
    return text + in_hoc;
}

/// set_classes(words): what the module needs of the package, by name.
PyObject* set_classes(PyObject*, PyObject* words) {
    return guarded([&] {
        State& all = state();
        const auto take = [&](const char* name) {
            PyObject* const found = PyDict_GetItemString(words, name);
            if (!found) raise(PyExc_KeyError, name);
            return Held::share(found);
        };
        all.top_level = take("top_level");
        all.type_of_class = take("type_of_class");
        all.range_array = take("range_array");
        all.member_of = take("member_of");
        all.set_member = take("set_member");
        all.document = take("document");
        all.missing_attribute = take("missing_attribute");
        all.refuse_deletion = take("refuse_deletion");
        return Held::share(Py_None);
    });
}

void adopt(hoc::Session& adopted, hoc::Bridge& bridge) {
    State& all = state();
    all.session = &adopted;
    all.bridge = &bridge;
    register_callbacks(adopted);
    adopted.set_place(running_line);
}

/// Meets the other ranks. hoc objects that Python still holds are freed only by the end of the process.
void end_ranks(int status) {
    const OwnSession& own = *state().own;
    try {
        hoc::drive(own.session->parallel().board.board().end(status));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
}

/// Completes files, or leaves logs of a process that has failed, before MPI ends.
void end_files(OwnSession& own, bool has_succeeded) {
    const engine::NumberLocale numbers(engine::NumberLocale::Of::c);
    try {
        if (own.files && has_succeeded) own.files->finish();
        if (own.files && !has_succeeded) own.files->leave_logs();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        if (has_succeeded) own.transport->abort(error.what());
    }
    own.files.reset();
}

/// A complete run needs no checkpoint any more.
void finish_checkpoints(program::CheckpointRun& checkpoints) {
    try {
        checkpoints.finish_alone();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
}

/// exit() was called, after Python's end. Only here is the status of a SystemExit known.
void end_process(int status, void*) {
    OwnSession* own = state().own.get();
    if (!own) return;
    std::fflush(stdout);
    if (own->transport->has_failed()) std::_Exit(status == 0 ? 1 : status);
    const bool all_ended = own->checkpoints && own->checkpoints->has_ended();  // by a signal, on all ranks together
    if (own->transport->owns_mpi()) end_ranks(all_ended ? 0 : status);
    end_files(*own, status == 0 || all_ended);
    if (status == 0 && own->checkpoints && !all_ended) finish_checkpoints(*own->checkpoints);
    if (own->checkpoints) own->checkpoints->unlock();
    own->signals.reset();
    own->transport.reset();  // MPI ends
    (void)state().own.release();
}

/// Whether the script handles or ignores a signal (signal.signal).
bool has_python_handler(int number) {
    const Held module = made(PyImport_ImportModule("signal"));
    const Held handler = made(PyObject_CallMethod(module.get(), "getsignal", "i", number));
    const Held usual = made(PyObject_GetAttrString(module.get(), "SIG_DFL"));
    return handler.get() != usual.get();
}

/// The path of the script that python3 runs; empty at its prompt.
std::string main_script() {
    const Held module = made(PyImport_ImportModule("__main__"));
    if (PyObject_HasAttrString(module.get(), "__file__") == 0) return {};
    const Held file = made(PyObject_GetAttrString(module.get(), "__file__"));
    const char* path = PyUnicode_Check(file.get()) ? PyUnicode_AsUTF8AndSize(file.get(), nullptr) : nullptr;
    PyErr_Clear();
    std::error_code none;
    return path && std::filesystem::is_regular_file(path, none) ? path : std::string();
}

/// Files are read now, because users may edit them later.
void note_main_script(program::ModelSources& sources) {
    const std::string path = main_script();
    if (!path.empty()) sources.note_script(path, hoc::Interpreter::text_of_file(path));
}

/// The ranks compare what they were started with.
void shake_hands(OwnSession& own) {
    if (own.transport->size() == 1) return;
    const std::string script = main_script();
    if (!script.empty()) {
        own.session->context().simulation.meetings().note_scripts(
            engine::hash_of_text(hoc::Interpreter::text_of_file(script)));
    }
    try {
        hoc::drive(program::RankFacts("Python", own.options, *own.loader).compare(*own.transport));
    } catch (const std::runtime_error& error) {
        own.transport->abort(error.what());
    }
}

void open_checkpoints(OwnSession& own, const hoc::CheckpointRequest& request) {
    own.checkpoints->open(request);
    if (own.signals) return;
    std::vector<int> signals;
    for (const int number : {SIGTERM, SIGHUP, SIGUSR1}) {
        if (!has_python_handler(number)) signals.push_back(number);
    }
    own.signals = std::make_unique<program::SignalHandlers>(own.session->context().simulation.hooks().interruptions(),
                                                            own.transport->rank(), signals);
}

void start(program::RunOptions options, exchange::Parallel parallel) {
    auto own = std::make_unique<OwnSession>();
    own->options = std::move(options);
    own->transport = exchange::make_transport(parallel);
    own->session = std::make_unique<hoc::Session>(*own->transport, own->options.exchange, print);
    program::configure(*own->session, own->options);
    own->session->context().simulation.hooks().set_progress(
        [](double) { check(PyErr_CheckSignals()); });  // Ctrl-C ends a run
    own->sources = std::make_unique<program::ModelSources>(*own->session);
    note_main_script(*own->sources);
    own->checkpoints = std::make_unique<program::CheckpointRun>(*own->session, own->options, *own->sources, true);
    own->files = std::make_unique<OutputFiles>(
        *own->session, own->options, *own->sources, *own->checkpoints,
        [all = own.get()](const hoc::CheckpointRequest& request) { open_checkpoints(*all, request); });
    own->loader = std::make_unique<program::MechanismLoader>(*own->session, own->options);
    own->loader->load_all();
    shake_hands(*own);
    program::register_load_dll(*own->session, *own->loader);
    if (!own->options.force) {
        own->memory_plan = std::make_unique<program::MemoryPlan>(*own->session, program::MemoryPlan::Use::refuse, 0,
                                                                 "RANVIER_FORCE=1 in the environment");
    }
    own->bridge = std::make_unique<hoc::Bridge>(own->session->context().interpreter);
    adopt(*own->session, *own->bridge);
    state().own = std::move(own);
    on_exit(end_process, nullptr);
}

/// sys.argv[0], which is the script.
std::vector<std::string> program_name() {
    PyObject* const arguments = PySys_GetObject("argv");  // borrowed
    PyObject* const first = arguments && PyList_Check(arguments) ? PyList_GetItem(arguments, 0) : nullptr;
    const char* const text = first && PyUnicode_Check(first) ? PyUnicode_AsUTF8AndSize(first, nullptr) : nullptr;
    PyErr_Clear();
    return text ? std::vector<std::string>{text} : std::vector<std::string>{};
}

/// start(math, threads, compat, mpi)
PyObject* start_session(PyObject*, PyObject* args) {
    return guarded([&] {
        const char *math = nullptr, *compat = nullptr;
        int threads = 1;
        PyObject* mpi = nullptr;
        if (!PyArg_ParseTuple(args, "sisO", &math, &threads, &compat, &mpi)) throw Raised{};
        if (state().session) throw std::runtime_error("the session has already been started");
        program::RunOptions options;
        options.vector_math = std::string_view{math} == "vector";
        options.compat = compat;
        options.quiet = true;
        options.python_arguments = program_name();
        const char* const force = std::getenv("RANVIER_FORCE");
        options.force = force && std::string_view(force) == "1";
        const auto parallel = mpi == Py_True   ? exchange::Parallel::mpi
                              : mpi == Py_None ? exchange::Parallel::none
                                               : exchange::Parallel::automatic;
        start(std::move(options), parallel);
        state().session->context().simulation.threads().set_wanted(threads);
        return Held::share(Py_None);
    });
}

/// limit_frames(n): the most calls of hoc functions within one another.
PyObject* limit_frames(PyObject*, PyObject* number) {
    return guarded([&] {
        session().context().interpreter.set_frame_limit(static_cast<int>(to_number(number)));
        return Held::share(Py_None);
    });
}

PyObject* is_started(PyObject*, PyObject*) {
    return PyBool_FromLong(state().session != nullptr);
}

/// end(): Python is shutting down, with a status that it does not tell. If MPI is not ours, mpi4py finalizes it before
/// exit() is called.
PyObject* end_session(PyObject*, PyObject*) {
    State& all = state();
    std::fflush(stdout);
    all.has_ended = true;
    if (all.own && !all.own->transport->owns_mpi()) {
        all.own->transport->leave_exit_to_others();
        end_ranks(-1);
        if (*exchange::mpi_vendor() != 0) end_files(*all.own, true);  // else end_process knows the status
        if (!all.own->transport->has_failed()) all.own->transport->finish();
    }
    Py_RETURN_NONE;
}

/// abort(message): ends all ranks with exit status 1.
PyObject* abort_ranks(PyObject*, PyObject* args) {
    return guarded([&]() -> Held {
        const char* message = nullptr;
        if (!PyArg_ParseTuple(args, "s", &message)) throw Raised{};
        exchange::Transport& transport = session().context().transport;
        transport.abort("rank " + std::to_string(transport.rank()) + ": " + message);
        return {};  // not reached
    });
}

/// Whether this module has made the session; the program may have.
PyObject* owns_session(PyObject*, PyObject*) {
    return PyBool_FromLong(state().own != nullptr);
}

/// end_rank(status): as at the end of the process, which must follow, after mpi4py has finalized MPI if it is mpi4py's.
PyObject* end_rank(PyObject*, PyObject* args) {
    int status = 0;
    if (!PyArg_ParseTuple(args, "i", &status)) return nullptr;
    State& all = state();
    all.has_ended = true;
    if (!all.own->transport->owns_mpi()) end_ranks(status);
    end_process(status, nullptr);
    Py_RETURN_NONE;
}

/// end_all(message, status): ends all ranks from a thread that may not call MPI.
PyObject* end_all(PyObject*, PyObject* args) {
    const char* message = nullptr;
    int status = 0;
    if (!PyArg_ParseTuple(args, "si", &message, &status)) return nullptr;
    std::fflush(stdout);
    std::fprintf(stderr, "rank %d: %s\n", exchange::launched_rank(), message);
    std::fflush(stderr);
    exchange::ask_launcher_to_end_all(status);
    std::_Exit(status);
}

PyObject* launched_rank(PyObject*, PyObject*) {
    return PyLong_FromLong(exchange::launched_rank());
}

PyObject* number_of_ranks(PyObject*, PyObject*) {
    return PyLong_FromLong(state().session ? state().session->context().transport.size() : 1);
}

PyObject* launched_ranks(PyObject*, PyObject*) {
    return PyLong_FromLong(exchange::launched_ranks());
}

/// The name by which mpi4py knows our MPI library; empty without MPI.
PyObject* mpi_vendor(PyObject*, PyObject*) {
    return PyUnicode_FromString(exchange::mpi_vendor());
}

/// set_place(function): the function returns the running line of Python as text.
PyObject* set_place(PyObject*, PyObject* function) {
    state().place = Held::share(function);
    Py_RETURN_NONE;
}

PyMethodDef session_functions[] = {{"start", start_session, METH_VARARGS, nullptr},
                                   {"limit_frames", limit_frames, METH_O, nullptr},
                                   {"is_started", is_started, METH_NOARGS, nullptr},
                                   {"end", end_session, METH_NOARGS, nullptr},
                                   {"abort", abort_ranks, METH_VARARGS, nullptr},
                                   {"number_of_ranks", number_of_ranks, METH_NOARGS, nullptr},
                                   {"owns_session", owns_session, METH_NOARGS, nullptr},
                                   {"end_rank", end_rank, METH_VARARGS, nullptr},
                                   {"end_all", end_all, METH_VARARGS, nullptr},
                                   {"launched_rank", launched_rank, METH_NOARGS, nullptr},
                                   {"launched_ranks", launched_ranks, METH_NOARGS, nullptr},
                                   {"mpi_vendor", mpi_vendor, METH_NOARGS, nullptr},
                                   {"set_place", set_place, METH_O, nullptr},
                                   {"set_classes", set_classes, METH_O, nullptr},
                                   {}};

}  // namespace

Entry::Entry() : before_(uselocale(engine::NumberLocale::with_point())) {
    ++depth;
}
Entry::~Entry() {
    --depth;
    uselocale(before_);
}
bool is_inside_python() {
    return depth > 0;
}

hoc::Session& session() {
    State& all = state();
    if (all.has_ended) throw std::runtime_error("hoc can no longer be used: Python is shutting down");
    if (!all.session) {
        program::RunOptions options;
        options.vector_math = false;
        options.quiet = true;
        start(std::move(options), exchange::Parallel::automatic);
    }
    return *all.session;
}

hoc::Bridge& bridge() {
    session();
    return *state().bridge;
}

namespace {

/// Ends the process as h.quit() does: no `except` or `finally` is run, but functions of atexit are, which may use hoc. Comes
/// back if one of them has called h.quit().
void quit_process(int status) {
    static bool is_quitting = false;
    if (std::exchange(is_quitting, true)) return;
    const Held module = Held::take(PyImport_ImportModule("ranvier.session"));
    const Held done = Held::take(module ? PyObject_CallMethod(module.get(), "run_exit_functions", nullptr) : nullptr);
    if (!done) PyErr_Print();
    Py_Exit(status);
}

}  // namespace

void raise_current() {
    try {
        throw;
    } catch (const Raised&) {
    } catch (const hoc::Interruption&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const hoc::Quit& quit) {
        if (quit.is_called && state().own) quit_process(quit.status);  // within the program, it ends the session
        const Held status = Held::take(PyLong_FromLong(quit.status));
        PyErr_SetObject(PyExc_SystemExit, status.get());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, error.what());
    }
}

void bind_session(PyObject* module) {
    check(PyModule_AddFunctions(module, session_functions));
}

}  // namespace ranvier::bindings

/// For the program, which has a session when it imports the module.
extern "C" void ranvier_adopt_session(ranvier::hoc::Session& session, ranvier::hoc::Bridge& bridge) {
    ranvier::bindings::adopt(session, bridge);
}
