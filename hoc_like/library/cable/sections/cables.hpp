#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/element_ref.hpp"

namespace ranvier::hoc {

/// A script's handle to a section; becomes empty when the section is deleted.
class CableSection final : public SectionObject {
  public:
    CableSection(engine::Section& section, Object* owner) : section_{&section}, owner_{owner} {}
    /// The handle of a section that no longer exists.
    CableSection() : section_{nullptr}, owner_{nullptr} { set_deleted(); }

    std::string name() const override { return section_ ? section_->name() : "deleted section"; }
    std::string script_name() const override { return (is_of_python_ ? "_pysec." : "") + name(); }
    /// Throws std::runtime_error if the section was deleted; the message says where.
    engine::Section& section() const {
        if (!section_) throw_deleted();
        return *section_;
    }
    /// "soma was deleted at file:line:column"; empty while the section exists.
    std::string fate() const override { return fate_.empty() ? SectionObject::fate() : fate_; }
    /// The object whose template created the section; null at top level.
    Object* owner() const { return owner_; }

    bool is_of_python() const { return is_of_python_; }

  private:
    friend class Cables;
    [[noreturn]] void throw_deleted() const;
    engine::Section* section_;
    Object* owner_;
    bool is_of_python_ = false;
    std::string fate_;
};

using CableSectionPtr = boost::intrusive_ptr<CableSection>;

/// The engine's section behind a script's handle.
inline engine::Section& section_of(SectionObject& section) {
    return static_cast<CableSection&>(section).section();
}

/// A reference to a variable of the engine, which may be an element of an array variable.
class EngineRef final : public ElementReference {
  public:
    EngineRef(engine::Model& model, engine::VariableRef variable, std::string description, CableSectionPtr section)
        : model_{model}, variable_{variable}, description_{std::move(description)}, section_{std::move(section)} {}
    /// A range variable at x of the section.
    EngineRef(engine::Model& model, engine::VariableRef variable, const std::string& range, CableSectionPtr section,
              double x)
        : model_{model},
          variable_{variable},
          description_{section->name()},
          range_{range},
          x_{x},
          section_{std::move(section)} {}
    /// Says that the variable is element `index` of an array variable of this length.
    void set_array(int index, int length) {
        index_ = index;
        length_ = length;
    }
    double load() const override;
    void store(double value) override;
    double* address() const override { return model_.address(variable_); }
    double* at(long long offset) const override { return model_.address(variable_at(offset)); }
    double load_at(long long offset) const override { return model_.load(variable_at(offset)); }
    void store_at(long long offset, double value) override { model_.store(variable_at(offset), value); }
    std::string describe() const override;
    engine::VariableRef variable() const { return variable_; }
    /// The variable's section; null for variables of artificial cells and of the run, and once the section is deleted.
    engine::Section* section() const { return section_ && section_->exists() ? &section_->section() : nullptr; }

  private:
    void check() const;
    engine::VariableRef variable_at(long long offset) const;
    engine::Model& model_;
    engine::VariableRef variable_;
    std::string description_;  // or the name of the section, followed by the next two: references are made often
    std::string range_;
    double x_ = 0;
    int index_ = 0, length_ = 1;
    CableSectionPtr section_;
};

/// True for NEURON's names of the two mechanisms of every section: its diameter and its capacitance.
constexpr bool is_in_every_section(std::string_view mechanism) {
    return mechanism == "morphology" || mechanism == "capacitance";
}

/// Implements hoc's cable syntax: creates, connects and reads sections of the engine.
class Cables final : public CableHost {
  public:
    /// Names with one value per section come first; range variables are numbered after them.
    enum PerSection { nseg_id, L_id, Ra_id, rallbranch_id, first_range };

    Cables(engine::Model& model, engine::Network& network) : model_{model}, network_{network} {}
    ~Cables() override;
    Cables(const Cables&) = delete;
    Cables& operator=(const Cables&) = delete;

    SectionPtr create(const std::string& name, Object* owner) override;
    /// A section that Python makes and destroys; scripts reach it as _pysec.NAME.
    SectionPtr create_for_python(const std::string& name);
    SectionPtr python_section(std::string_view name) override;
    void destroy(SectionPtr section) override;
    void connect(SectionObject& child, double child_end, SectionObject& parent, double parent_x) override;
    void insert(SectionObject& section, std::string_view mechanism) override;
    void uninsert(SectionObject& section, std::string_view mechanism) override;

