// The command line of `ranvier`. Only this file and those that describe it (help_page.cpp, manual_page.cpp, completion.cpp)
// include CLI11, which takes seconds to compile.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>

#include "exchange/transport/launch.hpp"
#include "hoc_like/program/advise_command.hpp"
#include "hoc_like/program/circuit_files.hpp"
#include "hoc_like/program/command_words.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/completion.hpp"
#include "hoc_like/program/exchange_command.hpp"
#include "hoc_like/program/file_advice.hpp"
#include "hoc_like/program/help_page.hpp"
#include "hoc_like/program/manual_page.hpp"
#include "hoc_like/program/nrniv_arguments.hpp"
#include "hoc_like/program/replayed_cells.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

namespace {

/// Of many ranks, only rank 0 answers for what all do alike.
bool speaks() {
    return exchange::launched_rank() == 0;
}

/// On ranks that do not speak: discards what a command writes that each rank executes alone.
void discard_output_unless_speaking() {
    if (speaks()) return;
    for (std::FILE* stream : {stdout, stderr}) {
        if (!std::freopen("/dev/null", "w", stream)) std::fclose(stream);
    }
}

/// Throws CLI::ValidationError for a file that, by its name, is not a script, and says what to do with it.
void check_is_script(const std::string& path) {
    const std::string advice = advice_for_file(path);
    if (!advice.empty()) throw CLI::ValidationError(fmt::format("{} is not a script: {}", path, advice));
}

/// The options of SONATA circuits.
void add_circuit_words(CLI::App& app, CircuitWords& words) {
    app.add_option("--set", words.settings, "change a key of a SONATA configuration, such as run.tstop=100")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_option("--dialect", words.dialect, "how to read a SONATA configuration: bmtk; default: by its keys")
        ->check(CLI::IsMember({"bmtk"}));
}

/// Reads the words of --cells, if there are any.
void choose_cells(ReplayOptions& options, bool has_words, const std::string& words) {
    if (options.rank >= options.of) {
        throw CLI::ValidationError(
            fmt::format("--rank {} --of {}: ranks are numbered from 0", options.rank, options.of));
    }
    try {
        if (has_words) options.cells = replayed_cells(options, words);
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(error.what());
    }
}

struct RunCommand {
    RunOptions options;
    std::vector<std::string> files, statements;
    CircuitWords circuit;
    CLI::Option* math_option = nullptr;
    std::string math = "vector", tables = "kept", not_finite = "error", event_order = "neuron", progress, resume;
    bool python = false;
    CLI::Option* files_option = nullptr;
    CLI::Option* statements_option = nullptr;

