#pragma once

namespace ranvier::hoc {

class Call;

/// The calls of scripts that run a mechanism's code, whose VERBATIM blocks may read and change the calls' arguments.
class CallingFrames {
  public:
    virtual ~CallingFrames() = default;
    /// From here until `end`, the code sees the arguments of `call`. Calls may nest.
    virtual void begin(Call& call) = 0;
    /// Copies the code's assignments back to the arguments.
    virtual void finish() = 0;
    virtual void end() = 0;
};

/// While it lives, a mechanism's code sees the arguments of `call`.
class CallingFrame {
  public:
    CallingFrame(CallingFrames& frames, Call& call) : frames_{frames} { frames.begin(call); }
    ~CallingFrame() { frames_.end(); }
    CallingFrame(const CallingFrame&) = delete;
    CallingFrame& operator=(const CallingFrame&) = delete;
    void finish() { frames_.finish(); }

  private:
    CallingFrames& frames_;
};

}  // namespace ranvier::hoc
