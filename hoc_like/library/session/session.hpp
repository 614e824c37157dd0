#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

class MechanismCatalog;
class RunFiles;
struct HeadlessContext;
struct ParallelParts;
struct RandomGlobals;

/// One rank's scripts: owns a model, its network, the run, the interpreter and the state of built-in classes.
///
/// The program creates the transport (MPI or a single rank); the session selects the exchange strategy by name.
class Session {
  public:
    /// `transport` must outlive the session. `exchange` names a strategy with options, e.g. `allgather:compress=on`.
    /// Without `seen_as` scripts see the transport's rank and size.
    Session(exchange::Transport& transport, std::string exchange, std::function<void(std::string_view)> out,
            std::optional<Rank> seen_as = std::nullopt);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Context& context() const;
    /// The run, the choice of its exchange and threads, and what it took to make the network.
    const ParallelParts& parallel() const;
    MechanismCatalog& mechanisms();
    const std::shared_ptr<RandomGlobals>& random();
    /// Windows, graphs and panels made by scripts.
    HeadlessContext& headless();

    /// Sets what reads and writes the files that scripts name; it must outlive the session. Without, scripts cannot.
    void set_files(RunFiles& files);
    /// Sets who says which line of a script is running: initially, the interpreter.
    void set_place(std::function<std::string()> place);
    /// Why a replay may differ from its raster although no error was found; empty if nothing suggests that it does.
    std::string replay_notice() const;

  private:
    struct Owned;
    std::unique_ptr<Owned> owned_;
};

}  // namespace ranvier::hoc
