#pragma once

namespace ranvier::hoc {
class Interpreter;
}
namespace ranvier::engine {
class Interruptions;
}

namespace ranvier::program {

/// Ctrl-C at the prompt, as long as this object lives.
///
/// While a statement runs, the first Ctrl-C ends it with hoc::Interruption: at its next call or backward jump, or, in a
/// run, at the next boundary of steps, where the run may continue. The second one leaves the WHILE loops of mechanisms.
/// If nothing has proceeded two seconds later, what runs cannot be left (VERBATIM code, say), and the program ends with
/// status 130. While no statement runs, a Ctrl-C is for the line editor.
class PromptInterrupts {
  public:
    /// Both must outlive this object, of which there is one at a time.
    PromptInterrupts(hoc::Interpreter& interpreter, engine::Interruptions& run);
    ~PromptInterrupts();
    PromptInterrupts(const PromptInterrupts&) = delete;
    PromptInterrupts& operator=(const PromptInterrupts&) = delete;

    /// A descriptor that can be read after a Ctrl-C while no statement ran.
    int descriptor() const;
    /// Whether there has been one since the last call.
    bool take();

    /// Marks a statement that runs.
    class Statement {
      public:
        explicit Statement(PromptInterrupts& interrupts);
        ~Statement();
        Statement(const Statement&) = delete;
        Statement& operator=(const Statement&) = delete;

      private:
        PromptInterrupts& interrupts_;
    };

  private:
    hoc::Interpreter& interpreter_;
    engine::Interruptions& run_;
};

}  // namespace ranvier::program