    void add_to(CLI::App& app) {
        files_option = app.add_option("files", files, "hoc scripts, run in the given order; - is the standard input");
        statements_option = app.add_option("-c", statements, "run a hoc statement, in order with the files")
                                ->type_name("STMT")
                                ->allow_extra_args(false);
        add_circuit_words(app, circuit);
        app.add_option("--raster", options.raster,
                       "write the spikes of all gids to FILE: SONATA if it ends in .h5 or .hdf5, "
                       "else text")
            ->type_name("FILE");
        app.add_option("--connections", options.connections,
                       "write the connections between gids to FILE when the first run begins: SONATA edges if it ends "
                       "in .h5 or .hdf5, CSV if in .csv")
            ->type_name("FILE");
        app.add_option(
               "--report", options.reports,
               "record a variable of many segments to a SONATA file:\n"
               "v.h5:variable=v,cells=0-9,sections=soma,dt=0.1; may be repeated. Further keys: "
               "compartments=center|all,\n"
               "start=MS, end=MS, precision=single|double, population=NAME, rule=NAME (docs/rasters-and-reports.md)")
            ->type_name("FILE[:KEY=VALUE,...]")
            ->allow_extra_args(false);
        app.add_option("--trace", options.traces,
                       "write the values of a variable at each step, for ranvier plot: soma.v(0.5), dend[3].m_hh(0.1), "
                       "synapse.i; may be repeated")
            ->type_name("VARIABLE")
            ->allow_extra_args(false);
        app.add_option("--trace-file", options.trace_file, "where to write the values of --trace, as CSV")
            ->type_name("FILE")
            ->capture_default_str();
        app.add_flag("--intervals", options.notes_intervals,
                     "note the time of each exchange interval in the summary, for ranvier plot intervals");
        math_option =
            app.add_option("--math", math, "arithmetic of mechanisms; vector: faster; libm: the same bits as NEURON")
                ->check(CLI::IsMember({"vector", "libm"}))
                ->capture_default_str();
        app.add_option(
               "--event-order", event_order,
               "order of events of equal time; ranks: the same for any number of ranks; neuron: NEURON's, with\n"
               "--math libm on one rank and one thread")
            ->check(CLI::IsMember({"neuron", "ranks"}))
            ->capture_default_str();
        app.add_option("--compat", options.compat, "use the default random numbers and hh of this NEURON version")
            ->envname("RANVIER_COMPAT")
            ->check(CLI::IsMember({"8.2", "9"}))
            ->capture_default_str();
        app.add_option("--exchange", options.exchange, "exchange strategy between ranks; see ranvier exchange list")
            ->capture_default_str();
        app.add_option("--threads", options.threads, "threads per rank, whatever pc.nthread says [default: 1]")
            ->type_name("N")
            ->check(CLI::Range(1, 1024));
        app.add_option("--block-size", options.block_size,
                       "compartments per block, which should fit into the cache; does not change results")
            ->type_name("N")
            ->check(CLI::Range(1, 1 << 30))
            ->capture_default_str();
        app.add_option("--mechanisms", options.libraries, "additional .mod files, or folders of .mod files")
            ->type_name("PATH")
            ->allow_extra_args(false);
        app.add_option("--isa", options.isa,
                       "instruction set of mechanisms: baseline, avx2 or avx512; default: the best of this CPU");
        app.add_option("--tables", tables,
                       "use the TABLEs of mechanisms (kept), or compute their values (exact: usetable_NAME = 0 for "
                       "all)")
            ->check(CLI::IsMember({"kept", "exact"}))
            ->capture_default_str();
        app.add_option("--not-finite", not_finite,
                       "when a voltage becomes infinite or not a number: error ends the run; continue warns once, and\n"
                       "continues as NEURON does (fixed steps)")
            ->envname("RANVIER_NOT_FINITE")
            ->check(CLI::IsMember({"error", "continue"}))
            ->capture_default_str();
        app.add_option("--summary", options.summary,
                       "when the run has ended, write what it was, took and did to this file, as JSON")
            ->type_name("FILE");
        app.add_option("--presimulate", options.presimulate,
                       "count times and events from this time of the model on, when the network has left its initial\n"
                       "state behind; the raster is whole")
            ->type_name("MS")
            ->check(CLI::NonNegativeNumber);
        app.add_option("--figures", options.figures,
                       "at the end, write a picture (SVG) of each Graph, Shape and PlotShape to this folder")
            ->type_name("DIR");
        app.add_flag("--buttons", options.list_buttons,
                     "at the end, list the buttons, menu items and fields of all panels");
        app.add_option("--press", options.presses,
                       "after the files, press a button or set a field: --press \"Tstop=100\" --press \"Init & Run\"")
            ->type_name("LABEL")
            ->allow_extra_args(false);
        CLI::Option* sandbox = app.add_flag(
            "--sandbox", options.sandbox,
            "scripts may start no commands, read only the folders of scripts and the working folder, and write only\n"
            "below the latter; .mod files with C code (VERBATIM), Python and compiled libraries that scripts load are\n"
            "refused (SECURITY.md)");
        app.add_option("--sandbox-read", options.sandbox_read, "let scripts also read this folder; may be repeated")
            ->type_name("FOLDER")
            ->allow_extra_args(false)
            ->needs(sandbox);
        app.add_option("--memory", options.memory, "memory limit of each rank, e.g. 4GB; default: the machine's memory")
            ->transform(CLI::AsSizeValue(false))
            ->type_name("SIZE");
        app.add_flag("--force", options.force, "make connections by rule even if they may not fit into memory");
        app.add_option_function<std::string>(
               "--checkpoint-every",
               [this](const std::string& text) {
                   try {
                       options.checkpoints.set_interval(text);
                   } catch (const std::invalid_argument& error) {
                       throw CLI::ValidationError("--checkpoint-every", error.what());
                   }
               },
               "save the state for --resume, and at SIGTERM or SIGUSR1, at this interval of the model's time (100 or\n"
               "100ms) or of the clock (90s, 30min, 2h)")
            ->type_name("TIME");
        app.add_option("--checkpoint", options.checkpoints.file,
                       "path of the checkpoint, also written at SIGTERM or SIGUSR1; default: the raster's name with\n"
                       ".checkpoint added, else ranvier.checkpoint")
            ->type_name("FILE");
        app.add_flag(
               "--resume{yes}", resume,
               "continue from the last complete checkpoint, if there is one; --resume=force: even if scripts, .mod\n"
               "files or parameters have changed")
            ->check(CLI::IsMember({"yes", "force"}));
        app.add_flag("--mpi", options.mpi, "use MPI even without a launcher");
        app.add_option(
               "--progress", progress,
               "show the progress of a run: auto (a line on the terminal, elsewhere a line now and then in long\n"
               "runs), on (elsewhere a line every 5 s), off; default: auto, with --quiet off")
            ->check(CLI::IsMember({"auto", "on", "off"}));
        app.add_flag(
            "--python", python,
            "run Python (files *.py are Python anyway): the words after the script are its arguments; without a\n"
            "file, the standard input is Python");
        app.add_flag("--quiet", options.quiet, "print no summary and no progress line");
        app.footer(
            "The summary: simulated: the model's time that this run has computed; real-time factor: the clock's time over\n"
            "the model's (8: a second of the model takes 8 s); update: matrices, solution, states; deliver: events and\n"
            "NET_RECEIVE; collocate: collecting spikes and samples; communicate: the exchange between ranks;\n"
            "synchronize: waiting for ranks; wait: waiting for threads; script: statements between steps; fired: spikes\n"
            "of all sources; deliveries: of spikes to targets; raster: spikes in the file (docs/getting-started.md).");
    }

    void add_file(const std::string& path) {
        using Kind = Input::Kind;
        if (!python && is_circuit(path)) {
            add_circuit(path);
            return;
        }
        if (!python) check_is_script(path);
        if (python && !options.python_arguments.empty()) {
            options.python_arguments.push_back(path);
        } else if (path == "-") {
            options.inputs.push_back({python ? Kind::python_standard_input : Kind::standard_input, path});
        } else if (!python && (path.ends_with(".h5") || path.ends_with(".hdf5"))) {
            options.inputs.push_back({Kind::extracted, path});
        } else if (!python && !path.ends_with(".py")) {
            options.inputs.push_back({Kind::file, path});
        } else {
            options.inputs.push_back({Kind::python_file, path});
            if (python) options.python_arguments.assign(1, path);
        }
    }

