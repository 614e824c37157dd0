#include <fmt/format.h>

#include "engine/simulation/simulation.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/scoped_statement.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

namespace {

/// A statement that finitialize runs, for as long as the object lives.
class InitializeHandler final : public Native {
  public:
    static constexpr std::string_view class_name = "FInitializeHandler";
    InitializeHandler(const Context& context, int stage, ScopedStatement statement)
        : context_{context}, stage_{stage}, statement_{std::move(statement)} {
        id_ = context.simulation.hooks().add_initialize_handler(stage, statement_);
    }
    ~InitializeHandler() override { context_.simulation.hooks().remove_initialize_handler(id_); }
    int stage() const { return stage_; }
    const ScopedStatement& statement() const { return statement_; }

  private:
    const Context& context_;
    int stage_;
    ScopedStatement statement_;
    engine::Hooks::Id id_;
};

/// Prints the statements of all handlers by stage, in NEURON's format.
Result print_all(Call& call) {
    const std::vector<ObjectPtr> handlers = call.interpreter().instances(InitializeHandler::class_name);
    for (int stage = 0; stage < 4; ++stage) {
        bool is_first = true;
        for (const ObjectPtr& each : handlers) {
            const auto& handler = *each.as<InitializeHandler>();
            if (handler.stage() != stage) continue;
            if (std::exchange(is_first, false))
                call.interpreter().print(fmt::format("Type {} FInitializeHandler statements\n", stage));
            const ObjectPtr scope = handler.statement().scope();
            call.interpreter().print(
                fmt::format("\t{}{}\n", scope ? scope->name() + "." : "", handler.statement().text()));
        }
    }
    return 0.;
}

}  // namespace

/// hoc's FInitializeHandler: a statement that finitialize runs.
void register_initialize_handler(Registry& registry, const Context& context) {
    ClassDefinition handler;
    handler.name = InitializeHandler::class_name;
    handler.signature = "FInitializeHandler([stage,] \"statement\"[, object])";
    handler.doc =
        "Runs a statement in finitialize. The stage says when: 0, before the INITIAL blocks; 1 (the default), after "
        "them; 2, at the end; 3, at the start. The statement runs at the top level or, if an object is given, in the "
        "object's scope.";
    handler.construct = [&context](Call& call) -> std::unique_ptr<Native> {
        const int first = call.is_number(0) ? 1 : 0;
        const int stage = first ? static_cast<int>(call.integer(0, 0, 3)) : 1;
        const ObjectPtr scope = call.size() > first + 1 ? call.object(first + 1) : ObjectPtr{};
        return std::make_unique<InitializeHandler>(context, stage,
                                                   ScopedStatement{call.interpreter(), call.string(first), scope});
    };
    handler.methods = {{"allprint", "allprint()", "Prints the statements of all handlers, by stage.", print_all}};
    registry.add(std::move(handler));
}

}  // namespace ranvier::hoc
