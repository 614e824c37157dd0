#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/edges/edges.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/strategy/automatic.hpp"
#include "exchange/strategy/dry_run.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/cables.hpp"
#include "hoc_like/library/data/random_stream.hpp"
#include "hoc_like/library/network/construction_meter.hpp"
#include "hoc_like/library/network/object_directory.hpp"

namespace ranvier::hoc {

class BulletinBoardJobs;
struct HeadlessContext;
class VectorLinks;
class VerbatimContext;

/// The state of one rank's scripts: a model, its network, the run, and the interpreter.
///
/// The program creates the transport (MPI or a single rank); the session selects the exchange strategy by name.
/// Built-in functions and classes reach everything through the session.
class Session {
  public:
    /// The rank and number of ranks that scripts see; they differ from the actual ones in a replay and in a dry run.
    struct Rank {
        int id;
        int nhost;
        bool is_dry_run = false;
    };

    /// `transport` must outlive the session. `exchange` names a strategy with options, e.g. `allgather:compress=on`.
    /// Without `seen_as` scripts see the transport's rank and size.
    Session(exchange::Transport& transport, std::string exchange, std::function<void(std::string_view)> out,
            std::optional<Rank> seen_as = std::nullopt);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    exchange::Transport& transport() { return transport_; }
    /// For collectives that a script calls; they never match the engine's.
    exchange::Transport& script_transport() { return script_transport_; }
    const Rank& rank() const { return rank_; }
    /// True in a replay or dry run, where scripts see ranks that do not exist.
    bool lacks_ranks() const { return rank_.nhost != transport_.size(); }
    engine::Model& model() { return model_; }
    engine::Network& network() { return network_; }
    engine::Simulation& simulation() { return *simulation_; }

    /// Fixes the number of threads: later wishes of the script are only noted.
    void fix_threads(int n);
    /// A script wishes n threads.
    void wish_threads(int n);
    /// What happened to the script's wish, and why fewer threads run than there should; empty: nothing to say.
    std::string threads_notice() const;
    /// Why a replay may differ from its raster although no error was found; empty if nothing suggests that it does.
    std::string replay_notice() const;
    Registry& registry() { return registry_; }
    Cables& cables() { return cables_; }
    ObjectDirectory& objects() { return objects_; }
    Interpreter& interpreter() { return *interpreter_; }
    BulletinBoardJobs& board() { return *board_; }
    const std::shared_ptr<RandomGlobals>& random() { return random_; }
    /// Windows, graphs and panels made by scripts.
    const std::shared_ptr<HeadlessContext>& headless() { return headless_; }
    /// The links between Vectors and the variables that they record or play.
    const std::shared_ptr<VectorLinks>& vector_links() { return vector_links_; }
    VerbatimContext& verbatim() { return *verbatim_; }
    void set_verbatim(std::unique_ptr<VerbatimContext> context);

    /// Replaces the exchange strategy; may be called between runs only. Throws what exchange::make_exchange throws.
    void select_exchange(const std::string& name_and_options);
    exchange::SpikeExchange& exchange() { return *exchange_; }
    const std::string& exchange_name() const { return exchange_name_; }
    /// What the strategy `auto` has found; null for others.
    const exchange::Trials* exchange_trials() const;
    /// What this exchange, and those before it, have to say to the user (SpikeExchange::take_notice), one a line. Clears
    /// it.
    std::string take_exchange_notices();
    /// Adds a line to them, unless it is there already.
    void add_exchange_notice(const std::string& notice);

    /// Registers compiled mechanisms with the engine, and their names for scripts.
    void add_mechanism(const rv_mechanism& description);
    /// Registers the mechanism when a script first names it, unless another one has its name by then: the list of
    /// mechanisms stays NEURON's for scripts that do not use it.
    void offer_mechanism(const rv_mechanism& description);
    /// Whether a mechanism of this name was offered; registers it then.
    bool add_offered(std::string_view name);
    /// `make` is called for names that nothing has; it returns true if it has made a mechanism with that name.
    void add_late_names(const std::function<bool(std::string_view name)>& make);
    /// `load` registers mechanisms that wait for their names. It is called where a script lists all mechanisms.
    void set_late_mechanisms(std::function<void()> load) { load_late_mechanisms_ = std::move(load); }
    void bring_all_mechanisms() {
        if (load_late_mechanisms_) load_late_mechanisms_();
    }

    /// The folder that the relative paths of the built-in mechanisms' files begin in; empty if it is not known.
    void set_source_root(std::string folder) { source_root_ = std::move(folder); }
    const std::string& source_root() const { return source_root_; }

    /// Reads raster files. Set by the program and the Python module. Throws std::runtime_error.
    using RasterReader = std::function<std::shared_ptr<exchange::SpikeSource>(const std::string& file)>;
    void set_raster_reader(RasterReader reader) { raster_reader_ = std::move(reader); }
    const RasterReader& raster_reader() const { return raster_reader_; }

    /// Begins and completes a script's raster (docs: "ParallelContext.raster"), collectively on all ranks; `close` returns
    /// the number of spikes. Set like the raster reader. Both throw std::exception.
    struct RasterFile {
        std::function<void(const std::string& file)> open;
        std::function<std::int64_t()> close;
    };
    void set_raster_file(RasterFile file) { raster_file_ = std::move(file); }
    const RasterFile& raster_file() const { return raster_file_; }