    void add_circuit(const std::string& path) {
        if (files.size() > 1) throw CLI::ValidationError(path + " is a SONATA configuration, which is run alone");
        options.python_arguments = circuit_arguments("run", path, circuit);
        options.inputs.push_back({Input::Kind::python_file, options.python_arguments[0]});
    }

    /// Files and statements in the order of the command line.
    void order_inputs(const CLI::App& app) {
        std::size_t file = 0, statement = 0;
        for (const CLI::Option* option : app.parse_order()) {
            if (option == files_option && file < files.size()) {
                const std::string& path = files[file++];
                add_file(path);
            } else if (option == statements_option && statement < statements.size()) {
                options.inputs.push_back({Input::Kind::statement, statements[statement++]});
            }
        }
        if (python && options.inputs.empty()) add_file("-");
        options.vector_math = math == "vector";
        options.math_is_given = math_option && math_option->count() > 0;
        options.orders_as_ranks = event_order == "ranks";
        options.exact_tables = tables == "exact";
        options.ignores_not_finite = not_finite == "continue";
        if (!progress.empty()) options.progress = progress_wish(progress);
        options.checkpoints.resume = !resume.empty();
        options.checkpoints.force = resume == "force";
    }
};

/// Removes the options of what a run writes or shows, for commands that never run.
void remove_results(CLI::App& app) {
    for (const char* name :
         {"--raster", "--connections", "--report", "--trace", "--trace-file", "--intervals", "--figures", "--buttons",
          "--press", "--checkpoint-every", "--checkpoint", "--resume", "--progress", "--quiet"}) {
        app.remove_option(app.get_option(name));
    }
}

CLI::App* add_advise(CLI::App& to, AdviseWords& words) {
    CLI::App* app = to.add_subcommand(
        "advise",
        "recommends an exchange strategy and a placement for a recorded network, on any number of ranks of a machine");
    app->add_option("summary", words.summary,
                    "of a run with --raster, --connections, --intervals and --summary FILE.json")
        ->required()
        ->type_name("FILE");
    app->add_option("--ranks", words.ranks, "numbers of ranks")
        ->required()
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("N,N")
        ->check(CLI::Range(1, 1 << 30));
    CLI::Option* machine =
        app->add_option("--machine", words.machine, "machine whose costs to use; see ranvier exchange machines")
            ->capture_default_str();
    app->add_option("--machine-file", words.machine_file, "costs in JSON, as written by ranvier exchange calibrate")
        ->excludes(machine)
        ->type_name("FILE");
    app->add_option("--core-speed", words.core_speed,
                    "speed of a core of the machine, in units of the core on which the run was recorded")
        ->check(CLI::PositiveNumber);
    app->add_option("--raster", words.raster, "the raster of the run [default: as the summary says]")
        ->type_name("FILE");
    app->add_option("--edges", words.edges, "the connections of the run [default: as the summary says]")
        ->type_name("FILE");
    app->add_option("--placement", words.placements,
                    "placements to try [default: round_robin, and by_area if there are areas]")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"round_robin", "consecutive", "random", "recorded", "by_area", "metis"}));
    app->add_option("--exchange", words.exchanges,
                    "strategies to try; may be repeated [default: the main ones; see ranvier exchange list]")
        ->allow_extra_args(false);
    app->add_flag("--estimate", words.estimates,
                  "estimate from counts and the machine's constants also what could be simulated, which is faster");
    return app;
}

struct SimulateCommand {
    SimulateWords words;
    std::string topology = "random", placement = "round_robin";
    CLI::Option *cells = nullptr, *tstop = nullptr, *dt = nullptr, *placed = nullptr, *core_speed = nullptr;
    std::vector<CLI::Option*> const_costs;  // those that measured times replace

