#include <algorithm>
#include <cmath>

#include "hoc_like/language/interface/section_pattern.hpp"
#include "hoc_like/language/machine/machine.hpp"

// Sections: creating and connecting, the stack of accessed sections, range variables, loops over sections.
//
// `section { ... }` and `section.v(0.5)` push a section and pop it again; `access` replaces the top. When a procedure
// returns, the sections that it has pushed are popped.

namespace ranvier::hoc {

const SectionPtr& Machine::own_section(const Symbol& symbol, int indices) {
    const SectionArray& array = *slot_of(symbol).sections;
    if (array.data.empty()) {
        fail("the section " + symbol.name + " has not been created yet");
    }
    const SectionPtr& section = section_element(symbol, array, indices);
    if (!section->exists()) fail(section->fate());
    return section;
}

// Pops the indices from the stack. A name without indices means the first section.
const SectionPtr& Machine::section_element(const Symbol& symbol, const SectionArray& array, int indices) {
    static const std::vector<int> one{1};
    if (indices == 0) return array.data.at(0);
    return array.data[subscript(symbol, array.shape.empty() ? one : array.shape, indices)];
}

SectionPtr Machine::to_section(const Value& value) const {
    if (value.tag != Tag::section) fail("expected a section, not " + describe(value));
    if (!value.section) fail("the section was deleted");
    if (!value.section->exists()) fail(value.section->fate());
    return SectionPtr{value.section};
}

void Machine::access_any() {
    const auto all = cables.all_sections();
    if (all.empty()) fail("no section is accessed, and none exists; create one first, for example with 'create soma'");
    if (!sections.empty()) {
        sections.back() = all.front();
        return;
    }
    push_section(all.front());
    is_accessed = true;
    for (Frame& frame : frames()) ++frame.heights.sections;  // the section stays accessed when they return
}

void Machine::create(Symbol& symbol, int sizes) {
    constexpr double bytes_of_section = 600;  // at least, with its name and segment
    std::vector<int> shape = pop_shape(symbol, sizes, bytes_of_section);
    set_dimensions(symbol, sizes);
    SectionArray& array = *slot_of(symbol).sections;
    ClassInfo* owner = symbol.scope->owner();
    // Each object will have its own sections; until endtemplate, the template's statements use those of the prototype.
    const bool is_in_definition = owner && !owner->is_complete;
    if (is_in_definition) symbol.shape = shape;
    Instance* object = owner && !is_in_definition ? self() : nullptr;
    for (const auto& section : std::exchange(array.data, {})) {
        if (section->exists()) cables.destroy(section);
    }
    if (object) {
        auto& own = object->sections;
        const auto gone = [](const SectionPtr& section) { return !section->exists(); };
        own.erase(std::remove_if(own.begin(), own.end(), gone), own.end());
    }
    array.shape = std::move(shape);
    make_sections(symbol, array, object);
}

void Machine::make_sections(const Symbol& symbol, SectionArray& array, Instance* owner) {
    const auto keep = [&](SectionPtr made) {
        if (owner) owner->sections.push_back(made);
        array.data.push_back(std::move(made));
    };
    if (array.shape.empty()) return keep(cables.create(symbol.name, owner));
    const std::size_t count = elements_of(array.shape);
    array.data.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::string name;
        std::size_t rest = i;
        for (std::size_t k = array.shape.size(); k-- > 0; rest /= static_cast<std::size_t>(array.shape[k])) {
            name.insert(0, "[" + std::to_string(rest % static_cast<std::size_t>(array.shape[k])) + "]");
        }
        name.insert(0, symbol.name);
        keep(cables.create(name, owner));
    }
}

