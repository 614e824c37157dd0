#pragma once

namespace ranvier::hoc {

class Session;

/// Jobs that ranks hand to each other by the bulletin board.
class BulletinBoardJobs {
  public:
    explicit BulletinBoardJobs(Session& session) : session_{session} {}
    Session& session() { return session_; }

  private:
    Session& session_;
};

}  // namespace ranvier::hoc
