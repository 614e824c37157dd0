#include "exchange/transport/mpi_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "exchange/mpi/library.hpp"
#include "exchange/transport/mpi_worlds.hpp"
#include "exchange/transport/patience.hpp"
#include "exchange/transport/ranks_that_differ.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

namespace {

constexpr auto before_report = std::chrono::seconds(2);
constexpr auto before_question = std::chrono::milliseconds(500);
constexpr auto nap = std::chrono::microseconds(50);
constexpr int report_tag = 1, question_tag = 2, answer_tag = 3;
constexpr std::size_t most_lines = 20;

struct Header {
    std::int64_t serial, number;
    std::int32_t is_waiting, is_end, status, what_size;
};

}  // namespace

MpiWatch::MpiWatch(RanvierComm comm, MpiFailure& failure) : comm_(comm), failure_(failure) {
    mpi().comm_rank(comm_, &rank_);
    mpi().comm_size(comm_, &size_);
    if (rank_ == 0) reports_.resize(static_cast<std::size_t>(size_));
}

MpiWatch::~MpiWatch() {
    release(comm_);  // what is sent has arrived, or MPI has been finalized
}

void MpiWatch::look(const Wait& wait, std::int64_t operations) {
    failure_.leave_if_another_failed();
    if (failure_.has_failed()) return;
    const auto now = Clock::now();
    if (operations != operations_) {
        end_wait();
        operations_ = operations;
        began_ = now;
    }
    if (now - began_ < patiently(before_report)) return;
    if (!is_reported_) report(wait);
    answer_question();
    if (rank_ == 0) judge();
}

void MpiWatch::end_wait() {
    operations_ = -1;
    asked_ = 0;
    if (!is_reported_) return;
    is_reported_ = false;
    ++serial_;
    if (rank_ == 0) {
        reports_[0].is_waiting = 0;
        changed_ = Clock::now();
        is_asked_ = false;
        return;
    }
    const Header header{serial_, 0, 0, 0, 0, 0};
    send(0, report_tag, std::string(reinterpret_cast<const char*>(&header), sizeof header));
}

void MpiWatch::finish() {
    std::int64_t counts[] = {to_rank_0_, question_};
    RanvierRequest summed;
    mpi().iallreduce(counts, 2, ranvier_int64, ranvier_sum, comm_, &summed);
    for (int done = 0;;) {
        mpi().test(&summed, &done);
        if (done) break;
        std::this_thread::sleep_for(nap);
    }
    const std::int64_t expected = counts[rank_ == 0 ? 0 : 1];
    std::string bytes;
    for (int from = 0; received_ < expected;) {
        if (!receive(any_tag, bytes, from)) std::this_thread::sleep_for(nap);
    }
}

void MpiWatch::report(const Wait& wait) {
    is_reported_ = true;
    const std::string place = place_ && !wait.is_end ? place_() : std::string();
    if (rank_ == 0) {
        reports_[0] = {serial_, wait.number, 1, wait.is_end, wait.status, std::string(wait.what), place};
        changed_ = Clock::now();
        is_asked_ = false;
        return;
    }
    const Header header{serial_,     wait.number, 1,
                        wait.is_end, wait.status, static_cast<std::int32_t>(std::strlen(wait.what))};
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes += wait.what;
    bytes += place;
    send(0, report_tag, std::move(bytes));
}

void MpiWatch::send(int to, int tag, std::string bytes) {
    sent_.remove_if([](Sent& each) {
        int done = 0;
        mpi().test(&each.request, &done);
        return done != 0;
    });
    if (to == 0) ++to_rank_0_;
    Sent& message = sent_.emplace_back(Sent{std::move(bytes), nullptr});
    mpi().isend(message.bytes.data(), static_cast<int>(message.bytes.size()), to, tag, comm_, &message.request);
}

/// Takes a message that has arrived; false if there is none.
bool MpiWatch::receive(int tag, std::string& bytes, int& from) {
    int is_there = 0;
    RanvierArrival found{};
    mpi().iprobe(any_rank, tag, comm_, &is_there, &found);
    if (!is_there) return false;
    from = found.source;
    bytes.resize(static_cast<std::size_t>(found.bytes));
    mpi().recv(bytes.data(), found.bytes, from, found.tag, comm_);
    ++received_;
    return true;
}