    void add_to(CLI::App& app) {
        exchange::StudyOptions& options = words.options;
        exchange::ArtificialNet& net = options.net;
        app.add_option("--ranks", options.ranks, "simulated ranks")->required()->check(CLI::Range(1, 1 << 20));
        app.add_option("--exchange", options.exchange, "exchange strategy; see ranvier exchange list")
            ->capture_default_str();
        CLI::Option* raster = app.add_option("--raster", words.recorded.raster,
                                             "simulate a recorded run instead of the net of Hines et al.: its spikes")
                                  ->type_name("FILE");
        CLI::Option* edges =
            app.add_option("--edges", words.recorded.edges,
                           "the connections of the recorded run, as written by ranvier run --connections")
                ->type_name("FILE")
                ->needs(raster);
        raster->needs(edges);
        CLI::Option* summary = app.add_option("--summary", words.recorded.summary,
                                              "the summary of the recorded run: where and when its cells fired")
                                   ->type_name("FILE")
                                   ->needs(raster);
        app.add_option(
               "--times", words.recorded.times,
               "summaries of replays of single ranks (ranvier replay --rank R --of N): the times of these ranks;\n"
               "the other ranks are drawn from them")
            ->type_name("FILE ...")
            ->needs(raster);
        app.add_option("--area-size", words.recorded.area_size,
                       "with --raster: so many consecutive cells are an area; else areas are those of the summary")
            ->check(CLI::PositiveNumber)
            ->needs(raster);
        app.add_option("--longest-interval", words.recorded.longest_interval,
                       "with --raster, without --summary: the argument of pc.set_maxstep [ms]")
            ->check(CLI::PositiveNumber)
            ->needs(raster)
            ->excludes(summary)
            ->capture_default_str();
        cells = app.add_option("--cells", net.cells, "number of cells; with --raster: their gids are 0 to this less 1")
                    ->excludes(summary)
                    ->capture_default_str();
        app.add_option("--connections", net.connections,
                       "mean number of connections onto a "
                       "cell")
            ->excludes(raster)
            ->capture_default_str();
        app.add_option("--connections-range", net.connections_range,
                       "range of the number of connections, uniform around the mean")
            ->excludes(raster)
            ->capture_default_str();
        app.add_option("--topology", topology, "sources of the connections")
            ->check(CLI::IsMember({"random", "adjacent"}))
            ->excludes(raster)
            ->capture_default_str();
        app.add_option("--groups", net.groups,
                       "groups of cells that burst one after the other, for 50 ms each; 0: "
                       "none")
            ->excludes(raster)
            ->capture_default_str();
        app.add_option("--seed", net.seed, "seed of the net, and of random placement")->capture_default_str();
        app.add_option("--tbegin", options.tbegin, "start of the run [ms]; no cell fires in the first 20 ms")
            ->excludes(raster)
            ->capture_default_str();
        tstop =
            app.add_option("--tstop", options.tstop, "end of the run [ms]")->excludes(summary)->capture_default_str();
        dt = app.add_option("--dt", options.dt, "step [ms]; all delays of the net are 1 ms")
                 ->excludes(summary)
                 ->capture_default_str();
        placed = app.add_option("--placement", placement,
                                "placement of cells on ranks: round_robin, consecutive, random; with --raster also "
                                "recorded, by_area,\nmetis")
                     ->check(CLI::IsMember({"round_robin", "consecutive", "random", "recorded", "by_area", "metis"}))
                     ->capture_default_str();
        auto* machine = app.add_option("--machine", words.machine,
                                       "machine whose costs to use; see ranvier exchange "
                                       "machines")
                            ->capture_default_str();
        app.add_option("--machine-file", words.machine_file, "costs in JSON, as written by ranvier exchange calibrate")
            ->excludes(machine);
        core_speed =
            app.add_option("--core-speed", options.core_speed,
                           "speed of a core of the machine, in units of the core on which the run was recorded;\n"
                           "measured times are divided by it [default: the machine file's core_speed, else 1]")
                ->check(CLI::PositiveNumber)
                ->needs(raster);
        const std::string without = ", where the summary has no measured times";
        const_costs = {
            add_cost(app, "--step-cost", options.costs.step_s, "work of a rank in each step" + without),
            add_cost(app, "--event-cost", options.costs.event_s, "work for each input to a cell" + without),
            add_cost(app, "--spike-cost", options.costs.spike_s, "work for each spike that a cell fires" + without)};
        add_cost(app, "--lookup-cost", options.costs.lookup_s, "work for each spike that arrives");
        add_cost(app, "--buffer-cost", options.costs.buffer_s, "work for reading each rank's buffer");
        add_cost(app, "--message-cost", options.costs.message_s, "work for each message, in addition to the machine's");
        app.add_flag("--intervals", options.logs_intervals, "include the times of each interval");
        app.add_flag("--json", words.as_json, "print JSON with everything that is known, instead of a table");
        app.add_option("--out", words.out, "write the JSON to this file, and print nothing");
        app.add_flag("--force", words.force, "simulate even if memory may not suffice");
    }

    void finish() {
        RecordedWords& recorded = words.recorded;
        if (!recorded.raster.empty()) {
            if (placed->count() > 0) words.recorded_placement = placement;
            recorded.cells = cells->count() > 0 ? words.options.net.cells : 0;
            recorded.dt = dt->count() > 0 ? words.options.dt : 0;
            recorded.tstop = tstop->count() > 0 ? words.options.tstop : 0;
        } else if (placement != "round_robin" && placement != "consecutive" && placement != "random") {
            throw CLI::ValidationError("--placement", placement + " needs a recorded run, with --raster");
        }
        words.has_core_speed = core_speed->count() > 0;
        for (const CLI::Option* cost : const_costs) {
            if (cost->count() > 0) words.constant_cost = cost->get_name();
        }
        words.options.net.is_adjacent = topology == "adjacent";
        words.options.placement = placement == "random"        ? exchange::Placement::random
                                  : placement == "consecutive" ? exchange::Placement::consecutive
                                                               : exchange::Placement::round_robin;
    }

  private:
    static CLI::Option* add_cost(CLI::App& app, const char* name, double& seconds, const std::string& meaning) {
        const std::map<std::string, double> units = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
        return app.add_option(name, seconds, meaning)
            ->transform(CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE))
            ->check(CLI::NonNegativeNumber)
            ->type_name("TIME")
            ->capture_default_str();
    }
};

/// `ranvier plot RASTER`, `ranvier plot populations RASTER`, `ranvier plot report FILE` and `ranvier plot intervals
/// RASTER ...`.
struct PlotWords {
    std::string raster, figure, title, report, population, cells, start, tstop, gids;
    std::vector<std::string> rasters, groups, names;

