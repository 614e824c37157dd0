#include <fmt/format.h>

#include "engine/cell/linear_mechanism.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/scoped_statement.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/matrix/matrix.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

/// hoc's LinearMechanism: its equations belong to the model as long as the object exists.
class LinearMechanismObject final : public Native {
  public:
    static constexpr std::string_view class_name = "LinearMechanism";

    LinearMechanismObject(engine::Model& model, std::shared_ptr<engine::LinearMechanism> equations)
        : model_{model}, equations_{std::move(equations)} {
        model_.add_linear_mechanism(equations_);
    }
    ~LinearMechanismObject() override {
        model_.remove_linear_mechanism(*equations_);
        // Prepared blocks hold the equations until the model is next prepared; the interpreter may be gone by then.
        equations_->c.reset();
        equations_->g.reset();
        equations_->before = nullptr;
    }
    bool is_valid() const { return model_.is_valid(*equations_); }

  private:
    engine::Model& model_;
    std::shared_ptr<engine::LinearMechanism> equations_;
};

// Keeps the matrix alive as long as the equations use it.
std::shared_ptr<const engine::WatchedMatrix> matrix(Call& call, int argument) {
    call.native<MatrixObject>(argument);
    const ObjectPtr object = call.object(argument);
    return {std::make_shared<ObjectPtr>(object), &object.as<MatrixObject>()->elements};
}

bool is_vector(Call& call, int argument) {
    return call.is_object(argument) && call.object(argument).as<VectorObject>() != nullptr;
}

void check_sizes(Call& call, const engine::LinearMechanism& m) {
    const auto n = static_cast<Eigen::Index>(m.size());
    const auto square = [&](const Eigen::MatrixXd& matrix, const char* name) {
        if (matrix.rows() == n && matrix.cols() == n) return;
        fail(call, fmt::format("{} is {} x {}, but y has {} elements", name, matrix.rows(), matrix.cols(), n));
    };
    square(m.c->values(), "c");
    square(m.g->values(), "g");
    if (m.b->size() != m.size()) fail(call, fmt::format("b has {} elements, y {}", m.b->size(), m.size()));
    if (m.y0 && m.y0->size() != m.size()) fail(call, fmt::format("y0 has {} elements, y {}", m.y0->size(), m.size()));
    if (m.nodes.size() > m.size()) {
        fail(call, fmt::format("{} positions in sections, but only {} equations", m.nodes.size(), m.size()));
    }
}

// The arguments are x in the accessed section, or a SectionList, a Vector of positions and a Vector of layers.
void read_nodes(Call& call, int k, engine::LinearMechanism& m) {
    if (call.is_number(k)) {
        m.nodes.push_back({section_of(*call.section()).compartment_at(call.number(k)), 0});
        return;
    }
    const auto sections = call.native<SectionListObject>(k).living();
    const auto x = call.native<VectorObject>(k + 1).data();
    if (x->size() < sections.size()) {
        fail(call, fmt::format("{} sections, but only {} positions", sections.size(), x->size()));
    }
    std::shared_ptr<std::vector<double>> layers;
    if (call.size() > k + 2) layers = call.native<VectorObject>(k + 2).data();
    if (layers && layers->size() < sections.size()) {
        fail(call, fmt::format("{} sections, but only {} layers", sections.size(), layers->size()));
    }
    for (std::size_t i = 0; i < sections.size(); ++i) {
        const int layer = layers ? static_cast<int>((*layers)[i]) : 0;
        m.nodes.push_back({section_of(*sections[i]).compartment_at((*x)[i]), layer});
    }
}

/// A statement before the other arguments runs before each solution; it may change g, b and y.
std::unique_ptr<Native> make_linear_mechanism(Call& call, engine::Model& model) {
    auto m = std::make_shared<engine::LinearMechanism>();
    int k = 0;
    if (call.is_string(0)) {
        Interpreter& interpreter = call.interpreter();
        m->before = ScopedStatement{interpreter, call.string(k++), interpreter.current_object()};
    }
    m->c = matrix(call, k++);
    m->g = matrix(call, k++);
    m->y = call.native<VectorObject>(k++).data();
    if (is_vector(call, k + 1)) m->y0 = call.native<VectorObject>(k++).data();
    m->b = call.native<VectorObject>(k++).data();
    if (call.size() > k) read_nodes(call, k, *m);
    check_sizes(call, *m);
    return std::make_unique<LinearMechanismObject>(model, std::move(m));
}

}  // namespace

/// nlayer_extracellular and LinearMechanism, which add equations to the cable equations.
void register_coupled_functions(Registry& registry, const Context& context) {
    engine::Model& model = context.model;
    registry.add(FunctionDefinition{"nlayer_extracellular", "nlayer_extracellular([n])",
                                    "Number of extracellular layers; with an argument, sets it. The number can be "
                                    "changed only while no section has the mechanism extracellular.",
                                    [&context, &model](Call& call) -> Result {
                                        if (call.size()) {
                                            model.set_extracellular_layers(static_cast<int>(call.integer(0, 1, 1000)));
                                            context.cables.refresh_ranges();
                                        }
                                        return static_cast<double>(model.extracellular_layers());
                                    }});
    ClassDefinition linear;
    linear.name = LinearMechanismObject::class_name;
    linear.signature = "LinearMechanism([\"statement\",] c, g, y, [y0,] b[, x | sections, x[, layers]])";
    linear.doc =
        "Solves c dy/dt + g y = b together with the cable equations. The first elements of y are the potentials at x "
        "of the accessed section, or at the positions x of the sections in a SectionList. Layer 0 is the inside of the "
        "cell; layer k is the k-th extracellular layer. The statement, in Python a function, runs before each "
        "solution and may change g, b and y.";
    linear.construct = [&model](Call& call) { return make_linear_mechanism(call, model); };
    linear.methods = {{"valid", "valid()", "1 while all its sections exist.", [](Call& call) -> Result {
                           return call.self_as<LinearMechanismObject>().is_valid() ? 1. : 0.;
                       }}};
    registry.add(std::move(linear));
}

}  // namespace ranvier::hoc