// child x [parent] x
void Machine::connect(bool with_parent) {
    const double parent_x = pop().number;
    const int values_used = with_parent ? 3 : 2;
    Value* const base = stack - values_used;
    const double child_end = base[1].number;
    const SectionPtr child = to_section(base[0]);
    if (child_end != 0 && child_end != 1) fail("a section must be connected by its 0 or 1 end");
    if (!(parent_x >= 0 && parent_x <= 1)) fail("the position on the parent must be between 0 and 1");
    const SectionPtr parent = with_parent ? to_section(base[2]) : (accessed(), sections.back());
    cables.connect(*child, child_end, *parent, parent_x);
    drop_to(base);
}

void Machine::access() {
    SectionPtr section = to_section(stack[-1]);
    drop(*--stack);
    if (sections.empty()) {
        push_section(std::move(section));
        is_accessed = true;
        // The first section ever accessed stays accessed when the running procedures return.
        for (Frame& frame : frames()) frame.heights.sections = std::max(frame.heights.sections, 1u);
    } else {
        sections.back() = std::move(section);
    }
}

void Machine::load_range(int id, RangeAccess use) {
    const double x = use.has_position ? (--stack)->number : 0.5;
    const int element = use.has_index ? static_cast<int>(floor_of(shifted_index((--stack)->number))) : 0;
    const double value = cables.load(accessed(), id, element, x);
    if (use.drops_section) pop_section();
    push(number_value(value));
}

void Machine::load_range_object(int id, RangeAccess use) {
    const double x = use.has_position ? (--stack)->number : 0.5;
    const ObjectPtr object = cables.load_object(accessed(), id, x);
    if (use.drops_section) pop_section();
    push(object_value(object.get()));
}

double Machine::change_all(SectionObject& section, int id, int element,
                           const std::function<double(double old)>& changed) {
    const Taper taper{0, 1, 0, 0, [&](double old, double) { return changed(old); }};
    cables.taper(section, id, element, taper);
    const std::vector<double> places = cables.positions(section);
    return cables.load(section, id, element, places[places.size() - 2]);
}

void Machine::store_range(int id, RangeAccess use) {
    const Assignment op = use.op;
    double value = (--stack)->number;
    const double x = use.has_position ? (--stack)->number : 0.5;
    const int element = use.has_index ? static_cast<int>(floor_of(shifted_index((--stack)->number))) : 0;
    SectionObject& section = accessed();
    const bool is_each = op != Assignment::set && !use.has_position && !use.per_section;
    if (op != Assignment::set && !is_each) value = combine_checked(cables.load(section, id, element, x), op, value);
    if (is_each) {
        const double by = value;
        value = change_all(section, id, element, [&](double old) { return combine_checked(old, op, by); });
    } else if (use.has_position) {
        cables.store(section, id, element, x, value);
    } else {
        cables.store_all(section, id, element, value);
    }
    if (use.drops_section) pop_section();
    push(number_value(value));
}

void Machine::taper(int id, RangeAccess use) {
    stack -= 4;
    Taper taper{stack[0].number, stack[1].number, stack[2].number, stack[3].number, {}};
    const Assignment op = use.op;
    if (op != Assignment::set) taper.combine = [this, op](double old, double y) { return combine_checked(old, op, y); };
    const int element = use.has_index ? static_cast<int>(floor_of(shifted_index((--stack)->number))) : 0;
    cables.taper(accessed(), id, element, taper);
    if (use.drops_section) pop_section();
}

void Machine::refer_range(int id, RangeAccess use) {
    const double x = use.has_position ? (--stack)->number : 0.5;
    const int element = use.has_index ? static_cast<int>(floor_of(shifted_index((--stack)->number))) : 0;
    NumberRefPtr reference = cables.reference(accessed(), id, element, x);
    if (use.drops_section) pop_section();
    push(reference_value(std::move(reference)));
}

void Machine::begin_loop_over_all() {
    auto loop = std::make_unique<LoopState>();
    loop->depth = heights.sections;
    // Inside an object, but not in a template's own statements, forall means the object's own sections.
    if (Instance* object = self(); object && object->info().scope && object->info().is_complete) {
        loop->sections.assign(object->sections.begin(), object->sections.end());
    } else {
        loop->sections = cables.all_sections();
    }
    push(loop_value(std::move(loop)));
}

