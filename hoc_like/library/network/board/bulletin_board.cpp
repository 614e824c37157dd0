#include "hoc_like/library/network/board/bulletin_board.hpp"

#include <fmt/format.h>

#include <vector>

#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using exchange::Message;

// The kind of a job argument, packed before its value.
enum Kind { number, text, vector, python_object };

// What a job runs, packed first.
enum JobKind { function, statement, python_function };

Kind kind_of(const Call& call, int i) {
    if (call.is_number(i)) return number;
    if (call.is_string(i)) return text;
    return call.is_object(i) && python_object_in(call.object(i)) ? python_object : vector;
}

void pack_argument(const Call& call, int i, Message& to) {
    switch (kind_of(call, i)) {
        case number:
            to.pack(call.number(i));
            break;
        case text:
            to.pack(std::string_view(call.string(i)));
            break;
        case python_object:
            to.pack(std::string_view(python::pickled(*python_object_in(call.object(i)))));
            break;
        case vector:
            to.pack(std::span<const double>(call.native<VectorObject>(i).values()));
            break;
    }
}

void pack_arguments(const Call& call, int first, Message& job) {
    job.pack(static_cast<double>(call.size() - first));
    for (int i = first; i < call.size(); ++i) {
        job.pack(static_cast<double>(kind_of(call, i)));
        pack_argument(call, i, job);
    }
}

ObjectPtr object_named(Interpreter& interpreter, const std::string& name) {
    const auto bracket = name.find('[');
    for (const ObjectPtr& object : interpreter.instances(name.substr(0, bracket))) {
        if (object->name() == name) return object;
    }
    throw std::runtime_error(fmt::format("a job names {}, which does not exist on this rank", name));
}

constexpr std::int64_t context_id = 0;  // what all ranks do together

/// Tells the run whether this rank does a job that no other rank does.
class JobMark {
  public:
    JobMark(engine::Meetings& meetings, bool is_job) : meetings_(meetings), before_(meetings.set_in_job(is_job)) {}
    ~JobMark() { meetings_.set_in_job(before_); }
    JobMark(const JobMark&) = delete;
    JobMark& operator=(const JobMark&) = delete;

  private:
    engine::Meetings& meetings_;
    const bool before_;
};

ObjectPtr vector_of(Interpreter& interpreter, std::vector<double> values) {
    return make_vector(interpreter, std::move(values));
}

}  // namespace

BulletinBoardJobs::BulletinBoardJobs(const Context& context)
    : context_{context}, board_{exchange::make_bulletin_board(context.transport, [this](std::int64_t id, Message job) {
          return evaluate(id, std::move(job));
      })} {}

BulletinBoardJobs::~BulletinBoardJobs() = default;

void BulletinBoardJobs::pack(const Call& call, int first, Message& to) {
    for (int i = first; i < call.size(); ++i) pack_argument(call, i, to);
}

void BulletinBoardJobs::unpack(const Call& call, int first) {
    for (int i = first; i < call.size(); ++i) {
        if (call.is_reference(i)) {
            call.reference(i)->store(incoming.unpack_number());
        } else if (call.is_string(i)) {
            call.set_string(i, incoming.unpack_text());
        } else {
            call.native<VectorObject>(i).assign(incoming.unpack_vector());
        }
    }
}

/// Packs the kind of job; for a statement or function the name of its object (empty: none) and its text or name, for
/// a Python function the function; and the arguments. The arguments of a function also go into `arguments`.
Message BulletinBoardJobs::job_from(const Call& call, int first, Message& arguments) const {
    Message job;
    const bool of_object = call.is_object(first);
    if (of_object && python_object_in(call.object(first))) {
        job.pack(static_cast<double>(python_function));
        job.pack(std::string_view(python::pickled(*python_object_in(call.object(first)))));
        pack_arguments(call, first + 1, job);
        pack(call, first + 1, arguments);
        return job;
    }
    const int name = of_object ? first + 1 : first;
    const bool is_statement = !of_object && call.size() == name + 1;
    job.pack(static_cast<double>(is_statement ? statement : function));
    job.pack(std::string_view(of_object ? call.object(first)->name() : std::string()));
    job.pack(std::string_view(call.string(name)));
    pack_arguments(call, name + 1, job);
    pack(call, name + 1, arguments);
    return job;
}

