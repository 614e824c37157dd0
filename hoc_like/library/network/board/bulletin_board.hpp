#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "exchange/bulletin_board/bulletin_board.hpp"
#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/library/python/python_runtime.hpp"

namespace ranvier::hoc {

struct Context;

/// State of ParallelContext's bulletin board methods on one rank: the message being packed, the one being unpacked, and
/// the jobs submitted here.
///
/// A job is a statement, or a function (optionally of an object) with numbers, strings, Vectors and PythonObjects as
/// arguments. A function may also be a PythonObject. Python objects travel pickled.
/// Source: NEURON's documentation, "ParallelContext", bulletin board.
class BulletinBoardJobs {
  public:
    explicit BulletinBoardJobs(const Context& context);
    ~BulletinBoardJobs();

    exchange::BulletinBoard& board() { return *board_; }

    /// Appends the arguments of a call, from index `first` on, to a message.
    static void pack(const Call& call, int first, exchange::Message& to);
    /// Assigns the next items of `incoming` to the arguments from index `first` on: &number, strdef or Vector.
    void unpack(const Call& call, int first);

    exchange::Message outgoing;  ///< pack()
    exchange::Message incoming;  ///< the message that take, look, look_take or working fetched for unpacking

    /// submit(...): returns the job's id. context(...) takes the same arguments.
    double submit(const Call& call);
    void context(const Call& call);
    /// working(): waits for an answer and returns the user's id of its job; 0 if none is left.
    double working();
    double return_value() const { return return_value_; }
    double user_id() const { return user_id_; }
    /// The object that a job's Python function has returned; empty for other jobs.
    const python::Handle& python_return() const { return python_return_; }

  private:
    struct Submitted {
        std::optional<double> user_id;
        exchange::Message arguments;
    };
    exchange::Message job_from(const Call& call, int first, exchange::Message& arguments) const;
    exchange::Task<exchange::Message> evaluate(std::int64_t id, exchange::Message job);
    exchange::Message run_job(std::int64_t id, exchange::Message& job);
    exchange::Message run_python_job(exchange::Message& job);

    const Context& context_;
    std::map<std::int64_t, Submitted> submitted_;
    double return_value_ = 0, user_id_ = 0;
    python::Handle python_return_;
    std::unique_ptr<exchange::BulletinBoard> board_;
};

}  // namespace ranvier::hoc
