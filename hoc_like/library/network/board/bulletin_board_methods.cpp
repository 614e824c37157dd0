// ParallelContext: the bulletin board.

#include <optional>

#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/board/bulletin_board.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

/// Keys are numbers or strings; a number and its text are the same key.
std::string key(Call& call) {
    if (call.is_string(0)) return call.string(0);
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", call.number(0));
    return text;
}

Result post(Call& call, const ParallelParts& parts) {
    BulletinBoardJobs& jobs = parts.board;
    exchange::Message message = std::exchange(jobs.outgoing, {});
    BulletinBoardJobs::pack(call, 1, message);
    drive(jobs.board().post(key(call), std::move(message)));
    return 1.;
}

/// look and look_take: unpack and return 1 if there is a message, else 0.
Result look(Call& call, const ParallelParts& parts, std::optional<exchange::Message> found) {
    if (!found) return 0.;
    parts.board.incoming = std::move(*found);
    parts.board.unpack(call, 1);
    return 1.;
}

Result unpack_vector(Call& call, const ParallelParts& parts) {
    auto values = parts.board.incoming.unpack_vector();
    if (call.size() == 0) return make_vector(parts.context.interpreter, std::move(values));
    call.native<VectorObject>(0).assign(values);
    return call.object(0);
}

}  // namespace

std::vector<MethodDefinition> bulletin_board_methods(const ParallelParts& parts) {
    return {
        {"post", "post(key[, values])",
         "Posts a message under a key: the packed values, followed by the values given here.",
         [&parts](Call& call) -> Result { return post(call, parts); }},
        {"take", "take(key[, &number | strdef | vector, ...])",
         "Waits for a message with this key, removes it and unpacks it.",
         [&parts](Call& call) -> Result {
             parts.board.incoming = drive(parts.board.board().take(key(call)));
             parts.board.unpack(call, 1);
             return 1.;
         }},
        {"look", "look(key[, &number | strdef | vector, ...])",
         "If there is a message with this key, unpacks it and returns 1, else returns 0; the message stays on the "
         "board.",
         [&parts](Call& call) -> Result { return look(call, parts, drive(parts.board.board().look(key(call)))); }},
        {"look_take", "look_take(key[, &number | strdef | vector, ...])",
         "If there is a message with this key, removes it, unpacks it and returns 1, else returns 0.",
         [&parts](Call& call) -> Result { return look(call, parts, drive(parts.board.board().look_take(key(call)))); }},
        {"pack", "pack(values)", "Adds numbers, strings and Vectors to the message that the next post sends.",
         [&parts](Call& call) -> Result {
             BulletinBoardJobs::pack(call, 0, parts.board.outgoing);
             return 0.;
         }},
        {"unpack", "unpack(&number | strdef | vector, ...)", "Unpacks the next items of the message.",
         [&parts](Call& call) -> Result {
             parts.board.unpack(call, 0);
             return 0.;
         }},
        {"upkscalar", "upkscalar()", "Unpacks the next number of the message.",
         [&parts](Call&) -> Result { return parts.board.incoming.unpack_number(); }},
        {"upkstr", "upkstr(strdef)", "Unpacks the next string of the message.",
         [&parts](Call& call) -> Result {
             std::string text = parts.board.incoming.unpack_text();
             call.set_string(0, text);
             return text;
         }},
        {"upkvec", "upkvec([vector])", "Unpacks the next Vector of the message.",
         [&parts](Call& call) -> Result { return unpack_vector(call, parts); }},
        {"upkpyobj", "upkpyobj()", "Unpacks the next Python object of the message.",
         [&parts](Call&) -> Result {
             return make_python_object(parts.context.interpreter,
                                       python::unpickled(parts.board.incoming.unpack_text()));
         }},
        {"submit", "submit([userid,] \"statement\") or submit([userid,] [object,] \"function\", arguments)",
         "Submits a job for an idle rank; returns the id of the job. A Python function may be given in place of the "
         "function's name. This function and all Python objects among the arguments are pickled.",
         [&parts](Call& call) -> Result { return parts.board.submit(call); }},
        {"working", "working()", "Waits for a submitted job to finish; returns its id, or 0 if no job is left.",
         [&parts](Call&) -> Result { return parts.board.working(); }},
        {"master_works_on_jobs", "master_works_on_jobs(flag)",
         "Sets whether rank 0 runs jobs itself while it waits in working(). By default, it does; if there is only one "
         "rank, it always does. Returns 0.",
         [&parts](Call& call) -> Result {
             parts.board.board().let_master_work(call.integer(0, 0, 1) != 0);
             return 0.;
         }},
        {"retval", "retval()", "The result of the job that working() returned last.",
         [&parts](Call&) -> Result { return parts.board.return_value(); }},
        {"pyret", "pyret()", "The return value of the Python function in the job that working() returned last.",
         [&parts](Call& call) -> Result {
             const python::Handle& value = parts.board.python_return();
             if (!value) fail(call, "the last job did not call a Python function; use retval()");
             return make_python_object(parts.context.interpreter, value);
         }},
        {"userid", "userid()", "The userid of the job that working() returned last.",
         [&parts](Call&) -> Result { return parts.board.user_id(); }},
        {"context", "context(\"statement\") or context([object,] \"function\", arguments)",
         "Runs a statement or function once on every worker.",
         [&parts](Call& call) -> Result {
             parts.board.context(call);
             return 1.;
         }},
        {"runworker", "runworker()", "Ranks above 0 run jobs until done() and then exit; rank 0 continues.",
         [&parts](Call&) -> Result {
             drive(parts.board.board().run_worker());
             if (parts.context.rank.id > 0) throw Quit{};
             return 0.;
         }},
        {"done", "done()", "Ends the workers.",
         [&parts](Call&) -> Result {
             drive(parts.board.board().done());
             return 0.;
         }},
    };
}

}  // namespace ranvier::hoc
