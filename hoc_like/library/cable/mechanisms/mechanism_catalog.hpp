#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/registry.hpp"

struct rv_mechanism;

namespace ranvier::engine {
class MechanismType;
}

namespace ranvier::hoc {

class CallingFrames;
struct Context;

/// The mechanisms that scripts know: adds each with its names for scripts, also late, when a script first names it.
class MechanismCatalog {
  public:
    /// Both must outlive this object.
    MechanismCatalog(const Context& context, CallingFrames& frames);

    /// Registers compiled mechanisms with the engine, and their names for scripts.
    void add(const rv_mechanism& description);
    /// Registers the mechanism when a script first names it, unless another one has its name by then: the list of
    /// mechanisms stays NEURON's for scripts that do not use it.
    void offer(const rv_mechanism& description);
    /// Whether a mechanism of this name was offered; registers it then.
    bool add_offered(std::string_view name);
    /// From now on, unknown names may be those of mechanisms that were offered. Who answers earlier is asked first.
    void answer_for_offered();
    /// `make` is called for names that nothing has; it returns true if it has made a mechanism with that name.
    void add_late_names(const std::function<bool(std::string_view name)>& make);
    /// `load` registers mechanisms that wait for their names. `bring_all` calls it, where a script lists all mechanisms.
    void on_list(std::function<void()> load) { load_ = std::move(load); }
    void bring_all() {
        if (load_) load_();
    }

    /// Adds to the classes of point processes and artificial cells made from now on.
    using Completion = std::function<void(ClassDefinition& definition, const engine::MechanismType& type)>;
    void complete_classes(Completion complete) { completions_.push_back(std::move(complete)); }
    /// The class of a point process or artificial cell.
    ClassDefinition class_of(const engine::MechanismType& type) const;

    /// The folder that the relative paths of the built-in mechanisms' files begin in; empty if it is not known.
    void set_source_root(std::string folder) { source_root_ = std::move(folder); }
    const std::string& source_root() const { return source_root_; }

  private:
    void add_names(engine::MechanismType& type);

    const Context& context_;
    CallingFrames& frames_;
    std::map<std::string, std::vector<std::string>> names_of_mechanism_;  ///< by mechanism
    std::map<std::string, const rv_mechanism*, std::less<>> offered_;     ///< by name
    std::vector<Completion> completions_;
    std::function<void()> load_;
    std::string source_root_;
};

}  // namespace ranvier::hoc
