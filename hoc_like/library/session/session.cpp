#include "hoc_like/library/session/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/mechanisms/nmodl_random.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/network/board/bulletin_board.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/run/exchange_keeper.hpp"
#include "hoc_like/library/run/random_keeper.hpp"
#include "hoc_like/library/run/run_parts.hpp"
#include "hoc_like/library/run/vector_links.hpp"
#include "hoc_like/library/session/library.hpp"
#include "hoc_like/library/verbatim/context.hpp"

namespace ranvier::hoc {

/// In the order of construction. The interpreter ends first, because it destroys script objects, which refer to the rest.
struct Session::Owned {
    Owned(exchange::Transport& transport, std::string exchange_name, std::function<void(std::string_view)> out,
          const std::optional<Rank>& seen_as);

    Rank rank;
    ExchangeChoice exchange;
    ConstructionMeter construction;
    std::vector<Population> populations;
    NamedRules named_rules;
    GapJunctions gap_junctions;
    CellLoads loads;
    std::uint64_t early_draws = 0;  // from the process-wide random stream, until the end of the last initialization
    engine::Model model;
    engine::Network network{model};
    Cables cables{model, network};
    ObjectDirectory objects;
    engine::Simulation simulation;
    Context context;
    ScriptRun run{simulation, interpreter};
    ThreadChoice threads{simulation};
    BulletinBoardJobs board{context};
    std::shared_ptr<RandomGlobals> random = std::make_shared<RandomGlobals>();
    std::shared_ptr<HeadlessContext> headless = std::make_shared<HeadlessContext>();
    std::shared_ptr<VectorLinks> links = std::make_shared<VectorLinks>(simulation.records());
    VerbatimContext verbatim{context, run, random};
    Registry registry;
    MechanismCatalog catalog{context, verbatim};
    MechanismParts mechanisms{context, catalog, *random};
    ParallelParts parallel{context,     run,         exchange,      threads, board,  construction,
                           populations, named_rules, gap_junctions, loads,   nullptr};
    RunParts runs{context, run, *links, threads};
    LibraryParts parts{context, mechanisms, parallel, runs, random, headless};
    Interpreter interpreter;

  private:
    Registry& filled_registry();
    void add_hooks();
};

static Rank rank_of(const exchange::Transport& transport, const std::optional<Rank>& seen_as) {
    Rank rank = seen_as.value_or(Rank{.id = transport.rank(), .nhost = transport.size()});
    rank.lacks_ranks = rank.nhost != transport.size();
    return rank;
}

Session::Owned::Owned(exchange::Transport& transport, std::string exchange_name,
                      std::function<void(std::string_view)> out, const std::optional<Rank>& seen_as)
    : rank(rank_of(transport, seen_as)),
      exchange(transport, rank, std::move(exchange_name)),
      simulation(model, network, exchange.strategy(), transport),
      context{.model = model,
              .network = network,
              .simulation = simulation,
              .cables = cables,
              .interpreter = interpreter,
              .registry = registry,
              .transport = transport,
              .script_transport = transport.of_scripts(),
              .rank = rank,
              .objects = objects},
      interpreter(filled_registry(), cables, Streams{std::move(out)}) {
    install_library_scripts(interpreter);
    catalog.answer_for_offered();
    cables.set_locator([this] { return interpreter.location(); });
    cables.set_random_maker(
        [this](engine::InstanceId instance, int k) { return make_nmodl_random(context, instance, k); });
}

Registry& Session::Owned::filled_registry() {
    add_hooks();
    register_library(registry, parts);
    return registry;
}

void Session::Owned::add_hooks() {
    model.set_stream_group(static_cast<std::uint32_t>(rank.id));
    random->follow_index = [this](std::uint32_t index) { model.set_random_index(index); };
    simulation.states().add_keeper(std::make_shared<RandomKeeper>(random));
    simulation.states().add_keeper(std::make_shared<ExchangeKeeper>([this] { return exchange.automatic(); }));
    simulation.replay().set_stream_test(
        [random = random](const void* address) { return random->has_generator(address); });
    // A replay initializes all cells, so until then the stream is that of the recorded run.
    simulation.hooks().add_initialize_handler(2, [this] { early_draws = random->process_draws; });
}

Session::Session(exchange::Transport& transport, std::string exchange, std::function<void(std::string_view)> out,
                 std::optional<Rank> seen_as)
    : owned_(std::make_unique<Owned>(transport, std::move(exchange), std::move(out), seen_as)) {
    set_place([&interpreter = owned_->interpreter] { return interpreter.running_line(); });
}

Session::~Session() {
    owned_->random->follow_index = nullptr;
    owned_->cables.set_locator(nullptr);
    owned_->context.transport.set_place(nullptr);
    owned_->headless->controls.clear();  // they may hold objects of the interpreter
    owned_->network.changes().end();     // before cells are deleted one by one, which would take out each connection
    owned_->objects.release_all();
    owned_->network.close();
}

const Context& Session::context() const {
    return owned_->context;
}

const ParallelParts& Session::parallel() const {
    return owned_->parallel;
}

MechanismCatalog& Session::mechanisms() {
    return owned_->catalog;
}

const std::shared_ptr<RandomGlobals>& Session::random() {
    return owned_->random;
}

HeadlessContext& Session::headless() {
    return *owned_->headless;
}

void Session::set_files(RunFiles& files) {
    owned_->parallel.files = &files;
}

void Session::set_place(std::function<std::string()> place) {
    owned_->context.transport.set_place(place);
    owned_->rank.running_line = std::move(place);
}

std::string Session::replay_notice() const {
    const auto& replay = owned_->simulation.replay();
    if (!replay.is_active()) return {};
    std::vector<std::string> doubts = replay.doubts();
    if (owned_->random->process_draws > owned_->early_draws) {
        doubts.push_back("mechanisms drew from the random stream that all cells of a process share");
    }
    if (doubts.empty()) return {};
    return fmt::format("{}: the spikes may differ from the raster, so compare them", fmt::join(doubts, "; "));
}

}  // namespace ranvier::hoc