    /// Reads and writes files of connections. Set like the raster reader. Writing is collective. Both
    /// throw std::runtime_error.
    struct ConnectionFiles {
        std::function<edges::EdgeTable(const std::string& file, const edges::EdgeReading& reading)> read;
        std::function<void(const std::string& file)> write;
    };
    void set_connection_files(ConnectionFiles files) { connection_files_ = std::move(files); }
    const ConnectionFiles& connection_files() const { return connection_files_; }

    /// The arguments of a script's report other than the text (docs: "ParallelContext.report"); sections are given by
    /// Section::id.
    struct ReportTargets {
        std::vector<engine::Gid> gids;
        std::vector<std::uint32_t> sections;
    };
    /// Opens reports, collectively on all ranks. Set like the raster reader. Throws std::exception.
    using ReportOpener = std::function<void(const std::string& words, const ReportTargets& targets)>;
    void set_report_opener(ReportOpener opener) { report_opener_ = std::move(opener); }
    const ReportOpener& report_opener() const { return report_opener_; }

    /// A script's request for checkpoints (docs: "ParallelContext.checkpoint").
    struct CheckpointRequest {
        std::string file;
        std::string every;  ///< interval with a unit; empty: at signals only
        bool resume = false;
        bool force = false;  ///< resume even if scripts or parameters differ
    };
    /// Requests checkpoints, collectively on all ranks. Set by the program and the Python module. Throws
    /// std::exception.
    using CheckpointOpener = std::function<void(const CheckpointRequest& request)>;
    void set_checkpoint_opener(CheckpointOpener opener) { checkpoint_opener_ = std::move(opener); }
    const CheckpointOpener& checkpoint_opener() const { return checkpoint_opener_; }

    /// Cells to which a script gave a name (docs: "ParallelContext.cells", population).
    struct Population {
        std::string name;
        engine::Gid first;
        std::uint32_t count;
    };
    /// All populations of the network, in the order in which they were made; the same on all ranks.
    std::vector<Population>& populations() { return populations_; }

    /// What it took to make the network; the program begins to count.
    ConstructionMeter& construction() { return construction_; }
    /// Null unless this is a dry run.
    const exchange::DryRunExchange* dry_run_exchange() const {
        return rank_.is_dry_run ? static_cast<const exchange::DryRunExchange*>(exchange_.get()) : nullptr;
    }

    /// finitialize, fadvance and psolve (engine/simulation/simulation.hpp). Throw Quit when a signal has ended the run:
    /// in this call or an earlier one, if the script has caught the first Quit; and Interruption after Ctrl-C at the
    /// prompt.
    void initialize(std::optional<double> v_mV);
    void advance();
    void advance_to(double tstop_ms);

    /// Whether the last of these calls has thrown an error.
    bool has_failed() const { return has_failed_; }

    /// The exit status when SIGTERM or SIGHUP has ended a run, as of a process that the signal has ended.
    int status_of_ended_run() const;

    /// Runs a task of the engine or the exchange, waiting inside the transport.
    template <class T>
    T drive(exchange::Task<T> task) {
        return exchange::run_to_completion(std::move(task));
    }

    /// Sets who says which line of a script is running: initially, the interpreter.
    void set_place(std::function<std::string()> place);
    std::string running_line() const { return place_(); }

    /// Runs before the interpreter is destroyed: releases script objects that others hold.
    void at_end(std::function<void()> release) { at_end_.push_back(std::move(release)); }

  private:
    template <class Act>
    void run(Act act);
    void check_whole() const;
    std::unique_ptr<exchange::SpikeExchange> make_exchange(const std::string& specification);

    exchange::Transport& transport_;
    exchange::Transport& script_transport_;
    Rank rank_;
    std::string exchange_name_;
    std::unique_ptr<exchange::SpikeExchange> exchange_;
    ConstructionMeter construction_;
    std::vector<Population> populations_;
    std::uint64_t early_draws_ = 0;  // from the process-wide random stream, until the end of the last initialization
    std::string exchange_notices_;   // of former exchanges and of scripts
    engine::Model model_;
    engine::Network network_;
    Cables cables_;
    ObjectDirectory objects_;
    std::unique_ptr<engine::Simulation> simulation_;
    std::unique_ptr<BulletinBoardJobs> board_;
    std::shared_ptr<RandomGlobals> random_ = std::make_shared<RandomGlobals>();
    std::shared_ptr<HeadlessContext> headless_;
    std::shared_ptr<VectorLinks> vector_links_;
    std::unique_ptr<VerbatimContext> verbatim_;
    RasterReader raster_reader_;
    ConnectionFiles connection_files_;
    RasterFile raster_file_;
    ReportOpener report_opener_;
    CheckpointOpener checkpoint_opener_;
    std::optional<int> fixed_threads_, unheeded_threads_;
    bool has_failed_ = false;
    bool is_torn_ = false;  // left in the middle of a step
    std::function<std::string()> place_;
    std::vector<std::function<void()>> at_end_;
    Registry registry_;
    std::map<std::string, std::vector<std::string>> names_of_mechanism_;  ///< by mechanism
    std::map<std::string, const rv_mechanism*, std::less<>> offered_;     ///< by name
    std::function<void()> load_late_mechanisms_;
    std::string source_root_;
    std::unique_ptr<Interpreter> interpreter_;  // last, to destroy script objects before what they refer to
};

}  // namespace ranvier::hoc