double BulletinBoardJobs::submit(const Call& call) {
    Submitted submitted;
    const int first = call.is_number(0) ? 1 : 0;
    if (first) submitted.user_id = call.number(0);
    Message job = job_from(call, first, submitted.arguments);
    const auto id = drive(board_->submit(std::move(job)));
    // Without a user id, submit() returns minus the id that working() will return.
    const double answer = submitted.user_id.value_or(-static_cast<double>(id));
    submitted_.emplace(id, std::move(submitted));
    return answer;
}

void BulletinBoardJobs::context(const Call& call) {
    Message arguments;
    drive(board_->context(job_from(call, 0, arguments)));
}

double BulletinBoardJobs::working() {
    auto finished = drive(board_->working());
    if (!finished) return 0;
    const auto job = submitted_.find(finished->id);
    return_value_ = finished->answer.unpack_number();
    python_return_ = {};
    if (!finished->answer.is_at_end()) python_return_ = python::unpickled(finished->answer.unpack_text());
    user_id_ = -static_cast<double>(finished->id);
    if (job != submitted_.end()) {
        user_id_ = job->second.user_id.value_or(user_id_);
        incoming = std::move(job->second.arguments);
        submitted_.erase(job);
    }
    return static_cast<double>(finished->id);
}

exchange::Task<Message> BulletinBoardJobs::evaluate(std::int64_t id, Message job) {
    const JobMark mark(context_.simulation.meetings(), id > context_id);
    co_return run_job(id, job);
}

Message BulletinBoardJobs::run_python_job(Message& job) {
    const python::Handle function = python::unpickled(job.unpack_text());
    std::vector<python::Handle> arguments;
    for (auto left = static_cast<int>(job.unpack_number()); left > 0; --left) {
        switch (static_cast<int>(job.unpack_number())) {
            case number:
                arguments.push_back(python::from_number(job.unpack_number()));
                break;
            case text:
                arguments.push_back(python::from_text(job.unpack_text()));
                break;
            case python_object:
                arguments.push_back(python::unpickled(job.unpack_text()));
                break;
            default:
                arguments.push_back(python_from(vector_of(context_.interpreter, job.unpack_vector())));
                break;
        }
    }
    const python::Handle result = python::call(function, arguments);
    Message answer;
    answer.pack(python::to_number(result).value_or(0));
    answer.pack(std::string_view(python::pickled(result)));
    return answer;
}

/// The job's result: a number and, of a Python function, the pickled object that it returned.
Message BulletinBoardJobs::run_job(std::int64_t id, Message& job) {
    Interpreter& interpreter = context_.interpreter;
    const auto kind = static_cast<int>(job.unpack_number());
    interpreter.set_number("hoc_ac_", static_cast<double>(id));
    if (kind == python_function) return run_python_job(job);
    Message answer;
    const std::string object_name = job.unpack_text();
    const std::string name = job.unpack_text();
    if (kind == statement) {
        interpreter.execute(name);
        answer.pack(interpreter.number("hoc_ac_").value_or(0));
        return answer;
    }
    std::vector<Argument> arguments;
    for (auto left = static_cast<int>(job.unpack_number()); left > 0; --left) {
        switch (static_cast<int>(job.unpack_number())) {
            case number:
                arguments.emplace_back(job.unpack_number());
                break;
            case text:
                arguments.emplace_back(job.unpack_text());
                break;
            case python_object:
                arguments.emplace_back(make_python_object(interpreter, python::unpickled(job.unpack_text())));
                break;
            default:
                arguments.emplace_back(vector_of(interpreter, job.unpack_vector()));
                break;
        }
    }
    answer.pack(
        interpreter.call(name, arguments, object_name.empty() ? ObjectPtr{} : object_named(interpreter, object_name)));
    return answer;
}

}  // namespace ranvier::hoc
