#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "engine/network/network.hpp"
#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/source.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/origin.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/data/files/written.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/network/board/bulletin_board.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/python/python_runtime.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpoint_run.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/compile_helper.hpp"
#include "hoc_like/program/configure.hpp"
#include "hoc_like/program/dry_run.hpp"
#include "hoc_like/program/extract_run.hpp"
#include "hoc_like/program/interactive.hpp"
#include "hoc_like/program/locations.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/memory_limit.hpp"
#include "hoc_like/program/memory_plan.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/output_names.hpp"
#include "hoc_like/program/overwritten_values.hpp"
#include "hoc_like/program/progress.hpp"
#include "hoc_like/program/rank_handshake.hpp"
#include "hoc_like/program/raster_run.hpp"
#include "hoc_like/program/replay.hpp"
#include "hoc_like/program/report_run.hpp"
#include "hoc_like/program/run/script_files.hpp"
#include "hoc_like/program/run_options.hpp"
#include "hoc_like/program/run_summary.hpp"
#include "hoc_like/program/signals.hpp"
#include "hoc_like/program/start_file.hpp"
#include "hoc_like/program/summary.hpp"
#include "hoc_like/program/system_sandbox.hpp"
#include "hoc_like/program/trace_run.hpp"

namespace ranvier::program {

namespace {

/// Everything that belongs to one run. Members are destroyed in reverse order.
class Run {
  public:
    /// `helper`, which must outlive the run, compiles .mod files if this process may not; else null.
    Run(const RunOptions& options, exchange::Transport& transport, const CompileHelper* helper)
        : options_{options},
          transport_{transport},
          progress_{progress_style(options.progress, options.quiet, transport.rank())},
          session_{transport, options.exchange, print, seen_as(options)} {
        configure(session_, options);
        if (helper) loader_.compile_by([helper](const CompileHelper::Paths& files) { return helper->compile(files); });
        if (!options.summary.empty()) summary_ = std::make_unique<RunSummary>(session_, options);
        session_.set_files(files_);
        if (!progress_.is_on()) return;
        session_.context().simulation.hooks().set_progress([this](double t) { show_progress(t); });
    }

    int execute() {
        set_up();
        const hoc::Quit quit = run_inputs();
        overwritten_.tell();
        if (quit.status == 0) tell_plans();
        const bool all_ended = checkpoints_.has_ended();  // by a signal, on all ranks together
        const int status = all_ended ? session_.parallel().run.status_of_ended_run() : quit.status;
        hoc::drive(session_.parallel().board.board().end(all_ended ? 0 : status, quit.message));
        const engine::Underway finishing(session_.context().simulation.hooks().interruptions());
        const engine::LongWork writing(session_.context().simulation.hooks().interruptions());
        ProgressLine::clear();
        hoc::flush_text(stdout, "standard output");
        if (transport_.rank() == 0) show();
        if (status == 0 && !options_.connections.empty()) write_connections();  // unless a run has begun
        if (status == 0) {
            tell("exchange", session_.parallel().exchange.take_notices(session_.context().simulation));
            tell("threads", session_.parallel().threads.notice());
            tell("replay", session_.replay_notice());
        }
        if (quit.status != 0 && !all_ended) {
            leave_logs();
            return status;
        }
        if (replay_ && status == 0) replay_->check_extent();
        const std::int64_t spikes = finish();
        if (summary_) summary_->write(status, spikes, dry_run_ ? dry_run_->figures() : nullptr);
        if (status == 0) checkpoints_.finish();
        if (replay_) replay_->check_chosen();
        if (status == 0) check_counting();
        if (replay_ && options_.replay->verify && status == 0) return replay_->verify(session_.context().model.t);
        return status;
    }

  private:
    /// The results of runs that end before a model runs, unless they have been printed already.
    void tell_plans() {
        if (options_.estimates) memory_plan_->tell();
        if (dry_run_) dry_run_->finish();
        if (extract_) extract_->check_written();
    }

    static void print(std::string_view text) {
        ProgressLine::clear();
        hoc::write_text(stdout, text, "standard output");
    }

    static std::optional<hoc::Rank> seen_as(const RunOptions& options) {
        if (options.dry_run) return hoc::Rank{options.dry_run->rank, options.dry_run->ranks, true};
        if (!options.replay) return std::nullopt;
        return hoc::Rank{options.replay->rank, options.replay->of};
    }

