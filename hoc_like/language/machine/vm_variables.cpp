#include <cmath>
#include <cstdio>
#include <iostream>

#include "hoc_like/language/interface/element_ref.hpp"
#include "hoc_like/language/interface/memory.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/machine/references.hpp"

// Variables that need more than an address (arrays, arguments, strings, objrefs, pointers), and declarations.

namespace ranvier::hoc {

void Machine::require_kind(const Symbol& symbol, SymbolKind kind) const {
    if (symbol.kind == kind) return;
    fail(symbol.name + " is " + describe(symbol) + " now, but was not when this code was compiled");
}

double Machine::shifted_index(double index) {
    const double shifted = index + epsilon;
    if (shifted >= 0 || shifted <= -1 || shifted != shifted) return shifted;
    if (!has_warned_of_index) warn_of_negative_index(index);
    return 0;
}

void Machine::warn_of_negative_index(double index) {
    has_warned_of_index = true;
    const std::string where = location();
    std::fprintf(stderr,
                 "%s%swarning: index %.15g stands for element 0, as in NEURON; if that is not meant, correct the index "
                 "(this is said only once)\n",
                 where.c_str(), where.empty() ? "" : ": ", index);
}

// Pops the indices from the stack.
std::size_t Machine::subscript(const Symbol& symbol, const std::vector<int>& shape, int count) {
    if (static_cast<int>(shape.size()) != count) {
        fail(symbol.name + " has " + std::to_string(shape.size()) + " dimensions now, not " + std::to_string(count));
    }
    std::size_t total = 0;
    for (int i = 0; i < count; ++i) {
        const double index = std::floor(shifted_index(stack[i - count].number));
        const int size = shape[static_cast<std::size_t>(i)];
        if (!(index >= 0 && index < size)) {
            char shown[40];
            std::snprintf(shown, sizeof shown, "%.15g", index);
            fail("index " + std::string{shown} + " is outside of " + symbol.name + ", whose size is " +
                 std::to_string(size) + (count > 1 ? " in dimension " + std::to_string(i + 1) : ""));
        }
        total = total * static_cast<std::size_t>(size) + static_cast<std::size_t>(index);
    }
    stack -= count;
    return total;
}

double* Machine::element(const Symbol& symbol, int count) {
    require_kind(symbol, SymbolKind::numbers);
    NumberArray& array = *slot_of(symbol).numbers;
    const std::size_t i = subscript(symbol, array.shape, count);
    return &array.data[i];
}

int Machine::host_index(const VariableDefinition& variable, double index) {
    const double whole = std::floor(shifted_index(index));
    if (!(whole >= 0 && whole < variable.length)) {
        fail("index " + std::to_string(static_cast<long long>(whole)) + " is outside of " + variable.name +
             ", whose size is " + std::to_string(variable.length));
    }
    return static_cast<int>(whole);
}

Object** Machine::object_element(const Symbol& symbol, int count) {
    require_kind(symbol, SymbolKind::objects);
    ObjectArray& array = *slot_of(symbol).objects;
    const std::size_t i = subscript(symbol, array.shape, count);
    return &array.data[i];
}

Value Machine::load_unknown(const Symbol& symbol) {
    switch (symbol.kind) {
        case SymbolKind::number:
            return number_value(slot_of(symbol).number);
        case SymbolKind::numbers:
            return number_value(slot_of(symbol).numbers->data.at(0));
        case SymbolKind::unknown:
            fail(symbol.name + " is not defined" + suggestion(symbol.name));
        default:
            fail(symbol.name + " is " + describe(symbol) + " now, but was unknown when this code was compiled");
    }
}

Value& Machine::argument(int number, const char* sigil) {
    Frame& current = frame();
    if (number < 1 || number > current.count) {
        fail(std::string{sigil} + std::to_string(number) +
             " is missing: " + (current.procedure() ? current.procedure()->symbol->name : "this") +
             " was called with " + std::to_string(current.count) + (current.count == 1 ? " argument" : " arguments"));
    }
    return current.arguments[number - 1];
}

/// The number itself; if it is 0 ($i), the number on the stack.
int Machine::argument_number(int number) {
    return number == 0 ? static_cast<int>(pop().number + 0.5) : number;
}

void Machine::not_a_number(int number) {
    const Value& value = argument(number, "$");
    fail("$" + std::to_string(number) + " is " + describe(value) + ", not a number");
}

void Machine::argument_text(int number) {
    number = argument_number(number);
    Value& value = argument(number, "$s");
    if (!is_text(value)) fail("$s" + std::to_string(number) + " is " + describe(value) + ", not a string");
    // A literal is copied to the argument, because a function to which $s1 is passed may change it.
    if (value.tag == Tag::constant_text) value = text_value(*value.constant_text);
    push(text_place(value.text));
}

void Machine::argument_object(int number) {
    number = argument_number(number);
    Value& value = argument(number, "$o");
    if (!is_object(value)) fail("$o" + std::to_string(number) + " is " + describe(value) + ", not an object");
    push(object_place(value.tag == Tag::object ? &value.object : value.object_slot));
}

NumberRef& Machine::argument_pointer(int number) {
    Value& value = argument(number, "$&");
    if (value.tag != Tag::reference) {
        fail("$&" + std::to_string(number) + " is " + describe(value) + ", not a pointer (call it with &x)");
    }
    return **value.reference;
}

/// i of $&1[i], which is on the stack. The result has no element if i is 0: the reference need not be to an array.
Machine::Pointed Machine::pointed_element(NumberRef& reference, int argument_number) {
    const auto offset = static_cast<long long>(std::floor(shifted_index(pop().number)));
    if (offset == 0) return {};
    auto* const element = dynamic_cast<ElementReference*>(&reference);
    if (!element)
        fail("$&" + std::to_string(argument_number) + " points to " + reference.describe() + ", not into an array");
    return {element, offset};
}

void Machine::load_pointed(int number, int indices) {
    number = argument_number(number);
    NumberRef& reference = argument_pointer(number);
    if (indices == 0) {
        push(number_value(reference.load()));
        return;
    }
    const auto [element, offset] = pointed_element(reference, number);
    push(number_value(element ? element->load_at(offset) : reference.load()));
}

// $&1[i] op= value
void Machine::store_pointed(int number, int indices, Assignment op) {
    number = argument_number(number);
    const double value = pop().number;
    NumberRef& reference = argument_pointer(number);
    const auto [element, offset] = indices > 0 ? pointed_element(reference, number) : Pointed{};
    const double old = op == Assignment::set ? 0 : element ? element->load_at(offset) : reference.load();
    const double result = combine_checked(old, op, value);
    if (element) {
        element->store_at(offset, result);
    } else {
        reference.store(result);
    }
    push(number_value(result));
}

// objref = object, strdef = string; the reference lies below the value.
void Machine::assign(bool keep) {
    Value& place = stack[-2];
    Value& value = stack[-1];
    if (place.tag == Tag::object_slot) {
        if (!is_object(value)) fail("expected an object, not " + describe(value));
        Object* object = object_of(value);
        Object* old = *place.object_slot;
        if (value.tag == Tag::object) {
            value = number_value(0);  // the variable takes over its count
        } else {
            ObjectAccess::retain(object);
        }
        *place.object_slot = object;
        stack -= keep ? 1 : 2;
        ObjectAccess::release(old);
        return;
    }
    if (is_object(place) && is_object(value) &&
        object_of(place) == object_of(value)) {  // `this = $o1` with $o1 == this
        drop(value);
        --stack;
        if (!keep) drop(*--stack);
        return;
    }
    if (place.tag == Tag::object) fail("this cannot become another object");
    if (place.tag != Tag::text_slot) fail("cannot assign to " + describe(place));
    if (!is_text(value)) fail("expected a string, not " + describe(value));
    std::string* target = place.text;
    if (target != value.text) *target = text_of(value);
    drop(value);
    stack -= keep ? 1 : 2;
}

void Machine::assign_argument_text(int number) {
    number = argument_number(number);
    Value& value = argument(number, "$s");
    if (!is_text(value)) fail("$s" + std::to_string(number) + " is " + describe(value) + ", not a string");
    if (!is_text(stack[-1])) fail("expected a string, not " + describe(stack[-1]));
    std::string text = text_of(stack[-1]);
    drop(*--stack);
    if (value.tag == Tag::constant_text) {
        value = text_value(std::move(text));  // copied: the literal must not change
    } else {
        *value.text = std::move(text);
    }
}

void Machine::equal_any(bool negate) {
    Value& a = stack[-2];
    Value& b = stack[-1];
    bool equal = false;
    if (a.tag == Tag::number && b.tag == Tag::number) {
        equal = a.number <= b.number + epsilon && a.number >= b.number - epsilon;
    } else if (is_text(a) && is_text(b)) {
        equal = text_of(a) == text_of(b);
    } else if (is_object(a) && is_object(b)) {
        equal = object_of(a) == object_of(b);
    } else {
        fail(describe(a) + " cannot be compared with " + describe(b));
    }
    drop_to(stack - 2);
    push(number_value(equal != negate ? 1 : 0));
}

std::vector<int> Machine::pop_shape(const Symbol& symbol, int count, double bytes_each) {
    std::vector<int> shape;
    double total = 1;
    std::string shown = symbol.name;
    for (int i = 0; i < count; ++i) {
        const double size = std::floor(stack[i - count].number + epsilon);
        if (!(size >= 1)) fail("the size of " + symbol.name + " must be at least 1");
        total *= size;
        if (!(total <= 2e9)) fail(symbol.name + " would be too large: an array has at most 2000000000 elements");
        shape.push_back(static_cast<int>(size));
        shown += "[" + std::to_string(shape.back()) + "]";
    }
    if (const std::string lack = lack_of_memory(total * bytes_each, shown); !lack.empty()) fail(lack);
    stack -= count;
    return shape;
}

void Machine::declare_numbers(Symbol& symbol, int count) {
    if (symbol.kind != SymbolKind::numbers)
        give_slot(symbol, SymbolKind::numbers);  // another kind since it was compiled
    outdate_code(symbol);
    Slot& slot = slot_of(symbol);
    auto fresh = std::make_unique<NumberArray>();
    fresh->shape = pop_shape(symbol, count, sizeof fresh->data[0]);
    fresh->data.resize(elements_of(fresh->shape));
    if (symbol.scope->owner() && !symbol.scope->owner()->is_complete) symbol.shape = fresh->shape;
    // A loop may still use the old array.
    waiting.push_back(std::shared_ptr<NumberArray>{std::exchange(slot.numbers, fresh.release())});
    set_dimensions(symbol, count);
}

void Machine::release_former(Symbol& symbol) {
    // An array is kept until the machine is destroyed: procedures compiled before may still use it.
    for (const auto& [kind, slot] : symbol.former) {
        if (kind == SymbolKind::object) {
            ObjectAccess::release(std::exchange(slot->object, nullptr));
        } else {
            for (Object*& object : slot->objects->data) ObjectAccess::release(std::exchange(object, nullptr));
        }
    }
}

void Machine::declare_objects(Symbol& symbol, int count) {
    const SymbolKind kind = count == 0 ? SymbolKind::object : SymbolKind::objects;
    if (symbol.kind != kind) give_slot(symbol, kind);  // another kind since this was compiled
    outdate_code(symbol);
    release_former(symbol);
    Slot& slot = slot_of(symbol);
    if (count == 0) {
        Object* old = std::exchange(slot.object, nullptr);
        ObjectAccess::release(old);
        return;
    }
    auto fresh = std::make_unique<ObjectArray>();
    fresh->shape = pop_shape(symbol, count, sizeof fresh->data[0]);
    fresh->data.resize(elements_of(fresh->shape));
    if (symbol.scope->owner() && !symbol.scope->owner()->is_complete) symbol.shape = fresh->shape;
    ObjectArray* old = std::exchange(slot.objects, fresh.release());
    set_dimensions(symbol, count);
    for (Object*& object : old->data) ObjectAccess::release(std::exchange(object, nullptr));
    waiting.push_back(std::shared_ptr<ObjectArray>{old});
}

void Machine::declare_text(Symbol& symbol) {
    slot_of(symbol).string->clear();
}

void Machine::delete_number(Symbol& symbol) {
    if (symbol.index >= 0) fail("members of a template can't be deleted");
    symbol.kind = SymbolKind::unknown;
    ++names_version;
}

void Machine::refer_symbol(const Symbol& symbol) {
    require_kind(symbol, SymbolKind::number);
    Slot& slot = slot_of(symbol);
    if (symbol.index < 0) {
        push(reference_value(refer_to_number(&slot.number, nullptr, symbol.name)));
        return;
    }
    Instance& object = *self();
    push(reference_value(refer_to_number(&slot.number, object.mortal.life(), object.name() + "." + symbol.name)));
}

// A pointer to a local is valid only during the calls to which it is passed.
void Machine::refer_local(int index, const std::string& name) {
    push(reference_value(refer_to_number(&frame().locals[index].number, nullptr, name)));
}

void Machine::refer_element(const Symbol& symbol, int count) {
    require_kind(symbol, SymbolKind::numbers);
    NumberArray& array = *slot_of(symbol).numbers;
    const std::size_t i = subscript(symbol, array.shape, count);
    push(reference_value(refer_to_element(array, i, symbol.name)));
}

void Machine::refer_host(const VariableDefinition& variable) {
    push(reference_value(refer_to_host(variable)));
}

void Machine::read_number() {
    double value = 0;
    const bool good = static_cast<bool>(std::cin >> value);
    if (good) *stack[-1].place = value;
    stack[-1] = number_value(good ? 1 : 0);
}

void Machine::print_value(const Value& value) {
    char text[40];
    if (value.tag == Tag::number) {
        const int length = std::snprintf(text, sizeof text, "%.8g ", value.number);
        streams.out({text, static_cast<std::size_t>(length)});
    } else if (is_text(value)) {
        streams.out(text_of(value) + " ");
    } else if (is_object(value)) {
        streams.out((object_of(value) ? object_of(value)->name() : "NULLobject") + " ");
    } else if (value.tag == Tag::section) {
        streams.out(value.section->name() + " ");
    } else {
        fail("this cannot be printed: " + describe(value));
    }
}

}  // namespace ranvier::hoc