    void add_to(CLI::App& app, int& status) {
        add_output_to(app);
        app.add_option("file", raster, "a raster (SONATA or text), a report, traces, or a summary with intervals");
        add_period_to(app);
        app.add_option("--gids", gids, "cells to draw: 0-3,7; default: all")->type_name("GIDS");
        app.add_option("--population", names,
                       "draw only this population, as the script has named it (pc.cells) or the file; may be repeated")
            ->allow_extra_args(false)
            ->type_name("NAME");
        app.add_option("--group", groups,
                       "populations by gid instead: START to STOP - 1, or each STEP-th of them; may be repeated")
            ->allow_extra_args(false)
            ->type_name("NAME=START:STOP[:STEP]");
        CLI::App* intervals = app.add_subcommand("intervals",
                                                 "plots the time of each exchange interval of runs with "
                                                 "--intervals");
        intervals->add_option("summaries", rasters, "of --summary FILE.json, a panel for each; or older rasters")
            ->required();
        add_output_to(*intervals);
        CLI::App* traces = app.add_subcommand("report", "plots the traces of a report");
        traces->add_option("report", report, "SONATA file, of --report or of another program")->required();
        traces->add_option("--population", population, "population, if the file has several");
        traces->add_option("--cells", cells, "gids: 0-3,7, or E:0-3 of population E; default: all")->type_name("GIDS");
        add_output_to(*traces);
        CLI::App* populations =
            app.add_subcommand("populations", "plots spikes, rates, intervals and correlations of populations");
        populations->add_option("raster", raster, "SONATA or text file of spikes")->required();
        populations
            ->add_option("--group", groups,
                         "a population and its gids, START to STOP - 1; default: those that the script has named")
            ->allow_extra_args(false)
            ->type_name("NAME=START:STOP");
        add_period_to(*populations);
        add_output_to(*populations);
        app.callback([this, intervals, traces, populations, &status] {
            if (traces->parsed()) {
                std::vector<std::string> list{report};
                if (!population.empty()) list.insert(list.end(), {"--population", population});
                if (!cells.empty()) list.insert(list.end(), {"--cells", cells});
                status = plot_command("plot_report", words(list, "report.png"));
            } else if (intervals->parsed()) {
                status = plot_command("plot_intervals", words(rasters, "intervals.png"));
            } else if (populations->parsed()) {
                status = plot_command("plot_populations", words(with_groups_and_period({raster}), "populations.png"));
            } else if (raster.empty()) {
                throw CLI::RequiredError("file");
            } else {
                std::vector<std::string> list = with_groups_and_period({raster});
                if (!gids.empty()) list.insert(list.end(), {"--gids", gids});
                for (const std::string& name : names) list.insert(list.end(), {"--population", name});
                status = plot_command("auto", words(list, std::filesystem::path(raster).stem().string() + ".png"));
            }
        });
    }

  private:
    void add_output_to(CLI::App& app) {
        app.add_option("-o,--output", figure, "figure: .png, .svg or .pdf; default: named after the file or its kind");
        app.add_option("--title", title, "title of the figure");
    }

    void add_period_to(CLI::App& app) {
        app.add_option("--start", start,
                       "spikes count from here; default: when recording began, if the file says it, else 0")
            ->type_name("MS");
        app.add_option("--tstop", tstop, "end; default: that of the run, if the file says it, else the last spike")
            ->type_name("MS");
    }

    std::vector<std::string> with_groups_and_period(std::vector<std::string> list) const {
        for (const std::string& group : groups) list.insert(list.end(), {"--group", group});
        if (!start.empty()) list.insert(list.end(), {"--start", start});
        if (!tstop.empty()) list.insert(list.end(), {"--tstop", tstop});
        return list;
    }

    std::vector<std::string> words(std::vector<std::string> list, const std::string& usual_figure) const {
        list.insert(list.end(), {"-o", figure.empty() ? usual_figure : figure});
        if (!title.empty()) list.insert(list.end(), {"--title", title});
        return list;
    }
};

}  // namespace

/// The command that these words name. Throws CLI::ValidationError if there is none.
const CLI::App& find_command_app(const CLI::App& app, std::span<const std::string> words) {
    if (words.empty()) return app;
    for (const CLI::App* each : commands_of(app)) {
        if (each->get_name() == words[0]) return find_command_app(*each, words.subspan(1));
    }
    throw CLI::ValidationError(fmt::format("{} has no command {}", full_name(app), words[0]));
}

void add_pages(const CLI::App& command, std::vector<Page>& pages) {
    pages.push_back({manual_file(command), manual_page(command)});
    for (const CLI::App* each : commands_of(command)) add_pages(*each, pages);
}