    /// Applies the options before the first script.
    void set_up() {
        if (options_.notes_intervals) note_intervals();
        loader_.load_all();
        shake_hands();
        register_load_dll(session_, loader_);
        offer_python_module();
        if (options_.sandbox) hoc::sandbox::enter();
        plan_memory();
        if (options_.dry_run) dry_run_ = std::make_unique<DryRun>(session_, options_.dry_run->as_json);
        if (options_.replay)
            replay_ = std::make_unique<ReplayRun>(*options_.replay, session_, sources_,
                                                  options_.vector_math ? "vector" : "libm");
        if (!options_.extract.empty()) extract_ = std::make_unique<ExtractRun>(session_, options_);
        if (!options_.raster.empty()) rasters_.open(options_.raster);
        if (!options_.raster.empty() || replay_) record_spikes();
        if (options_.checkpoints.any()) open_checkpoints();
        if (!runs_extracted()) open_records();
        if (!options_.connections.empty()) {
            raster::output_path(options_.connections);  // if it is refused, then now, and not when the network is built
            session_.context().simulation.meetings().always_meet();
            session_.context().simulation.hooks().add_initialize_handler(2, [this] { write_connections(); });
        }
    }

    /// Before anything that ranks do together.
    void shake_hands() {
        const RankFacts facts(running_program(), options_, loader_);
        const bool are_same = hoc::drive(start_file_.agree(options_.inputs, facts.hash()));
        if (!are_same) hoc::drive(facts.refuse_differences(transport_));
    }

    bool runs_extracted() const {
        return std::ranges::any_of(options_.inputs, [](const Input& it) { return it.kind == Input::Kind::extracted; });
    }

    /// Reports and traces.
    void open_records() {
        for (const std::string& words : options_.reports) open_report(words, {});
        if (options_.traces.empty()) return;
        if (checkpoints_.any()) CheckpointRun::refuse("traces");
        traces_ = std::make_unique<TraceRun>(session_, options_.traces, options_.trace_file);
    }

    /// The initialize that made the cells came before their state, and before the scripts that may add what is traced.
    void make_extracted(const std::string& file) {
        if (extracted_) throw std::invalid_argument(file + ": a run takes one file of extracted cells");
        if (transport_.size() > 1)
            throw std::invalid_argument(file + ": extracted cells run on one rank; run it without mpiexec");
        extracted_ = std::make_unique<ExtractedCells>(file, session_, loader_, options_);
        open_records();
    }

    void run_extracted() {
        const bool is_changed = options_.inputs.size() > 1 || !options_.presses.empty();
        if (!extracted_->is_begun_by_script() && (is_changed || traces_ || reports_.any())) begin_records();
        if (extracted_->run(is_changed) != 0) throw hoc::Quit{1};
    }

    void begin_records() {
        session_.context().simulation.prepare_cells();
        if (traces_) traces_->begin();
        reports_.begin();
        session_.context().simulation.restart_records();
    }

    /// Runs the scripts, then presses the buttons. Returns what ended them: quit(), or nothing.
    hoc::Quit run_inputs() {
        try {
            for (const Input& input : options_.inputs) run_input(input);
            for (const std::string& label : options_.presses) {
                hoc::press_control(session_.context().interpreter, session_.headless(), label);
            }
            if (extracted_) run_extracted();
        } catch (const hoc::Quit& quit) {
            return quit;
        }
        return {};
    }

    void plan_memory() {
        if (options_.force && !options_.estimates) return;
        const auto use = options_.estimates ? MemoryPlan::Use::estimate : MemoryPlan::Use::refuse;
        memory_plan_ = std::make_unique<MemoryPlan>(session_, use, options_.memory);
    }

    void note_intervals() {
        if (!summary_) throw std::invalid_argument("--intervals needs --summary FILE.json, into which it writes");
        session_.context().simulation.meter().set_interval_log(true);
    }

    void run_input(const Input& input) {
        hoc::Interpreter& interpreter = session_.context().interpreter;
        switch (input.kind) {
            case Input::Kind::file:
                run_file(input.text);
                break;
            case Input::Kind::extracted:
                make_extracted(input.text);
                break;
            case Input::Kind::statement:
                interpreter.run_text(input.text + "\n", "-c");
                overwritten_.note_statement(input.text);
                break;
            case Input::Kind::standard_input:
                run_standard_input(session_, options_.is_terminal, options_.hints);
                break;
            case Input::Kind::python_file:
                run_python(input.text, {});
                break;
            case Input::Kind::python_statement:
                run_python({}, input.text);
                break;
            case Input::Kind::python_standard_input:
                if (isatty(STDIN_FILENO) == 1) heed_pythons_signals();
                run_python({}, python_standard_input(options_.hints));
                break;
        }
    }

