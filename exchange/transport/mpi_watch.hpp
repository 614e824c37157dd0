#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/mpi/table.h"
#include "exchange/transport/mpi_failure.hpp"

namespace ranvier::exchange {

/// What a rank waits for.
struct Wait {
    const char* what;         ///< "barrier", "messages", ...
    std::int64_t number = 0;  ///< of the collective, from 1; 0: not a collective
    bool is_end = false;      ///< of the program: the rank has nothing left to do
    int status = 0;           ///< at the end: exit status; negative: unknown
};

/// Finds deadlocks: ranks that wait for each other although none of them will come.
///
/// A rank that has waited for two seconds reports where it waits to rank 0; if the wait ends after all, it reports this
/// too. As long as some rank computes, nothing follows. Once every rank waits, rank 0 lets half a second pass, in which
/// messages under way arrive, and asks all ranks whether they still wait in the same place. If all do, and they do not
/// all wait in the same collective, no rank can ever continue: the run ends, and the message says who waits where.
///
/// Costs nothing as long as waits are short.
class MpiWatch {
  public:
    /// Takes `comm`, a communicator of all ranks for this object only. `failure` must outlive this object.
    MpiWatch(RanvierComm comm, MpiFailure& failure);
    ~MpiWatch();
    MpiWatch(const MpiWatch&) = delete;
    MpiWatch& operator=(const MpiWatch&) = delete;

    /// Where the script is, as text; called when a wait is reported.
    void set_place(std::function<std::string()> place) { place_ = std::move(place); }

    /// To be called now and then by a rank that waits. `operations` changes whenever the rank has done something since
    /// the wait began, such as sending a message. Ends the run if there is a deadlock.
    void look(const Wait& wait, std::int64_t operations);
    /// To be called when a wait ends in which look was called.
    void end_wait();
    /// Collective, after the last wait: takes the messages that are left, about which MPI may complain.
    void finish();

  private:
    using Clock = std::chrono::steady_clock;

    /// A rank's last report.
    struct Report {
        std::int64_t serial = 0;  // differs between the waits of a rank
        std::int64_t number = 0;
        std::int32_t is_waiting = 0, is_end = 0, status = 0;
        std::string what, place;
    };

    void report(const Wait& wait);
    void send(int to, int tag, std::string bytes);
    bool receive(int tag, std::string& bytes, int& from);
    void answer_question();
    void collect_reports();
    void collect_answers();
    void judge();
    bool all_wait() const;
    bool all_in_one_place() const;
    void ask_all();
    static std::string place_of(const Report& report);
    std::string verdict() const;
    int exit_status() const;

    RanvierComm comm_ = nullptr;
    MpiFailure& failure_;
    std::function<std::string()> place_;
    int rank_ = 0, size_ = 1;

    Clock::time_point began_;       // of the wait, or of the last operation in it
    std::int64_t operations_ = -1;  // at that time; -1: no wait
    std::int64_t serial_ = 0;
    bool is_reported_ = false;
    std::int64_t asked_ = 0;  // the question to answer at the next look; 0: none
    struct Sent {
        std::string bytes;
        RanvierRequest request;
    };
    std::list<Sent> sent_;
    std::int64_t to_rank_0_ = 0;  // number of messages that this rank sent to rank 0
    std::int64_t received_ = 0;   // number of all messages received

    // On rank 0.
    std::vector<Report> reports_;  // by rank
    Clock::time_point changed_;    // when a report came last
    std::int64_t question_ = 0;    // number of the last question
    bool is_asked_ = false;        // since the last report
    std::vector<bool> confirmed_;  // by rank
};

}  // namespace ranvier::exchange