int ranvier_command(std::span<const std::string> arguments) {
    CLI::App app{"Simulates networks of nerve cells written in hoc and NMODL."};
    app.name("ranvier");
    app.formatter(std::make_shared<HelpPage>());
    app.set_version_flag("--version", std::string("ranvier ") + version_text);
    app.require_subcommand(1);
    int status = 0;

    RunCommand run_command;
    CLI::App* run_app = app.add_subcommand("run", "runs hoc scripts (short form: ranvier FILE.hoc)");
    run_command.add_to(*run_app);
    run_app->callback([&] {
        run_command.order_inputs(*run_app);
        status = run(run_command.options);
    });

    CircuitWords validated;
    std::string configuration;
    CLI::App* validate_app =
        app.add_subcommand("validate", "checks a SONATA circuit, and prints its populations and their gids");
    validate_app->add_option("file", configuration, "the circuit's configuration, a JSON file")->required();
    add_circuit_words(*validate_app, validated);
    validate_app->callback([&] {
        RunOptions options;
        options.quiet = true;
        options.python_arguments = circuit_arguments("validate", configuration, validated);
        options.inputs.push_back({Input::Kind::python_file, options.python_arguments[0]});
        status = run(options);
    });

    RunCommand estimate_command;
    CLI::App* estimate_app = app.add_subcommand(
        "estimate", "runs a script up to its first run, and says what memory its connections by rule will take");
    estimate_command.add_to(*estimate_app);
    remove_results(*estimate_app);
    estimate_app->callback([&] {
        estimate_command.order_inputs(*estimate_app);
        estimate_command.options.estimates = estimate_command.options.quiet = true;
        status = run(estimate_command.options);
    });

    RunCommand build_command;
    DryRunOptions dry_run;
    CLI::App* build_app = app.add_subcommand(
        "build", "makes one rank's share of a network on many ranks, and says what time and memory each part took");
    build_command.add_to(*build_app);
    remove_results(*build_app);
    bool only_one_rank = false;
    build_app->add_flag("--dry-run", only_one_rank, "only this rank exists (docs/networks.md)")->required();
    build_app->add_option("--ranks", dry_run.ranks, "the ranks of the full run")
        ->required()
        ->check(CLI::Range(1, std::numeric_limits<int>::max()));
    build_app->add_flag("--json", dry_run.as_json, "print JSON instead of a table");
    build_app->add_option("--rank", dry_run.rank, "the rank to build")->check(CLI::NonNegativeNumber);
    build_app->callback([&] {
        if (dry_run.rank >= dry_run.ranks) throw CLI::ValidationError("--rank", "must be less than --ranks");
        build_command.order_inputs(*build_app);
        build_command.options.dry_run = dry_run;
        build_command.options.quiet = true;
        status = run(build_command.options);
    });

    RunCommand replay_command;
    ReplayOptions replay;
    std::string cells;
    CLI::App* replay_app = app.add_subcommand(
        "replay", "reruns some cells of a network, while the others fire from the raster of the whole run");
    replay_command.add_to(*replay_app);
    replay_app->get_option("--raster")->description("raster of the whole network, SONATA or text")->required();
    CLI::Option_group* which = replay_app->add_option_group("Cells to run, by one of");
    which->add_option("--cells", cells, "gids: 3,7,10-19 or @FILE; E:0-9 are cells of population E")->type_name("GIDS");
    which->add_option("--populations", replay.populations, "cells that fire in these populations of the raster")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAME,NAME");
    which
        ->add_option("--expr", replay.expression,
                     "cells for which this hoc expression is not 0, e.g. 'gid % 10 == "
                     "3'")
        ->type_name("EXPRESSION IN gid");
    which->require_option(0, 1);
    replay_app->add_option("--population", replay.population, "use only this population of the raster");
    constexpr int most_ranks = std::numeric_limits<int>::max();
    replay_app->add_option("--rank", replay.rank, "value of pc.id in the script ...")
        ->check(CLI::Range(0, most_ranks - 1));
    auto* of =
        replay_app->add_option("--of", replay.of, "... and of pc.nhost: the script builds the cells of that rank")
            ->check(CLI::Range(1, most_ranks));
    replay_app
        ->add_option("--placement", replay.placement,
                     "how the script places cells on ranks; without --cells, --populations and --expr, the\n"
                     "cells of the rank run: round_robin, consecutive, random, by_area")
        ->check(CLI::IsMember({"round_robin", "consecutive", "random", "by_area"}))
        ->needs(of)
        ->capture_default_str();
    replay_app->add_option("--seed", replay.seed, "seed of random placement")->needs(of)->capture_default_str();
    replay_app
        ->add_option("--recorded", replay.recorded,
                     "summary of the recorded run, which names its cells and areas; default: the raster, if it names\n"
                     "consecutive gids")
        ->needs(of);
    std::string replayed;
    replay_app->add_option("--out", replayed,
                           "write the spikes of these cells to FILE: SONATA if it ends in .h5 or .hdf5, "
                           "else text");
    replay_app->add_flag(
        "--verify", replay.verify,
        "compare the spikes of these cells with the raster: identical, or the first difference and status 1");
    replay_app->callback([&] {
        replay_command.order_inputs(*replay_app);
        if (replay_command.options.checkpoints.any()) {
            throw CLI::ValidationError("a replay has no checkpoints: use --checkpoint-every and --resume with run");
        }
        const bool has_chosen =
            std::ranges::any_of(std::array{"--cells", "--populations", "--expr"},
                                [&](const char* name) { return which->get_option(name)->count() > 0; });
        if (has_chosen && replay_app->get_option("--placement")->count() > 0) {
            throw CLI::ValidationError(
                "--placement chooses the cells of --rank; leave out --cells, --populations and --expr");
        }
        if (!has_chosen && of->count() == 0) {
            throw CLI::ValidationError(
                "choose the cells to run with --cells, --populations or --expr, or a rank of several with --rank and --of");
        }
        replay.raster = std::exchange(replay_command.options.raster, replayed);
        choose_cells(replay, which->get_option("--cells")->count() > 0, cells);
        replay_command.options.replay = replay;
        status = run(replay_command.options);
    });

    RunCommand extract_command;
    ReplayOptions extracted;
    std::string extracted_cells;
    CLI::App* extract_app = app.add_subcommand(
        "extract",
        "writes some cells of a network, with all that reaches them, to one file, which ranvier run FILE runs anywhere");
    extract_command.add_to(*extract_app);
    extract_app->remove_option(extract_app->get_option("--raster"));
    for (const char* name : {"--connections", "--report", "--trace", "--trace-file", "--intervals", "--figures",
                             "--buttons", "--press", "--checkpoint-every", "--checkpoint", "--resume"}) {
        extract_app->remove_option(extract_app->get_option(name));
    }
    extract_app->add_option("--raster", extracted.raster, "raster of the whole network, SONATA or text")
        ->type_name("FILE")
        ->required();
    extract_app->add_option("--cells", extracted_cells, "gids: 3,7,10-19 or @FILE; E:0-9 are cells of population E")
        ->type_name("GIDS")
        ->required();
    extract_app->add_option("--population", extracted.population, "use only this population of the raster");
    extract_app->add_option("--rank", extracted.rank, "value of pc.id in the script ...")
        ->check(CLI::Range(0, most_ranks - 1));
    extract_app->add_option("--of", extracted.of, "... and of pc.nhost: the script builds the cells of that rank")
        ->check(CLI::Range(1, most_ranks));
    extract_app->add_option("--out", extract_command.options.extract, "the file, HDF5: cells.h5")
        ->type_name("FILE")
        ->required();
    extract_app->callback([&] {
        extract_command.order_inputs(*extract_app);
        choose_cells(extracted, true, extracted_cells);
        extract_command.options.replay = extracted;
        extract_command.options.quiet = true;
        status = run(extract_command.options);
    });

    CompileWords compile;
    std::string math = "vector";
    CLI::App* compile_app = app.add_subcommand("compile", "compiles .mod files into the cache, ahead of a run");
    compile_app->add_option("files", compile.files, "files or folders; default: this folder");
    compile_app->add_option("--math", math)->check(CLI::IsMember({"vector", "libm"}))->capture_default_str();
    compile_app
        ->add_option("--isa", compile.isa,
                     "instruction set: native (this CPU), another one, or all (for "
                     "clusters)")
        ->check(CLI::IsMember({"native", "baseline", "avx2", "avx512", "all"}))
        ->capture_default_str();
    compile_app->add_option("--print-after", compile.print_after,
                            "print each file as NMODL after this pass; list: print the names of the passes");
    compile_app
        ->add_option("--dump", compile.dump,
                     "cpp: print the generated C++; vectorization: print the compiler's report on each loop")
        ->check(CLI::IsMember({"cpp", "vectorization"}));
    compile_app->add_flag("--units", compile.units, "check units instead of compiling");
    compile_app->add_flag("-v,--verbose", compile.verbose, "print the compiler's command lines");
    compile_app->callback([&] {
        compile.vector_math = math == "vector";
        status = compile_command(compile);
    });

    std::vector<std::string> explained;
    std::string format = "plain";
    CLI::App* explain_app =
        app.add_subcommand("explain", "describes what .mod files compute: states, currents, ions, equations");
    explain_app->add_option("files", explained, "files, folders, or names of built-in mechanisms, such as hh")
        ->required();
    explain_app->add_option("--format", format)->check(CLI::IsMember({"plain", "latex"}))->capture_default_str();
    explain_app->callback([&] { status = explain_command(explained, format); });

    PlotWords plot;
    plot.add_to(*app.add_subcommand(
                    "plot", "plots what a file holds: spikes, a report, traces, or the time of exchange intervals"),
                status);

    std::string logs, recovered;
    bool replaces = false;
    CLI::App* raster_app = app.add_subcommand("raster", "recovers, converts or compares rasters");
    raster_app->require_subcommand(1);
    CLI::App* recover_app =
        raster_app->add_subcommand("recover", "after a crash: rebuilds the raster or report from the ranks' logs");
    recover_app->add_option("file", logs, "the path given to --raster or --report")->required();
    recover_app->add_option("--out", recovered, "write to FILE instead, which leaves that file as it is")
        ->type_name("FILE");
    recover_app->add_flag("--replace", replaces, "replace a file that an earlier run has written");
    recover_app->callback([&] { status = recover_command(logs, recovered, replaces); });
    std::string first_raster, second_raster, population;
    CLI::App* convert_app = raster_app->add_subcommand("convert", "rewrites a raster, sorted by time and gid");
    convert_app->add_option("from", first_raster, "raster from any program, SONATA or text")->required();
    convert_app->add_option("to", second_raster, "SONATA if it ends in .h5 or .hdf5, else text")->required();
    convert_app->add_option("--population", population, "population, if the file has several");
    convert_app->callback([&] { status = convert_raster_command(first_raster, second_raster, population); });
    CLI::App* compare_app = raster_app->add_subcommand("compare", "compares two rasters; status 1 if they differ");
    compare_app->add_option("one", first_raster, "SONATA or text")->required();
    compare_app->add_option("other", second_raster, "SONATA or text")->required();
    compare_app->add_option("--population", population, "population, if the files have several");
    compare_app->callback([&] { status = compare_rasters_command(first_raster, second_raster, population); });

    std::string subject;
    CLI::App* doc_app =
        app.add_subcommand("doc", "describes a function or class of hoc; doc hoc prints the whole reference");
    doc_app->add_option("name", subject, "a function, class or Class.method; or hoc")->required();
    doc_app->callback([&] { status = doc_command(subject); });

    app.add_subcommand("doctor", "checks this machine for the programs and libraries that runs need")->callback([&] {
        status = doctor_command();
    });
    CLI::App* exchange_app = app.add_subcommand("exchange", "describes exchange strategies and estimates their cost");
    exchange_app->require_subcommand(1);
    CLI::App* list_app = exchange_app->add_subcommand("list", "describes the strategies");
    bool only_specifications = false;
    int together = 0;
    CLI::Option* every = list_app->add_flag("--specifications", only_specifications,
                                            "print each combination of options instead, one per line, for --exchange");
    list_app
        ->add_option("--covering", together,
                     "print only a selection in which any 1, 2 or 3 option values occur together at least once")
        ->check(CLI::Range(1, 3))
        ->needs(every);
    bool list_as_json = false;
    list_app->add_flag("--json", list_as_json, "print an array of strategies with their options")->excludes(every);
    list_app->callback([&] { status = list_exchanges_command(only_specifications, together, list_as_json); });
    bool as_json = false;
    CLI::App* machines_app = exchange_app->add_subcommand("machines", "describes the machines known to simulate");
    machines_app->add_flag("--json", as_json, "print an array of what --machine-file takes");
    machines_app->callback([&] { status = list_machines_command(as_json); });
    std::string calibrated;
    CLI::App* calibrate_app = exchange_app->add_subcommand(
        "calibrate",
        "measures the cost of messages and collectives on this machine: mpiexec.mpich -n N ranvier exchange "
        "calibrate");
    calibrate_app->add_option("--out", calibrated, "write the JSON to this file instead of the standard output");
    calibrate_app->callback([&] { status = calibrate_exchange_command(calibrated); });
    SimulateCommand simulate;
    CLI::App* simulate_app = exchange_app->add_subcommand(
        "simulate",
        "estimates the cost of a strategy on another machine: a recorded run, or the net of Hines et al. 2011, on "
        "simulated ranks");
    simulate.add_to(*simulate_app);
    simulate_app->callback([&] {
        simulate.finish();
        status = simulate_exchange_command(simulate.words);
    });

    AdviseWords advise;
    add_advise(app, advise)->callback([&] { status = advise_command(advise); });

    // Listed here for --help; their words are read by Python.
    app.add_subcommand("study", "plans, runs, compares and reports comparison studies (docs/studies.md)");
    app.add_subcommand("view", "makes an interactive page of rasters and reports");

    std::vector<std::string> described;
    std::string folder;
    CLI::App* manual_app = app.add_subcommand(
        "manual", "prints the manual page of a command: ranvier manual run | man -l -; or writes those of all");
    manual_app->add_option("command", described, "such as: exchange simulate; default: ranvier itself");
    manual_app->add_option("--to", folder, "write the pages of all commands to this folder")->type_name("DIR");
    manual_app->callback([&] {
        std::vector<Page> pages;
        folder.empty() ? (void)pages.push_back({"", manual_page(find_command_app(app, described))})
                       : add_pages(app, pages);
        status = write_pages_command(pages, folder);
    });
    std::string shell;
    CLI::App* completion_app = app.add_subcommand(
        "completion",
        "prints what lets a shell complete commands, options and files: eval \"$(ranvier completion bash)\"");
    completion_app->add_option("shell", shell)->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
    completion_app->callback([&] { status = write_pages_command({{"", completion(app, shell)}}, ""); });

    std::vector<std::string> words;
    try {
        words = with_command(arguments);
    } catch (const std::invalid_argument& error) {
        if (speaks()) fmt::print(stderr, "ranvier: {}\nranvier --help describes all commands\n", error.what());
        return 2;
    }
    if (words[0] == "study" || words[0] == "view") {
        return study_command(words[0] == "study" ? std::span(words).subspan(1) : std::span(words));
    }
    if (!is_parallel(words)) discard_output_unless_speaking();
    std::reverse(words.begin(), words.end());  // the order that CLI11 expects
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        const bool is_wrong = error.get_exit_code() != 0;  // else --help or --version
        if (speaks()) is_wrong ? (void)std::fputs(usage_error(app, error).c_str(), stderr) : (void)app.exit(error);
        return is_wrong ? 2 : 0;
    }
    return status;
}