    void run_file(const std::string& path) {
        const std::string text =
            start_file_.is_shared(path) ? hoc::drive(start_file_.read()) : hoc::Interpreter::text_of_file(path);
        note_start(text);
        session_.context().interpreter.run_file(path, text);
    }

    /// Adds the text of an input to what the ranks of a network must have in common.
    void note_start(std::string_view text) {
        start_ = engine::hash_of_text(fmt::format("{:x} ", start_) + std::string(text));
        session_.context().simulation.meetings().note_scripts(start_);
    }

    void show_progress(double t_ms) {
        progress_.show(t_ms, session_.context().interpreter.number("tstop").value_or(0));
    }

    /// At Python's prompt, where Ctrl-C ends a run.
    void heed_pythons_signals() {
        session_.context().simulation.hooks().interruptions().set_prompt(true);
        session_.context().simulation.hooks().set_progress([this](double t) {
            hoc::python::heed_signals();
            show_progress(t);
        });
    }

    void note_script(const std::string& path, std::string_view text) {
        sources_.note_script(path, text);
        if (summary_) summary_->note_script(path, text);
    }

    void run_python(const std::string& file, const std::string& statements) {
        if (hoc::sandbox::is_on()) throw std::runtime_error("--sandbox refuses Python, which could do anything");
        if (!file.empty()) {
            const std::string text = hoc::Interpreter::text_of_file(file);
            note_script(file, text);
            note_start(text);
        }
        std::vector<std::string> arguments = options_.python_arguments;
        if (arguments.empty()) arguments.assign(1, file);
        // Among several ranks, the message must say which one failed.
        const auto traceback = transport_.size() > 1 ? hoc::python::Traceback::throw_it : hoc::python::Traceback::print;
        if (!hoc::python::run_script(file, statements, arguments, traceback)) throw hoc::Quit{1};
    }

    /// Makes `import neuron` use this session if Python is loaded.
    void offer_python_module() {
        if (!options_.has_python) hoc::python::turn_off();
        hoc::python::choose_interpreter(python_of_scripts(options_.python).command);
        const std::filesystem::path folder = python_module().path;
        if (folder.empty()) return;
        hoc::python::offer_module(
            {(folder / "_ranvier_in_program.so").string(), folder.string(), [this](void* library) {
                 using Adopt = void (*)(hoc::Session&, hoc::Bridge&);
                 const auto adopt = reinterpret_cast<Adopt>(dlsym(library, "ranvier_adopt_session"));
                 adopt(session_, bridge_);
             }});
    }

    /// pc.raster
    void open_raster(const std::string& file) {
        hoc::sandbox::check_write(file);
        if (options_.replay) return;  // it repeats the script of a run
        check_output_name(options_, file);
        rasters_.open_of_script(file);
        record_spikes();
    }

    std::int64_t close_raster() {
        if (options_.replay) return 0;
        return rasters_.close_of_script(session_.context().network.gids().owned());
    }

    /// pc.report
    void open_report_of_script(const std::string& words, const hoc::ReportTargets& targets) {
        const std::string file = parse_report(words).file;
        hoc::sandbox::check_write(file);
        check_output_name(options_, file);
        open_report(words, targets);
    }

    /// pc.checkpoint
    void open_checkpoint(const hoc::CheckpointRequest& request) {
        if (options_.replay) return;  // it repeats the script of a run
        check_output_name(options_, request.file);
        if (traces_) CheckpointRun::refuse("traces");
        checkpoints_.open(request);
    }

    void record_spikes() {
        if (std::exchange(records_spikes_, true)) return;
        session_.context().network.recordings().set_raster(
            [this](double interval_end, std::span<const exchange::Spike> spikes) {
                if (replay_) spikes = replay_->append(spikes);
                rasters_.append(interval_end, spikes);
            });
        // Each finitialize restarts the recording: the file contains the last run of a script.
        session_.context().simulation.hooks().add_initialize_handler(3, [this] {
            if (replay_) restart_replay();
            rasters_.restart();
        });
    }