/// Answers one look after the question has arrived: the rank has then tested once more what it waits for.
void MpiWatch::answer_question() {
    if (rank_ == 0) return;
    if (asked_ != 0) {
        const std::int64_t answer[] = {std::exchange(asked_, 0), serial_};
        send(0, answer_tag, std::string(reinterpret_cast<const char*>(answer), sizeof answer));
    }
    std::string bytes;
    for (int from = 0; receive(question_tag, bytes, from);) std::memcpy(&asked_, bytes.data(), sizeof asked_);
}

// --- on rank 0 -------------------------------------------------------------------------------------------------------

void MpiWatch::judge() {
    collect_reports();
    collect_answers();
    if (!all_wait() || all_in_one_place()) return;
    if (!is_asked_) {
        if (Clock::now() - changed_ > patiently(before_question)) ask_all();
        return;
    }
    if (std::ranges::find(confirmed_, false) == confirmed_.end()) failure_.fail(verdict(), exit_status());
}

void MpiWatch::collect_reports() {
    std::string bytes;
    for (int from = 0; receive(report_tag, bytes, from);) {
        Header header;
        std::memcpy(&header, bytes.data(), sizeof header);
        const std::string text = bytes.substr(sizeof header);
        const auto cut = static_cast<std::size_t>(header.what_size);
        reports_[static_cast<std::size_t>(from)] = {header.serial,   header.number, header.is_waiting,
                                                    header.is_end,   header.status, text.substr(0, cut),
                                                    text.substr(cut)};
        changed_ = Clock::now();
        is_asked_ = false;
    }
}

void MpiWatch::collect_answers() {
    std::string bytes;
    for (int from = 0; receive(answer_tag, bytes, from);) {
        std::int64_t answer[2];
        std::memcpy(answer, bytes.data(), sizeof answer);
        const auto rank = static_cast<std::size_t>(from);
        if (is_asked_ && answer[0] == question_ && answer[1] == reports_[rank].serial) confirmed_[rank] = true;
    }
}

bool MpiWatch::all_wait() const {
    return std::ranges::all_of(reports_, [](const Report& each) { return each.is_waiting != 0; });
}

bool MpiWatch::all_in_one_place() const {
    return std::ranges::all_of(reports_, [&](const Report& each) {
        const bool is_collective = each.number > 0 || each.is_end;
        return is_collective && each.what == reports_[0].what && each.number == reports_[0].number;
    });
}

void MpiWatch::ask_all() {
    is_asked_ = true;
    confirmed_.assign(reports_.size(), false);
    confirmed_[0] = true;
    ++question_;
    for (int rank = 1; rank < size_; ++rank) {
        send(rank, question_tag, std::string(reinterpret_cast<const char*>(&question_), sizeof question_));
    }
}

std::string MpiWatch::place_of(const Report& report) {
    if (report.is_end) return report.status > 0 ? fmt::format("ended with exit status {}", report.status) : "ended";
    std::string text = (report.number > 0 ? "waiting in " : "waiting for ") + report.what;
    if (report.number > 0) text += fmt::format(" (collective {})", report.number);
    if (!report.place.empty()) text += ", " + report.place;
    return text;
}

std::string MpiWatch::verdict() const {
    std::map<std::string, std::vector<int>> ranks_at;
    for (int rank = 0; rank < size_; ++rank)
        ranks_at[place_of(reports_[static_cast<std::size_t>(rank)])].push_back(rank);
    std::vector<std::pair<std::string, std::vector<int>>> groups(ranks_at.begin(), ranks_at.end());
    std::ranges::sort(groups, {}, [](const auto& group) { return group.second.front(); });
    std::string text = "deadlock: every rank waits for another one or has ended";
    for (std::size_t k = 0; k < groups.size() && k < most_lines; ++k) {
        const auto& [place, ranks] = groups[k];
        text += fmt::format("\n  {}: {}", rank_names(ranks), place);
    }
    if (groups.size() > most_lines) text += fmt::format("\n  and {} other places", groups.size() - most_lines);
    return text;
}

/// A rank that has ended keeps its exit status. If it is not known here, the others must not add theirs to it.
int MpiWatch::exit_status() const {
    int status = 0;
    for (const Report& each : reports_) {
        if (each.is_end && each.status < 0) return 0;
        if (each.is_end && status == 0) status = each.status;
    }
    return status == 0 ? 1 : status;
}

}  // namespace ranvier::exchange
