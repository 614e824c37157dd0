#include "hoc_like/library/cable/sections/cables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/mechanisms/pointee.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/cable/stimuli/weight_ref.hpp"

namespace ranvier::hoc {

namespace {

constexpr int first_pointer = 1 << 23;  // after the range variables come the targets of POINTERs,
constexpr int first_random = 1 << 24;   // and RANDOMs

constexpr const char* per_section_names[] = {"nseg", "L", "Ra", "rallbranch"};

}  // namespace

void CableSection::throw_deleted() const {
    throw std::runtime_error(fate_.empty() ? "the section has been deleted" : fate_);
}

std::string EngineRef::describe() const {
    const std::string index = length_ > 1 ? fmt::format("[{}]", index_) : "";
    return (range_.empty() ? description_ : fmt::format("{}.{}({:g})", description_, range_, x_)) + index;
}

engine::VariableRef EngineRef::variable_at(long long offset) const {
    if (offset == 0) return variable_;
    if (length_ == 1) throw std::out_of_range("a pointer to " + describe() + ", a single number, has only index 0");
    if (!(index_ + offset >= 0 && index_ + offset < length_)) {
        throw std::out_of_range(fmt::format("index {} of a pointer to {} is outside of the array, whose size is {}",
                                            offset, describe(), length_));
    }
    return {variable_.table, static_cast<std::uint16_t>(variable_.column + offset), variable_.id};
}

void EngineRef::check() const {
    if (!model_.exists(variable_) && section_ && !section_->exists()) {
        throw std::runtime_error(describe() + " does not exist any more: " + section_->fate());
    }
}

double EngineRef::load() const {
    try {
        return model_.load(variable_);
    } catch (const std::runtime_error&) {
        check();
        throw;
    }
}

void EngineRef::store(double value) {
    try {
        model_.store(variable_, value);
    } catch (const std::runtime_error&) {
        check();
        throw;
    }
}

SectionPtr Cables::create(const std::string& name, Object* owner) {
    std::string full_name;
    if (owner) {
        owner->append_name(full_name, 1 + name.size());
        full_name += '.';
    }
    full_name += name;
    engine::Section& section = model_.create_section(std::move(full_name));
    const CableSectionPtr object{new CableSection{section, owner}};
    section.shown_as = CableSectionPtr{object}.detach();
    return object;
}

SectionPtr Cables::create_for_python(const std::string& name) {
    SectionPtr made = create(name, nullptr);
    static_cast<CableSection&>(*made).is_of_python_ = true;
    return made;
}

SectionPtr Cables::python_section(std::string_view name) {
    for (const auto& section : model_.sections()) {
        if (!section->shown_as || section->name() != name) continue;
        if (SectionPtr found = object_of(*section); static_cast<CableSection&>(*found).is_of_python()) return found;
    }
    return nullptr;
}

namespace {

/// Takes over the reference that the engine's section holds to its script object.
CableSectionPtr release_object(engine::Section& section) {
    return {static_cast<CableSection*>(std::exchange(section.shown_as, nullptr)), false};
}

}  // namespace

Cables::~Cables() {
    for (const auto& section : model_.sections()) release_object(*section);
}

void Cables::destroy(SectionPtr section) {
    auto& object = static_cast<CableSection&>(*section);
    if (!object.exists()) return;
    engine::Section& gone = object.section();
    for (const engine::InstanceId located : gone.point_processes()) network_.forget(located);
    network_.forget(gone);
    release_object(gone);
    if (object.use_count() > 1) {  // scripts still hold it
        const std::string where = location_ ? location_() : std::string{};
        object.fate_ = "the section " + gone.name() + " was deleted" + (where.empty() ? "" : " at " + where);
    }
    object.section_ = nullptr;
    object.set_deleted();
    model_.destroy_section(gone);
}

void Cables::connect(SectionObject& child, double child_end, SectionObject& parent, double parent_x) {
    model_.connect(section_of(child), child_end, section_of(parent), parent_x);
}

bool Cables::ask_late_names(std::string_view name) const {
    return std::any_of(late_names_.begin(), late_names_.end(), [&](const auto& make) { return make(name); });
}

std::optional<engine::MechanismId> Cables::find_mechanism(std::string_view name) const {
    const auto id = model_.find_mechanism(name);
    return !id && ask_late_names(name) ? model_.find_mechanism(name) : id;
}

engine::MechanismId Cables::density_mechanism(std::string_view name) const {
    const auto id = find_mechanism(name);
    if (id && model_.mechanism(*id).is_density()) return *id;
    throw std::runtime_error(
        fmt::format("{} is not a density mechanism{}", name, nearest_suggestion(name, mechanism_names())));
}

void Cables::insert(SectionObject& section, std::string_view mechanism) {
    if (is_in_every_section(mechanism)) return;
    model_.insert(section_of(section), density_mechanism(mechanism));
}

void Cables::uninsert(SectionObject& section, std::string_view mechanism) {
    if (is_in_every_section(mechanism)) {
        throw std::runtime_error(fmt::format("cannot remove {}: every section has it", mechanism));
    }
    const engine::MechanismId id = density_mechanism(mechanism);
    if (mechanism == "extracellular" || model_.mechanism(id).is_ion()) {  // as in NEURON
        std::fprintf(stderr, "warning: cannot uninsert %s\n", std::string{mechanism}.c_str());
        return;
    }
    model_.uninsert(section_of(section), id);
}

int Cables::number_of(const PointerName& name, std::vector<PointerName>& known) {
    const auto at = std::find(known.begin(), known.end(), name);
    const auto number = static_cast<int>(at - known.begin());
    if (at == known.end()) known.push_back(name);
    return number;
}

std::optional<RangeName> Cables::range_name(std::string_view name) const {
    for (int id = 0; id < first_range; ++id) {
        if (name == per_section_names[id]) return RangeName{id, 1, true};
    }
    auto variable = model_.range_variable(name);
    if (!variable && ask_late_names(name)) variable = model_.range_variable(name);
    if (!variable) {
        if (const auto pointer = density_pointer(name))
            return RangeName{first_pointer + number_of(*pointer, pointers_), 1, false};
        if (const auto random = density_random(name))
            return RangeName{first_random + number_of(*random, randoms_), 1, false, true};
        return std::nullopt;
    }
    const auto [known, is_new] =
        range_ids_.try_emplace(std::string(name), first_range + static_cast<int>(ranges_.size()));
    if (is_new) ranges_.push_back({std::string(name), *variable});
    return RangeName{known->second, variable->length, false};
}

bool Cables::is_mechanism(std::string_view name) const {
    if (is_in_every_section(name)) return true;
    const auto id = find_mechanism(name);
    return id && model_.mechanism(*id).is_density();
}

void Cables::refresh_ranges() {
    ++ranges_version_;
    for (NamedRange& range : ranges_) {
        if (const auto found = model_.range_variable(range.name)) range.variable = *found;
    }
}

std::vector<std::string> Cables::names_for_suggestions() const {
    auto names = model_.range_variable_names();
    names.insert(names.end(), std::begin(per_section_names), std::end(per_section_names));
    return names;
}

std::vector<std::string> Cables::mechanism_names() const {
    std::vector<std::string> names;
    for (const auto& mechanism : model_.mechanisms()) {
        if (mechanism->is_density() && !mechanism->is_replaced()) names.push_back(mechanism->name());
    }
    return names;
}

NumberRefPtr Cables::pointee_at(const engine::Section& section, int range_id, double x) const {
    const PointerName pointer = pointers_.at(static_cast<std::size_t>(range_id - first_pointer));
    return pointee(model_, network_, model_.instance(section, pointer.mechanism, x), pointer.index);
}

engine::VariableRef Cables::place(const engine::Section& section, int range_id, int element, double x) const {
    return model_.reference(section, ranges_[static_cast<std::size_t>(range_id - first_range)].variable, element, x);
}

double Cables::load(SectionObject& object, int range_id, int element, double x) {
    const engine::Section& section = section_of(object);
    switch (range_id) {
        case nseg_id:
            return section.nseg();
        case L_id:
            return section.stored_L();
        case Ra_id:
            return section.Ra();
        case rallbranch_id:
            return section.rallbranch();
        default:
            if (range_id >= first_pointer) return pointee_at(section, range_id, x)->load();
            return model_.load(section, ranges_[static_cast<std::size_t>(range_id - first_range)].variable, element, x);
    }
}

void Cables::store_per_section(engine::Section& section, int range_id, double value) {
    switch (range_id) {
        case nseg_id:
            if (!(value >= 1 && value <= 32767)) {
                throw std::runtime_error(
                    fmt::format("nseg of {} must be a whole number from 1 to 32767, not {:g}", section.name(), value));
            }
            section.set_nseg(static_cast<int>(value));
            break;
        case L_id:
            section.set_L(value);
            break;
        case Ra_id:
            section.set_Ra(value);
            break;
        default:
            section.set_rallbranch(value);
            break;
    }
}

void Cables::store(SectionObject& object, int range_id, int element, double x, double value) {
    engine::Section& section = section_of(object);
    if (range_id < first_range) return store_per_section(section, range_id, value);
    if (range_id >= first_pointer) return pointee_at(section, range_id, x)->store(value);
    model_.store(section, ranges_[static_cast<std::size_t>(range_id - first_range)].variable, element, x, value);
}

void Cables::store_all(SectionObject& object, int range_id, int element, double value) {
    engine::Section& section = section_of(object);
    if (range_id < first_range) return store_per_section(section, range_id, value);
    const int n = section.nseg();
    for (int i = 0; i < n; ++i) store(object, range_id, element, (i + 0.5) / n, value);
    if (range_id >= first_pointer) return;
    if (has_value_at_ends(range_id)) {
        model_.store(place(section, range_id, element, 0), value);
        model_.store(place(section, range_id, element, 1), value);
    }
}

bool Cables::has_value_at_ends(int range_id) const {
    const std::string& name = ranges_[static_cast<std::size_t>(range_id - first_range)].name;
    return name == "v" || name == "vext";
}

void Cables::taper(SectionObject& object, int range_id, int element, const Taper& taper) {
    engine::Section& section = section_of(object);
    const auto& [x0, x1, y0, y1, combine] = taper;
    if (range_id < first_range) throw std::runtime_error(fmt::format("{} takes no range", per_section_names[range_id]));
    const double dx = x1 - x0;
    if (!(0 <= x0 && dx >= 1e-10 && x1 <= 1)) {
        throw std::runtime_error(
            fmt::format("a range must run from a smaller to a larger position between 0 and 1, not {:g}:{:g}", x0, x1));
    }
    // Reads all values before setting the first: reading one diameter recomputes all from the section's 3-D points.
    std::vector<std::pair<double, double>> values;
    const auto assign = [&](double x, double y) {
        values.emplace_back(x, combine ? combine(load(object, range_id, element, x), y) : y);
    };
    // Rounding and tolerance as in NEURON 9.0.2, which counts segments from the parent's end.
    const int n = section.nseg();
    for (int i = section.segment_at(x0); i <= section.segment_at(x1); ++i) {
        const double center = section.child_end() == 0 ? (i + 0.5) / n : 1. - (n - 1 - i + 0.5) / n;
        const double part = (center - x0) / dx;
        if (part >= -1e-9 && part <= 1. + 1e-9) assign((i + 0.5) / n, y0 * (1. - part) + y1 * part);
    }
    if (range_id < first_pointer && has_value_at_ends(range_id)) {
        if (x0 == 0) assign(0, y0);
        if (x1 == 1) assign(1, y1);
    }
    for (const auto& [x, value] : values) store(object, range_id, element, x, value);
}

NumberRefPtr Cables::reference(SectionObject& object, int range_id, int element, double x) {
    engine::Section& section = section_of(object);
    if (range_id < first_range)
        throw std::runtime_error(fmt::format("{} has no address to point to", per_section_names[range_id]));
    if (range_id >= first_pointer) return pointee_at(section, range_id, x);
    const std::string& name = ranges_.at(static_cast<std::size_t>(range_id - first_range)).name;
    auto made = std::make_shared<EngineRef>(model_, place(section, range_id, element, x), name, object_of(section), x);
    made->set_array(element, ranges_[static_cast<std::size_t>(range_id - first_range)].variable.length);
    return made;
}

std::vector<double> Cables::positions(SectionObject& object) {
    const int n = section_of(object).nseg();
    std::vector<double> x{0};
    const double dx = 1. / n;
    double center = dx / 2;
    for (int i = 0; i < n; ++i, center += dx) x.push_back(center);  // summed like in NEURON, for the same rounding
    x.push_back(1);
    return x;
}

std::vector<SectionPtr> Cables::all_sections() {
    std::vector<SectionPtr> all;
    for (const auto& section : model_.sections()) {
        if (section->shown_as) all.push_back(object_of(*section));
    }
    return all;
}

std::vector<SectionPtr> Cables::sections_of(Object& object) {
    auto* list = dynamic_cast<SectionListObject*>(object.native());
    if (!list) throw std::runtime_error(object.name() + " is not a SectionList");
    return list->living();
}

ObjectPtr Cables::load_object(SectionObject& section, int range_id, double x) {
    const PointerName random = randoms_.at(static_cast<std::size_t>(range_id - first_random));
    return make_random_(model_.instance(section_of(section), random.mechanism, x), random.index);
}

std::optional<Cables::PointerName> Cables::density_random(std::string_view name) const {
    for (const auto& mechanism : model_.mechanisms()) {
        if (mechanism->is_ion() || !mechanism->is_density()) continue;
        for (int k = 0; k < mechanism->description()->random_count; ++k) {
            if (fmt::format("{}_{}", mechanism->description()->randoms[k], mechanism->name()) == name) {
                return PointerName{mechanism->id(), k};
            }
        }
    }
    return std::nullopt;
}

std::optional<Cables::PointerName> Cables::density_pointer(std::string_view name) const {
    for (const auto& mechanism : model_.mechanisms()) {
        if (mechanism->is_ion() || !mechanism->is_density() || mechanism->is_replaced()) continue;
        for (int k = 0; k < mechanism->description()->pointer_count; ++k) {
            if (fmt::format("{}_{}", mechanism->description()->pointers[k], mechanism->name()) == name) {
                return PointerName{mechanism->id(), k};
            }
        }
    }
    return std::nullopt;
}

bool Cables::is_pointer_name(std::string_view name) const {
    return density_pointer(name).has_value();
}

void Cables::point(engine::InstanceId instance, int k, NumberRefPtr place) {
    if (const auto* weight = dynamic_cast<const WeightRef*>(place.get())) {
        return network_.point_to_weight(instance, k, weight->netcon(), weight->k());
    }
    network_.weight_pointers().forget(instance, k);
    if (const auto* variable = dynamic_cast<const EngineRef*>(place.get())) {
        return model_.set_pointer(instance, k, variable->variable());
    }
    double* address = place->address();
    if (!address)
        throw std::runtime_error("a POINTER cannot point to " + place->describe() + ", which has no fixed address");
    model_.set_pointer(instance, k, address);
    pointed_at_.push_back(std::move(place));
}

void Cables::set_pointer(SectionObject& section, std::string_view name, double x, NumberRefPtr place) {
    const auto pointer = density_pointer(name);
    if (!pointer) return CableHost::set_pointer(section, name, x, std::move(place));
    point(model_.instance(section_of(section), pointer->mechanism, x), pointer->index, std::move(place));
}

void Cables::set_pointer(Object& object, std::string_view name, NumberRefPtr place) {
    const auto* state = dynamic_cast<const PointProcess*>(object.native());
    const rv_mechanism* description = state ? model_.mechanism(state->mechanism()).description() : nullptr;
    for (int k = 0; description && k < description->pointer_count; ++k) {
        if (description->pointers[k] == name) return point(state->instance(), k, std::move(place));
    }
    CableHost::set_pointer(object, name, std::move(place));
}

CableSectionPtr Cables::object_of(const engine::Section& section) const {
    return static_cast<CableSection*>(section.shown_as);
}

ObjectPtr Cables::cell_of(const engine::Section& section) const {
    const CableSectionPtr object = object_of(section);
    if (!object) return {};
    if (object->owner()) return ObjectPtr{object->owner()};
    return python_cell_of_ ? python_cell_of_(object) : ObjectPtr{};
}

}  // namespace ranvier::hoc