    void restart_replay() {
        replay_->restart();
        if (options_.quiet || std::exchange(has_compared_sources_, true)) return;
        const std::vector<std::string> changed = replay_->changed_sources();
        if (changed.empty()) return;
        ProgressLine::clear();
        std::fprintf(stderr, "replay     changed since %s was recorded: %s\n", options_.replay->raster.c_str(),
                     fmt::format("{}", fmt::join(changed, ", ")).c_str());
    }

    void open_report(const std::string& words, const hoc::ReportTargets& targets) {
        reports_.open(words, targets, rasters_.files());
    }

    /// Writes the connections when the first run begins.
    void write_connections() {
        if (std::exchange(has_written_connections_, true)) return;
        files_.write_connections(options_.connections);
    }

    void open_checkpoints() {
        const std::string usual = (options_.raster.empty() ? "ranvier" : options_.raster) + ".checkpoint";
        checkpoints_.open(options_.checkpoints, usual);
    }

    /// Writes the pictures that NEURON would show on the screen.
    void show() {
        if (options_.list_buttons) std::fputs(hoc::list_controls(session_.headless()).c_str(), stdout);
        if (options_.figures.empty()) return;
        const std::vector<std::string> written =
            hoc::write_figures(session_.context().interpreter, session_.context().model, options_.figures);
        if (options_.quiet) return;
        for (const std::string& path : written) std::fprintf(stderr, "figure     %s\n", path.c_str());
        if (written.empty()) {
            std::fputs("figure     none: nothing was drawn; --buttons lists the buttons that --press LABEL presses\n",
                       stderr);
        }
    }

    /// Prints a notice, for instance that the exchange could not compress spikes: what one rank says, since others would
    /// say the like.
    void tell(const char* label, const std::string& notice) {
        const std::int64_t ranks = transport_.size();
        const std::int64_t concerned =
            hoc::drive(exchange::reduce_over_ranks(transport_, std::int64_t{!notice.empty()}, exchange::Reduce::sum));
        const std::int64_t first = hoc::drive(
            exchange::reduce_over_ranks(transport_, notice.empty() ? ranks : transport_.rank(), exchange::Reduce::min));
        if (options_.quiet || first != transport_.rank()) return;
        const std::string others =
            concerned > 1 ? fmt::format(" (and similarly on {} other ranks)", concerned - 1) : "";
        std::fprintf(stderr, "%-10s %s%s\n", label, notice.c_str(), others.c_str());
    }

    /// After a failure: logs keep what the run has recorded, and files of earlier runs stay.
    void leave_logs() {
        std::vector<std::string> files = reports_.leave_logs();
        const std::vector<std::string> rasters = rasters_.leave_logs();
        files.insert(files.begin(), rasters.begin(), rasters.end());
        if (transport_.rank() > 0) return;
        for (const std::string& file : files) {
            std::fprintf(stderr, "%s\n", how_to_recover(file).c_str());
        }
    }

    void check_counting() {
        if (session_.context().simulation.meter().is_counting()) return;
        throw std::runtime_error(fmt::format(
            "--presimulate {:g}: the run ended at {:g} ms, before anything was counted; give it a tstop above "
            "{:g} ms, or a smaller --presimulate",
            options_.presimulate, session_.context().model.t, options_.presimulate));
    }

    /// Completes all output. Returns the number of spikes in the raster; negative: there is none.
    std::int64_t finish() {
        const std::vector<std::string> rasters = rasters_.files();
        const std::string raster = rasters.empty() ? options_.raster : rasters.front();
        const std::optional<std::int64_t> recorded =
            rasters_.finish(replay_ ? replay_->chosen() : session_.context().network.gids().owned());
        const std::int64_t spikes = recorded.value_or(-1);
        if (!recorded && !options_.quiet && transport_.rank() == 0) {
            for (const std::string& file : rasters_.files()) {
                std::fprintf(stderr, "raster     %s is not written: no run began\n", file.c_str());
            }
        }
        const std::vector<std::string> reports = reports_.finish();
        const std::size_t steps = traces_ ? traces_->finish() : 0;
        if (checkpoints_.has_ended()) say_ended(reports, spikes < 0 ? "" : raster);
        if (options_.quiet) return spikes;
        print_summary(session_, raster, spikes);
        if (transport_.rank() > 0) return spikes;
        for (const std::string& line : reports) std::fprintf(stderr, "report     %s\n", line.c_str());
        if (steps > 0) {
            std::fprintf(stderr, "trace      %zu variable%s at %zu times in %s\n", options_.traces.size(),
                         options_.traces.size() == 1 ? "" : "s", steps, traces_->file().c_str());
        } else if (traces_) {
            std::fprintf(stderr, "trace      %s is not written: no run began\n", traces_->file().c_str());
        }
        return spikes;
    }

