#include "hoc_like/library/network/bulletin_board.hpp"

#include <fmt/format.h>

#include <vector>

#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

using exchange::Message;

// The kind of a job argument, packed before its value.
enum Kind { number, text, vector };

ObjectPtr object_named(Interpreter& interpreter, const std::string& name) {
    const auto bracket = name.find('[');
    for (const ObjectPtr& object : interpreter.instances(name.substr(0, bracket))) {
        if (object->name() == name) return object;
    }
    throw std::runtime_error(fmt::format("a job names {}, which does not exist on this rank", name));
}

ObjectPtr vector_of(Interpreter& interpreter, std::vector<double> values) {
    return make_vector(interpreter, std::move(values));
}

}  // namespace

BulletinBoardJobs::BulletinBoardJobs(Session& session)
    : session_{session},
      board_{exchange::make_bulletin_board(
          session.transport(), [this](std::int64_t id, Message job) { return evaluate(id, std::move(job)); })} {}

BulletinBoardJobs::~BulletinBoardJobs() = default;

void BulletinBoardJobs::pack(const Call& call, int first, Message& to) {
    for (int i = first; i < call.size(); ++i) {
        if (call.is_number(i)) {
            to.pack(call.number(i));
        } else if (call.is_string(i)) {
            to.pack(std::string_view(call.string(i)));
        } else {
            to.pack(std::span<const double>(call.native<VectorObject>(i).values()));
        }
    }
}

void BulletinBoardJobs::unpack(const Call& call, int first) {
    for (int i = first; i < call.size(); ++i) {
        if (call.is_reference(i)) {
            call.reference(i)->store(incoming.unpack_number());
        } else if (call.is_string(i)) {
            call.set_string(i, incoming.unpack_text());
        } else {
            call.native<VectorObject>(i).values() = incoming.unpack_vector();
        }
    }
}

/// Packs whether the job is a statement, the name of its object (empty: none), and the statement or function name.
/// The arguments of a function go into `arguments`.
Message BulletinBoardJobs::job_from(const Call& call, int first, Message& arguments) const {
    Message job;
    const bool of_object = call.is_object(first);
    const int name = of_object ? first + 1 : first;
    const bool is_statement = !of_object && call.size() == name + 1;
    job.pack(is_statement ? 1. : 0.);
    job.pack(std::string_view(of_object ? call.object(first)->name() : std::string()));
    job.pack(std::string_view(call.string(name)));
    job.pack(static_cast<double>(call.size() - name - 1));
    for (int i = name + 1; i < call.size(); ++i) {
        job.pack(static_cast<double>(call.is_number(i) ? number : call.is_string(i) ? text : vector));
        if (call.is_number(i)) {
            job.pack(call.number(i));
        } else if (call.is_string(i)) {
            job.pack(std::string_view(call.string(i)));
        } else {
            job.pack(std::span<const double>(call.native<VectorObject>(i).values()));
        }
    }
    pack(call, name + 1, arguments);
    return job;
}

double BulletinBoardJobs::submit(const Call& call) {
    Submitted submitted;
    const int first = call.is_number(0) ? 1 : 0;
    if (first) submitted.user_id = call.number(0);
    Message job = job_from(call, first, submitted.arguments);
    const auto id = session_.drive(board_->submit(std::move(job)));
    // Without a user id, submit() returns minus the id that working() will return.
    const double answer = submitted.user_id.value_or(-static_cast<double>(id));
    submitted_.emplace(id, std::move(submitted));
    return answer;
}

void BulletinBoardJobs::context(const Call& call) {
    Message arguments;
    session_.drive(board_->context(job_from(call, 0, arguments)));
}

double BulletinBoardJobs::working() {
    auto finished = session_.drive(board_->working());
    if (!finished) return 0;
    const auto job = submitted_.find(finished->id);
    return_value_ = finished->answer.unpack_number();
    user_id_ = -static_cast<double>(finished->id);
    if (job != submitted_.end()) {
        user_id_ = job->second.user_id.value_or(user_id_);
        incoming = std::move(job->second.arguments);
        submitted_.erase(job);
    }
    return static_cast<double>(finished->id);
}

exchange::Task<Message> BulletinBoardJobs::evaluate(std::int64_t id, Message job) {
    Message answer;
    const double value = run_job(id, job);
    answer.pack(value);
    co_return answer;
}

double BulletinBoardJobs::run_job(std::int64_t id, Message& job) {
    Interpreter& interpreter = session_.interpreter();
    const bool is_statement = job.unpack_number() != 0;
    const std::string object_name = job.unpack_text();
    const std::string name = job.unpack_text();
    interpreter.set_number("hoc_ac_", static_cast<double>(id));
    if (is_statement) {
        interpreter.execute(name);
        return interpreter.number("hoc_ac_").value_or(0);
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
            default:
                arguments.emplace_back(vector_of(interpreter, job.unpack_vector()));
                break;
        }
    }
    return interpreter.call(name, arguments,
                            object_name.empty() ? ObjectPtr{} : object_named(interpreter, object_name));
}

}  // namespace ranvier::hoc