void Machine::begin_loop_over_named() {
    if (!is_text(stack[-1])) {
        if (!is_object(stack[-1]) || !object_of(stack[-1]))
            fail("expected a SectionList or a string, not " + describe(stack[-1]));
        auto loop = std::make_unique<LoopState>();
        loop->depth = heights.sections;
        loop->sections = cables.sections_of(*object_of(stack[-1]));
        drop(*--stack);
        push(loop_value(std::move(loop)));
        return;
    }
    const Instance* object = self();
    const bool is_own = object && object->class_info().is_complete;
    const std::regex pattern = section_pattern((is_own ? object->name() : "") + ".*" + text_of(stack[-1]) + ".*");
    drop(*--stack);
    begin_loop_over_all();
    std::erase_if(stack[-1].loop->sections,
                  [&](const SectionPtr& section) { return !std::regex_match(section->name(), pattern); });
}

bool Machine::next_section() {
    LoopState& loop = *stack[-1].loop;
    cut_sections(loop.depth);
    while (loop.next < loop.sections.size() && !loop.sections[loop.next]->exists()) ++loop.next;
    if (loop.next >= loop.sections.size()) return false;
    push_section(loop.sections[loop.next++]);
    return true;
}

void Machine::begin_positions(bool with_mode) {
    const bool ends = !with_mode || (--stack)->number != 0;
    auto loop = std::make_unique<LoopState>();
    loop->depth = heights.sections;
    loop->positions = cables.positions(accessed());
    if (!ends && loop->positions.size() >= 2) {
        loop->positions.erase(loop->positions.begin());
        loop->positions.pop_back();
    }
    push(loop_value(std::move(loop)));
}

bool Machine::next_position() {
    LoopState& loop = *stack[-1].loop;
    if (loop.next >= loop.positions.size()) return false;
    *stack[-2].place = loop.positions[loop.next++];
    return true;
}

void Machine::end_loop() {
    cut_sections(stack[-1].loop->depth);
    drop(*--stack);
}

bool Machine::in_sections() {
    const SectionObject& section = accessed();
    bool found = false;
    if (is_text(stack[-1])) {
        found = std::regex_match(section.name(), section_pattern(".*" + text_of(stack[-1]) + ".*"));
    } else if (is_object(stack[-1]) && object_of(stack[-1])) {
        for (const auto& member : cables.sections_of(*object_of(stack[-1]))) found = found || member.get() == &section;
    } else {
        fail("expected a SectionList or a string, not " + describe(stack[-1]));
    }
    drop(*--stack);
    return found;
}

void Machine::set_pointer_range(const std::string& name) {
    if (stack[-1].tag != Tag::reference) fail("setpointer needs a variable that holds a number");
    NumberRefPtr place = *stack[-1].reference;
    cables.set_pointer(accessed(), name, stack[-2].number, std::move(place));
    drop_to(stack - 2);
}

void Machine::set_pointer_component(MemberSite& site) {
    if (stack[-1].tag != Tag::reference) fail("setpointer needs a variable that holds a number");
    Value* const receiver = stack - 2 - site.total;
    NumberRefPtr place = *stack[-1].reference;
    if (receiver->tag == Tag::section) {
        if (site.arguments != 1 || site.indices)
            fail("a POINTER of a section needs its position: section." + site.name + "(x)");
        const SectionPtr section = to_section(*receiver);
        cables.set_pointer(*section, site.name, stack[-2].number, std::move(place));
    } else {
        if (!is_object(*receiver) || !object_of(*receiver))
            fail("setpointer needs an object, not " + describe(*receiver));
        if (site.total) fail("a POINTER of an object takes neither [ ] nor ( )");
        cables.set_pointer(*object_of(*receiver), site.name, std::move(place));
    }
    drop_to(receiver);
}

}  // namespace ranvier::hoc