    void say_ended(std::vector<std::string> written, const std::string& raster) const {
        for (std::string& report : written) report = "a report of " + report;
        if (!raster.empty()) written.insert(written.begin(), "the raster " + raster);
        checkpoints_.say_ended(std::move(written));
    }

    /// What scripts read and write.
    class Files final : public ScriptFiles {
      public:
        explicit Files(Run& run) : ScriptFiles(run.session_.context()), run_(run) {}
        void open_raster(const std::string& file) override { run_.open_raster(file); }
        std::int64_t close_raster() override { return run_.close_raster(); }
        void open_report(const std::string& words, const hoc::ReportTargets& targets) override {
            run_.open_report_of_script(words, targets);
        }
        void open_checkpoint(const hoc::CheckpointRequest& request) override { run_.open_checkpoint(request); }

      private:
        Run& run_;
    };

    const RunOptions& options_;
    exchange::Transport& transport_;
    StartFile start_file_{transport_};
    ProgressLine progress_;
    std::unique_ptr<ReplayRun> replay_;
    std::unique_ptr<MemoryPlan> memory_plan_;
    std::unique_ptr<DryRun> dry_run_;
    bool has_written_connections_ = false, records_spikes_ = false, has_compared_sources_ = false;
    std::uint64_t start_ = 0;  // hash of the scripts that were given
    hoc::Session session_;
    Files files_{*this};
    std::unique_ptr<RunSummary> summary_;
    SignalHandlers signals_{session_.context().simulation.hooks().interruptions(), transport_.rank(),
                            std::array{SIGTERM, SIGHUP, SIGUSR1, SIGINT}};
    ModelSources sources_{session_};
    OverwrittenValues overwritten_{session_};
    CheckpointRun checkpoints_{session_, options_, sources_, false};
    Rasters rasters_{session_, options_, sources_, checkpoints_};
    Reports reports_{session_, checkpoints_};
    std::unique_ptr<TraceRun> traces_;
    std::unique_ptr<ExtractRun> extract_;
    MechanismLoader loader_{session_, options_};
    std::unique_ptr<ExtractedCells> extracted_;
    hoc::Bridge bridge_{session_.context().interpreter};
};

}  // namespace

int run(const RunOptions& options) {
    limit_memory(options.memory);
    if (!options.sandbox && !options.sandbox_read.empty()) {
        throw std::invalid_argument("--sandbox-read needs --sandbox");
    }
    std::optional<SystemSandbox> sandbox;
    if (options.sandbox) sandbox.emplace(options);
    const auto transport =
        exchange::make_transport(options.mpi ? exchange::Parallel::mpi : exchange::Parallel::automatic);
    if (sandbox) sandbox->close(*transport);
    if (options.announce_ranks) {
        std::fputs(exchange::announcement(*transport).c_str(), stdout);
        std::fflush(stdout);
    }
    // A user who types NEURON's name should see which program runs.
    if (options.banner && transport->rank() == 0) std::fprintf(stderr, "Ranvier %s, run as nrniv\n", version_text);
    try {
        if ((options.replay || options.dry_run) && transport->size() > 1) {
            throw std::invalid_argument(options.replay ? "replay runs on one rank only"
                                                       : "a dry run needs one rank only, whatever --ranks says");
        }
        check_output_names(options);
        return Run(with_math_of_extract(options), *transport, sandbox ? &sandbox->helper() : nullptr).execute();
    } catch (const std::exception& error) {
        std::fflush(stdout);
        const std::string who =
            transport->size() > 1 ? "rank " + std::to_string(transport->rank()) + ": " : std::string();
        transport->abort(who + error.what() + sandbox_advice(options, error.what()));
    }
    return 1;  // not reached: abort does not return, but g++ does not know this for a virtual function
}

}  // namespace ranvier::program