    std::optional<RangeName> range_name(std::string_view name) const override;
    bool is_mechanism(std::string_view name) const override;
    std::vector<std::string> names_for_suggestions() const override;
    std::vector<std::string> mechanism_names() const override;

    double load(SectionObject& section, int range_id, int element, double x) override;
    ObjectPtr load_object(SectionObject& section, int range_id, double x) override;
    void store(SectionObject& section, int range_id, int element, double x, double value) override;
    void store_all(SectionObject& section, int range_id, int element, double value) override;
    void taper(SectionObject& section, int range_id, int element, const Taper& taper) override;
    NumberRefPtr reference(SectionObject& section, int range_id, int element, double x) override;

    std::vector<double> positions(SectionObject& section) override;
    std::vector<SectionPtr> all_sections() override;
    std::vector<SectionPtr> sections_of(Object& section_list) override;

    void set_pointer(SectionObject& section, std::string_view name, double x, NumberRefPtr place) override;
    void set_pointer(Object& point_process, std::string_view name, NumberRefPtr place) override;
    bool is_pointer_name(std::string_view name) const override;

    /// `make` is called for a name that the model does not know; it returns true if it has made such a mechanism.
    void add_late_names(std::function<bool(std::string_view)> make) { late_names_.push_back(std::move(make)); }
    /// Makes the script object for RANDOM number k of an instance of a density mechanism.
    using RandomMaker = std::function<ObjectPtr(engine::InstanceId, int k)>;
    void set_random_maker(RandomMaker make) { make_random_ = std::move(make); }
    /// `location` returns the script's current position; messages about a deleted section quote it.
    void set_locator(std::function<std::string()> location) { location_ = std::move(location); }
    /// The mechanism of that name. Turns a channel into a mechanism when its name is first used.
    std::optional<engine::MechanismId> find_mechanism(std::string_view name) const;
    /// Looks up range variables again after the number of extracellular layers has changed.
    void refresh_ranges();
    /// Changes with the length of a range variable.
    unsigned ranges_version() const { return ranges_version_; }
    /// The object that scripts hold for a section of the engine.
    CableSectionPtr object_of(const engine::Section& section) const;
    /// The object that contains the section: of the template that created it, or a PythonObject (see find_python_cells);
    /// null if there is none.
    ObjectPtr cell_of(const engine::Section& section) const;
    /// `find` returns the Python object that was given as the section's cell, or null.
    void find_python_cells(std::function<ObjectPtr(const SectionPtr&)> find) { python_cell_of_ = std::move(find); }
    /// The density mechanism of that name; throws std::runtime_error suggesting the nearest.
    engine::MechanismId density_mechanism(std::string_view name) const;

  private:
    struct NamedRange {
        std::string name;
        engine::RangeVariable variable;
    };
    engine::VariableRef place(const engine::Section& section, int range_id, int element, double x) const;
    struct PointerName {
        engine::MechanismId mechanism;
        int index;
        bool operator==(const PointerName&) const = default;
    };
    /// The POINTER of a density mechanism that scripts call `name_suffix`.
    std::optional<PointerName> density_pointer(std::string_view name) const;
    /// The RANDOM of a density mechanism that scripts call `name_suffix`.
    std::optional<PointerName> density_random(std::string_view name) const;
    /// True for v and vext, which are also defined at the ends of a section.
    bool has_value_at_ends(int range_id) const;
    static int number_of(const PointerName& name, std::vector<PointerName>& known);
    NumberRefPtr pointee_at(const engine::Section& section, int range_id, double x) const;
    /// Makes a POINTER point to a variable of the model, or to a script's number, whose reference is kept.
    void point(engine::InstanceId instance, int k, NumberRefPtr place);
    void store_per_section(engine::Section& section, int range_id, double value);

    engine::Model& model_;
    engine::Network& network_;
    bool ask_late_names(std::string_view name) const;
    std::function<ObjectPtr(const SectionPtr&)> python_cell_of_;
    std::vector<std::function<bool(std::string_view)>> late_names_;
    RandomMaker make_random_;
    std::function<std::string()> location_;
    mutable std::vector<PointerName> pointers_;  // id first_pointer + i
    mutable std::vector<PointerName> randoms_;   // id first_random + i
    std::vector<NumberRefPtr> pointed_at_;
    mutable std::vector<NamedRange> ranges_;  // id first_range + i; names are numbered when first used
    mutable std::unordered_map<std::string, int> range_ids_;
    unsigned ranges_version_ = 0;
};

}  // namespace ranvier::hoc
