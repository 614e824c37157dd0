#include "hoc_like/language/interface/object_copy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

namespace {

Instance& instance(const ObjectPtr& of) {
    return static_cast<Instance&>(*of);
}

Slot& slot(const ObjectPtr& of, const Symbol& symbol) {
    return instance(of).slots[static_cast<std::size_t>(symbol.index)];
}

bool are_equal(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool are_equal(const NumberArray& a, const NumberArray& b) {
    return a.shape == b.shape && std::ranges::equal(a.data, b.data, [](double x, double y) { return are_equal(x, y); });
}

bool exist_alike(const SectionArray& a, const SectionArray& b) {
    return a.shape == b.shape && std::ranges::equal(a.data, b.data, [](const SectionPtr& x, const SectionPtr& y) {
               return x->exists() == y->exists();
           });
}

/// Members that are variables, in the order of declaration.
std::vector<const Symbol*> variables(const ClassInfo& info) {
    std::vector<const Symbol*> all;
    for (const auto& symbol : info.scope->symbols()) {
        if (symbol->index >= 0 && !symbol->external) all.push_back(symbol.get());
    }
    return all;
}

/// When the object made the first of the array's sections that still exist; those without one come last.
std::size_t time_of(const SectionArray& array, const SectionPtrs& in_order) {
    const auto is_of_array = [&](const SectionPtr& each) {
        return each->exists() && std::find(array.data.begin(), array.data.end(), each) != array.data.end();
    };
    return static_cast<std::size_t>(std::ranges::find_if(in_order, is_of_array) - in_order.begin());
}

}  // namespace

bool ObjectCopy::is_of_template(const ObjectPtr& of) {
    return of && class_of(*of)->scope != nullptr;
}

ObjectPtr ObjectCopy::make(const ObjectPtr& of) const {
    ClassInfo& info = instance(of).info();
    if (info.native) throw std::runtime_error(info.name + " has a state that cannot be copied");
    Machine& machine = *info.machine;
    const ObjectPtr made{machine.make_instance(info, static_cast<std::size_t>(info.slots))};
    std::vector<const Symbol*> with_sections;
    for (const Symbol* symbol : info.filled) slot(made, *symbol) = Machine::make_slot(symbol->kind);
    for (const Symbol* symbol : variables(info)) {
        const Slot& from = slot(of, *symbol);
        Slot& to = slot(made, *symbol);
        switch (symbol->kind) {
            case SymbolKind::number:
                to.number = from.number;
                break;
            case SymbolKind::numbers:
                to.numbers->shape = from.numbers->shape;
                to.numbers->data = from.numbers->data;
                break;
            case SymbolKind::string:
                *to.string = *from.string;
                break;
            case SymbolKind::objects:
                to.objects->shape = from.objects->shape;
                to.objects->data.resize(from.objects->data.size());
                break;
            case SymbolKind::section:
                to.sections->shape = from.sections->shape;
                with_sections.push_back(symbol);
                break;
            default:
                break;
        }
    }
    const auto time = [&](const Symbol* symbol) { return time_of(*slot(of, *symbol).sections, instance(of).sections); };
    std::ranges::stable_sort(with_sections, {}, time);
    for (const Symbol* symbol : with_sections) {
        SectionArray& array = *slot(made, *symbol).sections;
        machine.make_sections(*symbol, array, &instance(made));
        for (std::size_t k = 0; k < array.data.size(); ++k) {
            if (!slot(of, *symbol).sections->data[k]->exists()) machine.cables.destroy(array.data[k]);
        }
    }
    return made;
}

std::vector<SectionPtr> ObjectCopy::sections(const ObjectPtr& of) {
    std::vector<SectionPtr> living;
    for (const SectionPtr& each : instance(of).sections) {
        if (each->exists()) living.push_back(each);
    }
    return living;
}

void ObjectCopy::Held::set(const ObjectPtr& object) const {
    ObjectAccess::retain(object.get());
    ObjectAccess::release(std::exchange(*place, object.get()));
}

std::vector<ObjectCopy::Held> ObjectCopy::held(const ObjectPtr& of) {
    std::vector<Held> all;
    for (const Symbol* symbol : variables(*class_of(*of))) {
        if (symbol->kind == SymbolKind::object) all.push_back({symbol->name, &slot(of, *symbol).object});
        if (symbol->kind != SymbolKind::objects) continue;
        for (Object*& element : slot(of, *symbol).objects->data) all.push_back({symbol->name, &element});
    }
    return all;
}

ObjectCopy::Numbers ObjectCopy::numbers(const ObjectPtr& of, double number, const ObjectPtr& other, double another) {
    Numbers found;
    for (const Symbol* symbol : variables(*class_of(*of))) {
        if (symbol->kind != SymbolKind::number) continue;
        if (slot(of, *symbol).number != number || slot(other, *symbol).number != another) continue;
        found.push_back(static_cast<std::size_t>(symbol->index));
    }
    return found;
}

void ObjectCopy::set(const ObjectPtr& of, const Numbers& numbers, double value) {
    for (const std::size_t each : numbers) instance(of).slots[each].number = value;
}

std::string ObjectCopy::difference(const ObjectPtr& a, const ObjectPtr& b, const Numbers& except) {
    const auto differ = [&](const Symbol& symbol) {
        const Slot &one = slot(a, symbol), &two = slot(b, symbol);
        switch (symbol.kind) {
            case SymbolKind::number:
                return !are_equal(one.number, two.number) &&
                       std::ranges::find(except, static_cast<std::size_t>(symbol.index)) == except.end();
            case SymbolKind::numbers:
                return !are_equal(*one.numbers, *two.numbers);
            case SymbolKind::string:
                return *one.string != *two.string;
            case SymbolKind::objects:
                return one.objects->shape != two.objects->shape;
            case SymbolKind::section:
                return !exist_alike(*one.sections, *two.sections);
            default:
                return false;
        }
    };
    for (const Symbol* symbol : variables(*class_of(*a))) {
        if (differ(*symbol)) return symbol->name;
    }
    return {};
}

}  // namespace ranvier::hoc
