#include "hoc_like/library/run/vector_record.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hoc_like/library/cable/cables.hpp"
#include "hoc_like/library/cable/point_process.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

using engine::Simulation;

/// What a Vector records, one variable, and plays, into as many as it likes; it stops when it goes.
class VectorLinks {
  public:
    explicit VectorLinks(Simulation& simulation) : simulation_{simulation} {}

    void set_record(const engine::Samples& vector, engine::RecordId id) { links_[vector].record = id; }
    void add_play(const engine::Samples& vector, Simulation::PlayId id) { links_[vector].plays.push_back(id); }
    void end_play(Simulation::PlayId id) { simulation_.remove_play(id); }

    void remove_record(const engine::Samples& vector) {
        const auto links = links_.find(vector);
        if (links == links_.end() || !links->second.record) return;
        simulation_.remove_record(*std::exchange(links->second.record, std::nullopt));
    }
    void remove(const engine::Samples& vector) {
        remove_record(vector);
        const auto links = links_.find(vector);
        if (links == links_.end()) return;
        for (const Simulation::PlayId id : links->second.plays) simulation_.remove_play(id);
        links_.erase(links);
    }

  private:
    struct Links {
        std::optional<engine::RecordId> record;
        std::vector<Simulation::PlayId> plays;
    };

    Simulation& simulation_;
    std::map<engine::Samples, Links> links_;
};

/// A play that ends with the first of its Vectors.
class PlayEnd {
  public:
    PlayEnd(std::weak_ptr<VectorLinks> links, Simulation::PlayId id) : links_{std::move(links)}, id_{id} {}
    PlayEnd(const PlayEnd&) = delete;
    PlayEnd& operator=(const PlayEnd&) = delete;
    ~PlayEnd() {
        if (const auto links = links_.lock()) links->end_play(id_);
    }

  private:
    std::weak_ptr<VectorLinks> links_;
    Simulation::PlayId id_;
};

engine::Samples samples(Call& call, int argument) {
    return call.native<VectorObject>(argument).data();
}

/// Methods take an optional point process before the reference, which NEURON uses to find the cell.
int first_after_point_process(Call& call) {
    return call.is_object(0) && call.object(0).as<PointProcess>() ? 1 : 0;
}

Result record(Call& call, Simulation& simulation, VectorLinks& links) {
    const int first = first_after_point_process(call);
    const NumberRefPtr from = call.reference(first);
    std::optional<double> dt;
    engine::Samples at_times;
    if (call.is_object(first + 1)) {
        at_times = samples(call, first + 1);
    } else if (call.size() > first + 1) {
        dt = call.number(first + 1);
    }
    const auto to = call.self_as<VectorObject>().data();
    links.remove_record(to);
    const auto* place = dynamic_cast<const EngineRef*>(from.get());
    links.set_record(to, place ? simulation.record(place->variable(), to, dt, at_times)
                               : simulation.record([from] { return from->load(); }, to, dt, at_times));
    return call.self() ? Result{ObjectPtr{call.self()}} : Result{0.};
}

/// play(&x, dt | tvec[, continuous]) or play(index): only the forms with a reference exist here.
Result play(Call& call, Session& session, const std::shared_ptr<VectorLinks>& links) {
    const int first = first_after_point_process(call);
    const auto values = call.self_as<VectorObject>().data();
    if (call.is_number(first)) call.fail("Vector.play(index) draws on a Graph; use Vector.plot, or play(&x, ...)");
    std::optional<double> dt;
    engine::Samples times;
    if (call.is_object(first + 1)) {
        times = samples(call, first + 1);
    } else if (call.size() > first + 1) {
        dt = call.number(first + 1);
    } else {
        dt = session.model().dt;
    }
    const bool continuous = call.is_number(first + 2) && call.number(first + 2) != 0;
    Simulation& simulation = session.simulation();
    const auto keep = [&](Simulation::PlayId id) {
        links->add_play(values, id);
        call.self_as<VectorObject>().attach(std::make_shared<PlayEnd>(links, id));
        if (times) call.native<VectorObject>(first + 1).attach(std::make_shared<PlayEnd>(links, id));
    };
    if (call.is_string(first)) {  // a statement with $1
        const std::string statement = call.string(first);
        const auto run = [&session, statement](double value) {
            std::string text = statement;
            const std::string number = fmt::format("{:.17g}", value);
            for (auto at = text.find("$1"); at != std::string::npos; at = text.find("$1", at + number.size())) {
                text.replace(at, 2, number);
            }
            session.interpreter().execute(text);
        };
        keep(simulation.play(run, values, times, dt, continuous));
        return self_result(call);
    }
    const NumberRefPtr to = call.reference(first);
    const auto* place = dynamic_cast<const EngineRef*>(to.get());
    keep(place ? simulation.play(place->variable(), values, times, dt, continuous)
               : simulation.play([to](double value) { to->store(value); }, values, times, dt, continuous));
    return self_result(call);
}

}  // namespace

std::vector<MethodDefinition> vector_record_methods(Session& session) {
    const auto links = std::make_shared<VectorLinks>(session.simulation());
    return {
        {"record", "record(&x[, dt | tvec])", "Records x at each step, every dt [ms], or at the times in tvec [ms].",
         [&session, links](Call& call) -> Result { return record(call, session.simulation(), *links); }},
        {"play", "play(&x, dt | tvec[, continuous])",
         "Sets x during the run: to each value at its time [ms], or linearly between them if continuous.",
         [&session, links](Call& call) -> Result { return play(call, session, links); }},
        {"play_remove", "play_remove()", "Stops recording into, or playing, this Vector.",
         [links](Call& call) -> Result {
             links->remove(call.self_as<VectorObject>().data());
             return 1.;
         }},
    };
}

}  // namespace ranvier::hoc
