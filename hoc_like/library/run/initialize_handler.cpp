#include "hoc_like/library/run/run_functions.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

/// A statement that finitialize runs, for as long as the object lives.
class InitializeHandler final : public Native {
  public:
    static constexpr std::string_view class_name = "FInitializeHandler";
    InitializeHandler(Session& session, int stage, std::string statement, ObjectPtr scope) : session_{session} {
        id_ = session.simulation().add_initialise_handler(
            stage, [&session, statement = std::move(statement), scope = std::move(scope)] {
                session.interpreter().execute(statement, scope);
            });
    }
    ~InitializeHandler() override { session_.simulation().remove_initialise_handler(id_); }

  private:
    Session& session_;
    engine::Simulation::HandlerId id_;
};

}  // namespace

void register_initialize_handler(Registry& registry, Session& session) {
    ClassDefinition handler;
    handler.name = InitializeHandler::class_name;
    handler.signature = "FInitializeHandler([stage,] \"statement\"[, object])";
    handler.doc = "Runs a statement in finitialize: stage 0 before INITIAL blocks, 1 after (default), 2 at the end, 3 at the start. It "
        "runs at the top level, or in the object if one is given.";
    handler.construct = [&session](Call& call) -> std::unique_ptr<Native> {
        const int first = call.is_number(0) ? 1 : 0;
        const int stage = first ? static_cast<int>(call.integer(0, 0, 3)) : 1;
        const ObjectPtr scope = call.size() > first + 1 ? call.object(first + 1) : ObjectPtr{};
        return std::make_unique<InitializeHandler>(session, stage, call.string(first), scope);
    };
    handler.methods = {{"allprint", "allprint()", "Accepted; there is nothing to print without a screen.",
                        [](Call&) -> Result { return 0.; }}};
    registry.add(std::move(handler));
}

}  // namespace ranvier::hoc
