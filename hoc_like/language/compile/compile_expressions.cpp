#include "hoc_like/language/compile/compiler_state.hpp"

// Expressions: instructions that leave the value of each form on the stack.

namespace ranvier::hoc {

using Type = Compiler::Type;

namespace {

/// In the order of BinaryOperator.
constexpr Op binary_ops[] = {
    Op::add,        Op::subtract, Op::multiply,      Op::divide, Op::modulo,    Op::power,       Op::less,
    Op::less_equal, Op::greater,  Op::greater_equal, Op::equal,  Op::not_equal, Op::logical_and, Op::logical_or,
};
constexpr Op op_of(BinaryOperator op) {
    return binary_ops[static_cast<int>(op)];
}
static_assert(op_of(BinaryOperator::logical_or) == Op::logical_or);

/// The instruction `number` places after `op` in opcodes.inc.
constexpr Op variant_of(Op op, int number) {
    return static_cast<Op>(static_cast<int>(op) + number);
}

/// The address of a top-level number, or null.
double* global_place(const Expression& expression) {
    if (const auto* variable = as<tree::HostVariable>(expression)) {
        return variable->index ? nullptr : variable->variable->address;
    }
    const auto* variable = as<tree::Variable>(expression);
    if (!variable || variable->symbol->kind != SymbolKind::number || variable->symbol->index >= 0) return nullptr;
    return &variable->symbol->slot->number;
}

/// Whether evaluating the expression cannot change a variable.
bool only_reads(const Expression& expression) {
    if (is_one_of<tree::Number, tree::Local>(expression)) return true;
    if (const auto* variable = as<tree::Variable>(expression)) return variable->symbol->kind == SymbolKind::number;
    if (as<tree::HostVariable>(expression)) return global_place(expression) != nullptr;
    if (const auto* unary = as<tree::Unary>(expression)) return only_reads(*unary->operand);
    if (const auto* math = as<tree::Math>(expression)) return only_reads(*math->argument);
    if (const auto* binary = as<tree::Binary>(expression))
        return only_reads(*binary->left) && only_reads(*binary->right);
    return false;
}

}  // namespace

Instruction& Compiler::emit(Op op, int at, int a, int b) {
    Instruction& instruction = code_.instructions.emplace_back();
    instruction.op = op;
    instruction.a = a;
    instruction.b = static_cast<std::uint16_t>(b);
    instruction.number = 0;
    code_.offsets.push_back(at);
    return instruction;
}

MemberSite* Compiler::site(const tree::Component& component) {
    const auto arguments = component.arguments ? std::optional{component.arguments->size()} : std::nullopt;
    return &code_.sites.emplace_back(component.name, component.indices.size(), arguments);
}

void Compiler::mismatch(int at, std::string message) {
    throw TypeMismatch{at, std::move(message)};
}

void Compiler::fail(int at, const std::string& message) const {
    throw ScriptError{message, code_.source->locate(at), render(*code_.source, {at, message})};
}

Type Compiler::value(const Expression& expression) {
    return std::visit([&](const auto& form) { return value(form, expression.at); }, expression.form);
}

void Compiler::number(const Expression& expression) {
    switch (value(expression)) {
        case Type::number:
            return;
        case Type::any:
            emit(Op::to_number, expression.at);
            return;
        case Type::text:
            mismatch(expression.at, "expected a number, not a string");
        case Type::object:
            mismatch(expression.at, "expected a number, not an object");
    }
}

void Compiler::numbers(const Expressions& expressions) {
    for (const auto& each : expressions) number(*each);
}

// Strings and objrefs are passed by reference.
int Compiler::arguments(const Expressions& expressions) {
    for (const auto& each : expressions) {
        const auto* component = as<tree::Component>(*each);
        if (component && !component->arguments) {
            load(*component, each->at, true);
        } else {
            value(*each);
        }
    }
    return static_cast<int>(expressions.size());
}

// An array's name alone means its first element.
void Compiler::indices(const Expressions& expressions, const Symbol& symbol, int at) {
    numbers(expressions);
    if (expressions.empty()) {
        for (int i = 0; i < symbol.dimensions; ++i) emit(Op::constant, at).number = 0;
    }
}

Type Compiler::value(const tree::Number& number, int at) {
    emit(Op::constant, at).number = number.value;
    return Type::number;
}

Type Compiler::value(const tree::Text& literal, int at) {
    emit(Op::text, at).text = text(literal.value);
    return Type::text;
}

Type Compiler::value(const tree::Variable& variable, int at) {
    Symbol& symbol = *variable.symbol;
    if (symbol.kind == SymbolKind::numbers) {
        indices(variable.indices, symbol, at);
        emit(Op::load_element, at, symbol.dimensions).symbol = &symbol;
    } else if (symbol.kind == SymbolKind::unknown) {
        emit(Op::load_unknown, at).symbol = &symbol;
    } else if (symbol.index < 0) {
        emit(Op::load_global, at).place = &symbol.slot->number;
    } else {
        emit(Op::load_member, at, symbol.index);
    }
    return Type::number;
}

Type Compiler::value(const tree::Local& local, int at) {
    emit(Op::load_local, at, local.slot);
    return Type::number;
}

Type Compiler::value(const tree::LocalObject& local, int at) {
    emit(Op::local_object, at, local.slot);
    return Type::object;
}

// Number 0 means that the instruction takes the argument's number from the stack.
void Compiler::argument_number(const tree::Argument& argument, int at) {
    if (argument.number == 0) emit(Op::load_local, at, argument.local);
}

Type Compiler::value(const tree::Argument& argument, int at) {
    if (argument.sigil == Sigil::pointer) {
        numbers(argument.index);
        if (argument.index.size() > 1) fail(at, "$& takes one index at most");
    }
    argument_number(argument, at);
    switch (argument.sigil) {
        case Sigil::text:
            emit(Op::load_argument_text, at, argument.number);
            return Type::text;
        case Sigil::object:
            emit(Op::load_argument_object, at, argument.number);
            return Type::object;
        case Sigil::pointer:
            emit(Op::load_argument_pointed, at, argument.number, static_cast<int>(argument.index.size()));
            return Type::number;
        case Sigil::number:
            break;
    }
    emit(argument.number == 0 ? Op::load_argument_at : Op::load_argument, at, argument.number);
    return Type::number;
}

Type Compiler::value(const tree::ObjectVariable& variable, int at) {
    Symbol& symbol = *variable.symbol;
    if (symbol.kind == SymbolKind::objects) {
        indices(variable.indices, symbol, at);
        emit(Op::element_object, at, symbol.dimensions).symbol = &symbol;
    } else if (symbol.index < 0) {
        emit(Op::global_object, at).slot = symbol.slot;
    } else {
        emit(Op::member_object, at, symbol.index);
    }
    return Type::object;
}

Type Compiler::value(const tree::TextVariable& variable, int at) {
    if (variable.symbol->index < 0) {
        emit(Op::global_text, at).slot = variable.symbol->slot;
    } else {
        emit(Op::member_text, at, variable.symbol->index);
    }
    return Type::text;
}

Type Compiler::value(const tree::This&, int at) {
    emit(Op::self, at);
    return Type::object;
}

Type Compiler::value(const tree::NumberedObject& object, int at) {
    number(*object.number);
    emit(Op::instance, at).class_info = object.class_info;
    return Type::object;
}

Type Compiler::value(const tree::HostVariable& variable, int at) {
    if (variable.index) {
        number(*variable.index);
        emit(Op::load_host_element, at).variable = variable.variable;
    } else if (variable.variable->address) {
        emit(Op::load_global, at).place = variable.variable->address;
    } else {
        emit(Op::load_host, at).variable = variable.variable;
    }
    return Type::number;
}

Type Compiler::load(const tree::Component& component, int at, bool by_reference) {
    const Type receiver = value(*component.object);
    if (receiver == Type::number || receiver == Type::text) mismatch(at, "expected an object before '.'");
    operands(component);
    emit(Op::component, at, 0, by_reference ? 1 : 0).site = site(component);
    pins_ = pins_ || by_reference;
    return Type::any;
}

void Compiler::operands(const tree::Component& component) {
    numbers(component.indices);
    if (component.arguments) arguments(*component.arguments);
}

Type Compiler::value(const tree::Call& call, int at) {
    const int count = arguments(call.arguments);
    emit(Op::call, at, count).symbol = call.symbol;
    if (call.symbol->kind != SymbolKind::procedure) return Type::any;
    return call.symbol->procedure_kind == ProcedureKind::obfunc ? Type::object : Type::number;
}

Type Compiler::value(const tree::CallOfLocal& call, int at) {
    mismatch(at, call.name + " is a local variable, not a function or procedure");
}

Type Compiler::value(const tree::NativeCall& call, int at) {
    const int count = arguments(call.arguments);
    emit(Op::call_native, at, count).function = call.function;
    return Type::any;
}

Type Compiler::value(const tree::Math& math, int at) {
    number(*math.argument);
    emit(Op::math, at).math = math.function;
    return Type::number;
}

Type Compiler::value(const tree::Unary& unary, int at) {
    number(*unary.operand);
    emit(unary.op == UnaryOperator::minus ? Op::negate : Op::logical_not, at);
    return Type::number;
}

Type Compiler::value(const tree::Binary& binary, int at) {
    if (binary.op == BinaryOperator::equal || binary.op == BinaryOperator::not_equal) {
        const Type left = value(*binary.left);
        const Type right = value(*binary.right);
        const bool are_numbers = left == Type::number && right == Type::number;
        const Op any = binary.op == BinaryOperator::equal ? Op::equal_any : Op::not_equal_any;
        emit(are_numbers ? op_of(binary.op) : any, at);
        return Type::number;
    }
    number(*binary.left);
    if (fused_right(binary.op, *binary.right)) return Type::number;
    number(*binary.right);
    emit(op_of(binary.op), at);
    return Type::number;
}

// Fuses an operation with its right operand if that is a constant, a global, a local or an argument.
bool Compiler::fused_right(BinaryOperator op, const Expression& right) {
    if (op > BinaryOperator::divide) return false;
    const auto form = [&](int i) { return variant_of(op_of(op), i); };
    const auto* argument = as<tree::Argument>(right);
    if (const auto* constant = as<tree::Number>(right)) {
        emit(form(1), right.at).number = constant->value;
    } else if (double* place = global_place(right)) {
        emit(form(2), right.at).place = place;
    } else if (const auto* local = as<tree::Local>(right)) {
        emit(form(3), right.at, local->slot);
    } else if (argument && argument->sigil == Sigil::number && argument->number > 0) {
        emit(form(4), right.at, argument->number);
    } else {
        return false;
    }
    return true;
}

Type Compiler::value(const tree::NewObject& made, int at) {
    const int count = arguments(made.arguments);
    if (made.class_info) {
        emit(Op::new_object, at, count).class_info = made.class_info;
    } else {
        emit(Op::new_by_name, at, count).text = text(made.class_name);
    }
    return Type::object;
}

Type Compiler::value(const tree::Section&, int at) {
    fail(at, "this has no value");
}

Type Compiler::value(const tree::Taper&, int at) {
    fail(at, "this has no value");
}

Type Compiler::value(const tree::Range& range, int at) {
    const RangeAccess access = operands(range);
    emit(Op::load_range, at, range.id, access);
    done_with(range);
    return Type::number;
}

Type Compiler::value(const tree::RangeObject& range, int at) {
    const RangeAccess access = operands(range);
    emit(Op::load_range_object, at, range.id, access);
    done_with(range);
    return Type::object;
}

// Pushes [index] [position]; a section goes to the section stack.
RangeAccess Compiler::operands(const tree::RangePlace& place) {
    RangeAccess access;
    if (place.section) push_section(*place.section);
    if (place.index) number(*place.index);
    if (place.position) number(*place.position);
    access.drops_section = place.section != nullptr;
    access.has_index = place.index != nullptr;
    access.has_position = place.position != nullptr;
    access.per_section = place.per_section;
    return access;
}

void Compiler::done_with(const tree::RangePlace& place) {
    if (place.section) --sections_;
}

Type Compiler::value(const tree::Address& address, int at) {
    static_cast<void>(at);
    const Expression& place = *address.place;
    std::visit(
        [&](const auto& form) {
            if constexpr (requires { this->refer(form, place.at); }) {
                refer(form, place.at);
            } else {
                fail(place.at, "& needs a variable that holds a number");
            }
        },
        place.form);
    return Type::any;
}

Type Compiler::value(const tree::Read& read, int at) {
    place(*read.variable);
    emit(Op::read, at);
    return Type::number;
}

Type Compiler::compile(const tree::Assign& assign, int at, bool wants_value) {
    const Assigning assigning{assign.op, *assign.value, at, assign.target->at, wants_value};
    return std::visit(
        [&](const auto& target) -> Type {
            if constexpr (requires { this->assign(target, assigning); }) {
                return this->assign(target, assigning);
            } else {
                fail(at, "cannot assign to this");  // the parser accepts no other target
            }
        },
        assign.target->form);
}

void Compiler::pop_unless_wanted(const Assigning& assigning) {
    if (!assigning.wants_value) emit(Op::pop, assigning.at);
}

template <class Target>
Type Compiler::assign_object(const Target& target, const Assigning& assigning) {
    if (assigning.op != Assignment::set) mismatch(assigning.at, "only '=' is allowed here");
    value(target, assigning.target_at);
    const Type type = value(assigning.value);
    if (type == Type::number) mismatch(assigning.value.at, "expected an object, not a number");
    if (type == Type::text) mismatch(assigning.value.at, "expected an object, not a string");
    emit(assigning.wants_value ? Op::assign : Op::assign_pop, assigning.at);
    return Type::object;
}

Type Compiler::assign(const tree::TextVariable& target, const Assigning& assigning) {
    if (assigning.op != Assignment::set) mismatch(assigning.at, "only '=' is allowed here");
    value(target, assigning.target_at);
    const Type type = value(assigning.value);
    if (type == Type::number) mismatch(assigning.value.at, "expected a string, not a number");
    if (type == Type::object && !as<tree::This>(assigning.value)) {
        mismatch(assigning.value.at, "expected a string, not an object");
    }
    emit(assigning.wants_value ? Op::assign : Op::assign_pop, assigning.at);
    return Type::text;
}

Type Compiler::assign(const tree::Argument& target, const Assigning& assigning) {
    switch (target.sigil) {
        case Sigil::text:
            return assign_argument_text(target, assigning);
        case Sigil::object:
            return assign_object(target, assigning);
        case Sigil::pointer:
            return assign_pointed(target, assigning);
        case Sigil::number:
            break;
    }
    number(assigning.value);
    argument_number(target, assigning.at);
    emit(Op::store_argument, assigning.at, target.number, assigning.op);
    pop_unless_wanted(assigning);
    return Type::number;
}

Type Compiler::assign_argument_text(const tree::Argument& target, const Assigning& assigning) {
    if (assigning.op != Assignment::set) mismatch(assigning.at, "only '=' is allowed here");
    const Type type = value(assigning.value);
    if (type == Type::number) mismatch(assigning.value.at, "expected a string, not a number");
    argument_number(target, assigning.at);
    emit(Op::assign_argument_text, assigning.at, target.number);
    if (assigning.wants_value) emit(Op::text, assigning.at).text = text("");
    return Type::text;
}

Type Compiler::assign_pointed(const tree::Argument& target, const Assigning& assigning) {
    numbers(target.index);
    number(assigning.value);
    argument_number(target, assigning.at);
    Instruction& instruction = emit(Op::store_pointed, assigning.at, target.number, assigning.op);
    instruction.number = static_cast<double>(target.index.size());
    pop_unless_wanted(assigning);
    return Type::number;
}

Type Compiler::assign(const tree::Component& target, const Assigning& assigning) {
    value(*target.object);
    operands(target);
    value(assigning.value);
    emit(Op::set_component, assigning.at, 0, assigning.op).site = site(target);
    pop_unless_wanted(assigning);
    return Type::any;
}

Type Compiler::assign(const tree::Range& target, const Assigning& assigning) {
    RangeAccess access = operands(target);
    access.op = assigning.op;
    number(assigning.value);
    emit(Op::store_range, assigning.at, target.id, access);
    done_with(target);
    pop_unless_wanted(assigning);
    return Type::number;
}

Type Compiler::assign(const tree::Variable& target, const Assigning& assigning) {
    Symbol& symbol = *target.symbol;
    if (symbol.kind == SymbolKind::numbers) {
        indices(target.indices, symbol, assigning.target_at);
        number(assigning.value);
        emit(Op::store_element, assigning.at, symbol.dimensions, assigning.op).symbol = &symbol;
        pop_unless_wanted(assigning);
        return Type::number;
    }
    if (symbol.index < 0) return assign_place(&symbol.slot->number, assigning);
    number(assigning.value);
    store({Op::store_member, static_cast<std::uint16_t>(assigning.op), symbol.index, {.number = 0}}, assigning);
    return Type::number;
}

Type Compiler::assign(const tree::Local& target, const Assigning& assigning) {
    number(assigning.value);
    store({Op::store_local, static_cast<std::uint16_t>(assigning.op), target.slot, {.number = 0}}, assigning);
    return Type::number;
}

Type Compiler::assign(const tree::HostVariable& target, const Assigning& assigning) {
    const VariableDefinition& variable = *target.variable;
    if (!target.index && variable.address && !variable.store) return assign_place(variable.address, assigning);
    if (target.index) number(*target.index);
    number(assigning.value);
    emit(target.index ? Op::store_host_element : Op::store_host, assigning.at, 0, assigning.op).variable = &variable;
    pop_unless_wanted(assigning);
    return Type::number;
}

// Compiles `x = x + e` as `x += e` if e does not change x: the sum is the same.
Type Compiler::assign_place(double* place, const Assigning& assigning) {
    const Expression* added = assigning.op == Assignment::add ? &assigning.value : nullptr;
    const auto* sum = as<tree::Binary>(assigning.value);
    if (assigning.op == Assignment::set && sum && sum->op == BinaryOperator::add && global_place(*sum->left) == place &&
        only_reads(*sum->right)) {
        added = sum->right.get();
    }
    const bool adds = added && !assigning.wants_value;
    number(adds ? *added : assigning.value);
    const auto op = static_cast<std::uint16_t>(adds ? Assignment::add : assigning.op);
    store({Op::store_global, op, 0, {.place = place}}, assigning);
    return Type::number;
}

// `instruction` leaves the value on the stack; if the value is unused, `=` and `+=` have instructions without it.
void Compiler::store(Instruction instruction, const Assigning& assigning) {
    const Assignment op = instruction.assignment();
    const bool is_simple = !assigning.wants_value && (op == Assignment::set || op == Assignment::add);
    if (is_simple) instruction.op = variant_of(instruction.op, op == Assignment::set ? 1 : 2);
    emit(instruction.op, assigning.at) = instruction;
    if (!is_simple) pop_unless_wanted(assigning);
}

void Compiler::refer(const tree::Variable& variable, int at) {
    Symbol& symbol = *variable.symbol;
    if (symbol.kind == SymbolKind::numbers) {
        indices(variable.indices, symbol, at);
        emit(Op::refer_element, at, symbol.dimensions).symbol = &symbol;
    } else {
        emit(Op::refer_global, at).symbol = &symbol;
    }
}

void Compiler::refer(const tree::Local& local, int at) {
    emit(Op::refer_local, at, local.slot).text = text(local.name);
}

void Compiler::refer(const tree::HostVariable& variable, int at) {
    if (variable.index) fail(at, "& of an element of a mechanism's array is not supported");
    emit(Op::refer_host, at).variable = variable.variable;
}

void Compiler::refer(const tree::Argument& argument, int at) {
    if (argument.sigil == Sigil::number) fail(at, "& can't take $1, which is a value; pass a pointer and use $&1");
    if (argument.sigil != Sigil::pointer) fail(at, "& takes numbers only");
    if (!argument.index.empty()) fail(at, "& of an element of $& is not supported");
    argument_number(argument, at);
    emit(Op::refer_argument, at, argument.number);
}

void Compiler::refer(const tree::Range& range, int at) {
    if (!range.position && !range.per_section) fail(at, "& needs the position: &" + range.name + "(0.5)");
    const RangeAccess access = operands(range);
    emit(Op::refer_range, at, range.id, access);
    done_with(range);
}

void Compiler::refer(const tree::Component& component, int at) {
    value(*component.object);
    operands(component);
    emit(Op::refer_component, at).site = site(component);
}

// Pushes the reference to a loop's variable.
void Compiler::place(const Expression& variable) {
    std::visit(
        [&](const auto& form) {
            if constexpr (requires { this->place(form, variable.at); }) {
                place(form, variable.at);
            } else {
                fail(variable.at, "expected a variable");
            }
        },
        variable.form);
}

void Compiler::place(const tree::Local& local, int at) {
    emit(Op::place_local, at, local.slot);
}

void Compiler::place(const tree::HostVariable& variable, int at) {
    if (!variable.variable->address) fail(at, "this variable cannot be used here");
    emit(Op::place_global, at).place = variable.variable->address;
}

void Compiler::place(const tree::Variable& variable, int at) {
    Symbol& symbol = *variable.symbol;
    if (symbol.kind == SymbolKind::numbers) {
        indices(variable.indices, symbol, at);
        emit(Op::place_element, at, symbol.dimensions).symbol = &symbol;
    } else if (symbol.index < 0) {
        emit(Op::place_global, at).place = &symbol.slot->number;
    } else {
        emit(Op::place_member, at, symbol.index);
    }
}

void Compiler::own_section(const tree::Section& section, int at) {
    numbers(section.indices);
    emit(Op::section, at, static_cast<int>(section.indices.size())).symbol = section.symbol;
}

// Pushes a section to the section stack; with `or_anything`, the accessed section if the value is not a section.
void Compiler::push_section(const Expression& expression, bool or_anything) {
    if (const auto* section = as<tree::Section>(expression)) {
        numbers(section->indices);
        emit(Op::push_own_section, expression.at, static_cast<int>(section->indices.size())).symbol = section->symbol;
    } else {
        value(expression);
        emit(Op::push_section, expression.at, or_anything ? 1 : 0);
    }
    ++sections_;
}

}  // namespace ranvier::hoc