int nrniv_command(std::span<const std::string> arguments, const std::string& command) {
    for (const std::string& word : arguments) {
        if (word == "--version") {
            if (speaks()) std::printf("ranvier %s\n", version_text);
            return 0;
        }
        if (word == "-h" || word == "-help" || word == "--help") {
            if (!speaks()) return 0;
            std::puts(
                "nrniv [options] FILE.hoc ... [-]\n"
                "  -mpi              run in parallel (the default under mpiexec)\n"
                "  -c STMT           run a statement\n"
                "  -dll PATH         load mechanisms: a folder with .mod files\n"
                "  -nobanner -nogui -notatty -NSTACK n -NFRAME n   accepted\n"
                "  -nopython         without Python: nrnpython returns 0, and a PythonObject has no members\n"
                "  -isatty           prompt even if the standard input is a pipe\n"
                "  -                 read the standard input, as without a file; after -python: as Python\n"
                "Ranvier's own: --raster FILE, --report FILE:..., --math libm|vector, --compat 8.2|9, --exchange NAME, "
                "--threads N,\n"
                "--figures DIR, --buttons, --press LABEL, --sandbox, --sandbox-read FOLDER, --checkpoint-every TIME, --checkpoint FILE, "
                "--resume[=force], --progress auto|on|off.\n"
                "See ranvier run --help.");
            return 0;
        }
    }
    return run(parse_nrniv(arguments, command));
}

}  // namespace ranvier::program
