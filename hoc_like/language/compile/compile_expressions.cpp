#include "hoc_like/language/compile/compiler_state.hpp"

namespace ranvier::hoc {

using Type = Compiler::Type;

Instruction& Compiler::emit(Op op, int at, int a, int b) {
    Instruction& instruction = code_.instructions.emplace_back();
    instruction.op = op;
    instruction.a = a;
    instruction.b = static_cast<std::uint16_t>(b);
    instruction.number = 0;
    code_.offsets.push_back(at);
    return instruction;
}

MemberSite* Compiler::site(const Node& component) {
    MemberSite& site = code_.sites.emplace_back();
    site.name = component.text;
    site.indices = component.a;
    site.arguments = component.b;
    site.total = component.a + std::max(component.b, 0);
    return &site;
}

void Compiler::mismatch(const Node& node, std::string message) {
    throw TypeMismatch{node.at, std::move(message)};
}

void Compiler::fail(const Node& node, const std::string& message) const {
    throw ScriptError{message, code_.source->locate(node.at), render(*code_.source, {node.at, message})};
}

Type Compiler::value(const Node& node) {
    switch (node.kind) {
        case NodeKind::number:
            emit(Op::constant, node.at).number = node.number;
            return Type::number;
        case NodeKind::string:
            emit(Op::text, node.at).text = text(node.text);
            return Type::text;
        case NodeKind::variable:
            return variable(node);
        case NodeKind::local:
            emit(Op::load_local, node.at, node.a);
            return Type::number;
        case NodeKind::argument:
            return argument_value(node);
        case NodeKind::local_object:
        case NodeKind::object_variable:
            return object_place(node);
        case NodeKind::string_variable:
            if (node.symbol->index < 0) {
                emit(Op::global_text, node.at).slot = node.symbol->slot;
            } else {
                emit(Op::member_text, node.at, node.symbol->index);
            }
            return Type::text;
        case NodeKind::self:
            emit(Op::self, node.at);
            return Type::object;
        case NodeKind::instance:
            number(*node.kids[0]);
            emit(Op::instance, node.at).class_info = node.class_info;
            return Type::object;
        case NodeKind::host_variable:
            if (!node.kids.empty()) {
                number(*node.kids[0]);
                emit(Op::load_host_element, node.at).variable = node.variable;
            } else if (node.variable->address) {
                emit(Op::load_global, node.at).place = node.variable->address;
            } else {
                emit(Op::load_host, node.at).variable = node.variable;
            }
            return Type::number;
        case NodeKind::component:
            return component(node, false);
        case NodeKind::call:
        case NodeKind::native_call:
            return call(node);
        case NodeKind::math:
            number(*node.kids[0]);
            emit(Op::math, node.at).math = node.math;
            return Type::number;
        case NodeKind::unary:
            number(*node.kids[0]);
            emit(node.op == '-' ? Op::negate : Op::logical_not, node.at);
            return Type::number;
        case NodeKind::binary:
            return binary(node);
        case NodeKind::assign:
            return assign(node, true);
        case NodeKind::new_object:
            arguments(node, 0);
            if (node.class_info) {
                emit(Op::new_object, node.at, static_cast<int>(node.kids.size())).class_info = node.class_info;
            } else {
                emit(Op::new_by_name, node.at, static_cast<int>(node.kids.size())).text = text(node.text);
            }
            return Type::object;
        case NodeKind::range: {
            const int flags = range_prologue(node);
            emit(Op::load_range, node.at, node.a, flags).text = text(node.text);
            if (node.kids[0]) --sections_;
            return Type::number;
        }
        case NodeKind::range_object: {
            const int flags = range_prologue(node);
            emit(Op::load_range_object, node.at, node.a, flags);
            if (node.kids[0]) --sections_;
            return Type::object;
        }
        case NodeKind::address:
            address(*node.kids[0]);
            return Type::any;
        case NodeKind::read:
            place(*node.kids[0]);
            emit(Op::read, node.at);
            return Type::number;
        default:
            fail(node, "this has no value");
    }
}

void Compiler::number(const Node& node) {
    switch (value(node)) {
        case Type::number:
            return;
        case Type::any:
            emit(Op::to_number, node.at);
            return;
        case Type::text:
            mismatch(node, "a number is needed here, not a string");
        case Type::object:
            mismatch(node, "a number is needed here, not an object");
    }
}

Type Compiler::variable(const Node& node) {
    Symbol& symbol = *node.symbol;
    if (symbol.kind == SymbolKind::numbers) {
        indices(node, symbol);
        emit(Op::load_element, node.at, symbol.dimensions).symbol = &symbol;
    } else if (symbol.kind == SymbolKind::unknown) {
        emit(Op::load_unknown, node.at).symbol = &symbol;
    } else if (symbol.index < 0) {
        emit(Op::load_global, node.at).place = &symbol.slot->number;
    } else {
        emit(Op::load_member, node.at, symbol.index);
    }
    return Type::number;
}

// An array's name alone means its first element.
void Compiler::indices(const Node& node, const Symbol& symbol) {
    for (const auto& kid : node.kids) number(*kid);
    if (node.kids.empty()) {
        for (int i = 0; i < symbol.dimensions; ++i) emit(Op::constant, node.at).number = 0;
    }
}

Type Compiler::argument_value(const Node& node) {
    if (node.op == '&') {
        for (const auto& kid : node.kids) number(*kid);
        if (node.kids.size() > 1) fail(node, "$& takes one index at most");
    }
    if (node.a == 0) emit(Op::load_local, node.at, node.b);
    switch (node.op) {
        case 's':
            emit(Op::load_argument_text, node.at, node.a);
            return Type::text;
        case 'o':
            emit(Op::load_argument_object, node.at, node.a);
            return Type::object;
        case '&':
            emit(Op::load_argument_pointed, node.at, node.a, static_cast<int>(node.kids.size()));
            return Type::number;
        default:
            emit(node.a == 0 ? Op::load_argument_at : Op::load_argument, node.at, node.a);
            return Type::number;
    }
}

Type Compiler::object_place(const Node& node) {
    if (node.kind == NodeKind::local_object) {
        emit(Op::local_object, node.at, node.a);
        return Type::object;
    }
    Symbol& symbol = *node.symbol;
    if (symbol.kind == SymbolKind::objects) {
        indices(node, symbol);
        emit(Op::element_object, node.at, symbol.dimensions).symbol = &symbol;
    } else if (symbol.index < 0) {
        emit(Op::global_object, node.at).slot = symbol.slot;
    } else {
        emit(Op::member_object, node.at, symbol.index);
    }
    return Type::object;
}

Type Compiler::component(const Node& node, bool by_reference) {
    const Type receiver = value(*node.kids[0]);
    if (receiver == Type::number || receiver == Type::text) mismatch(node, "before '.' stands an object");
    for (int i = 1; i <= node.a; ++i) number(*node.kids[static_cast<std::size_t>(i)]);
    arguments(node, static_cast<std::size_t>(node.a) + 1);
    emit(Op::component, node.at, 0, by_reference ? 1 : 0).site = site(node);
    pins_ = pins_ || by_reference;
    return Type::any;
}

void Compiler::arguments(const Node& node, std::size_t first) {
    for (std::size_t i = first; i < node.kids.size(); ++i) argument(*node.kids[i]);
}

// Strings and objrefs go by reference.
void Compiler::argument(const Node& node) {
    if (node.kind == NodeKind::component && node.b < 0) {
        component(node, true);
    } else {
        value(node);
    }
}

Type Compiler::call(const Node& node) {
    if (node.kind == NodeKind::call && !node.symbol) {
        mismatch(node, node.text + " is a local variable, not a function or procedure");
    }
    arguments(node, 0);
    const int count = static_cast<int>(node.kids.size());
    if (node.kind == NodeKind::native_call) {
        emit(Op::call_native, node.at, count).function = node.function;
        return Type::any;
    }
    emit(Op::call, node.at, count).symbol = node.symbol;
    if (node.symbol->kind != SymbolKind::procedure) return Type::any;
    return node.symbol->procedure_kind == ProcedureKind::obfunc ? Type::object : Type::number;
}

bool Compiler::fused_right(int op, const Node& right) {
    Op base;
    switch (op) {
        case '+':
            base = Op::add;
            break;
        case '-':
            base = Op::subtract;
            break;
        case '*':
            base = Op::multiply;
            break;
        case '/':
            base = Op::divide;
            break;
        default:
            return false;
    }
    const auto form = [&](int i) { return static_cast<Op>(static_cast<int>(base) + i); };
    if (right.kind == NodeKind::number) {
        emit(form(1), right.at).number = right.number;
    } else if (right.kind == NodeKind::variable && right.symbol->kind == SymbolKind::number &&
               right.symbol->index < 0) {
        emit(form(2), right.at).place = &right.symbol->slot->number;
    } else if (right.kind == NodeKind::host_variable && right.variable->address) {
        emit(form(2), right.at).place = right.variable->address;
    } else if (right.kind == NodeKind::local) {
        emit(form(3), right.at, right.a);
    } else if (right.kind == NodeKind::argument && right.op == 'n' && right.a > 0) {
        emit(form(4), right.at, right.a);
    } else {
        return false;
    }
    return true;
}

Type Compiler::binary(const Node& node) {
    const Node& left = *node.kids[0];
    const Node& right = *node.kids[1];
    if (node.op == '=' || node.op == '!') {
        const Type a = value(left);
        const Type b = value(right);
        const bool numbers = a == Type::number && b == Type::number;
        if (node.op == '=') {
            emit(numbers ? Op::equal : Op::equal_any, node.at);
        } else {
            emit(numbers ? Op::not_equal : Op::not_equal_any, node.at);
        }
        return Type::number;
    }
    number(left);
    if (fused_right(node.op, right)) return Type::number;
    number(right);
    Op op = Op::add;
    switch (node.op) {
        case '-':
            op = Op::subtract;
            break;
        case '*':
            op = Op::multiply;
            break;
        case '/':
            op = Op::divide;
            break;
        case '%':
            op = Op::modulo;
            break;
        case '^':
            op = Op::power;
            break;
        case '<':
            op = Op::less;
            break;
        case 'l':
            op = Op::less_equal;
            break;
        case '>':
            op = Op::greater;
            break;
        case 'g':
            op = Op::greater_equal;
            break;
        case '&':
            op = Op::logical_and;
            break;
        case '|':
            op = Op::logical_or;
            break;
        default:
            break;
    }
    emit(op, node.at);
    return Type::number;
}

Type Compiler::assign(const Node& node, bool wants_value) {
    const Node& target = *node.kids[0];
    const Node& value_node = *node.kids[1];
    switch (target.kind) {
        case NodeKind::object_variable:
        case NodeKind::local_object:
        case NodeKind::self:
        case NodeKind::string_variable:
        case NodeKind::argument: {
            if (target.op == 'n' || target.op == '&') break;
            if (node.op != '=') mismatch(node, "only '=' is allowed here");
            const bool is_text = target.kind == NodeKind::string_variable || target.op == 's';
            if (target.op == 's') {
                const Type type = value(value_node);
                if (type == Type::number) mismatch(value_node, "a string is needed here, not a number");
                if (target.a == 0) emit(Op::load_local, node.at, target.b);
                emit(Op::assign_argument_text, node.at, target.a);
                if (wants_value) emit(Op::text, node.at).text = text("");
                return Type::text;
            }
            value(target);
            const Type type = value(value_node);
            if (type == Type::number)
                mismatch(value_node, std::string{is_text ? "a string" : "an object"} + " is needed here, not a number");
            if (!is_text && type == Type::text) mismatch(value_node, "an object is needed here, not a string");
            if (is_text && type == Type::object && value_node.kind != NodeKind::self) {
                mismatch(value_node, "a string is needed here, not an object");
            }
            emit(wants_value ? Op::assign : Op::assign_pop, node.at);
            return is_text ? Type::text : Type::object;
        }
        case NodeKind::component: {
            value(*target.kids[0]);
            for (int i = 1; i <= target.a; ++i) number(*target.kids[static_cast<std::size_t>(i)]);
            arguments(target, static_cast<std::size_t>(target.a) + 1);
            value(value_node);
            emit(Op::set_component, node.at, 0, node.op).site = site(target);
            if (!wants_value) emit(Op::pop, node.at);
            return Type::any;
        }
        case NodeKind::range: {
            const int flags = range_prologue(target);
            number(value_node);
            emit(Op::store_range, node.at, target.a, flags | (node.op << 8)).text = text(target.text);
            if (target.kids[0]) --sections_;
            if (!wants_value) emit(Op::pop, node.at);
            return Type::number;
        }
        default:
            break;
    }
    assign_number(target, node, wants_value);
    return Type::number;
}

namespace {

// The place of a number of the top level, or null.
double* global_place(const Node& node) {
    if (node.kind == NodeKind::host_variable && node.kids.empty()) return node.variable->address;
    const bool is_number = node.kind == NodeKind::variable && node.symbol->kind == SymbolKind::number;
    return is_number && node.symbol->index < 0 ? &node.symbol->slot->number : nullptr;
}

// Nothing in it can change a variable.
bool only_reads(const Node& node) {
    switch (node.kind) {
        case NodeKind::number:
        case NodeKind::local:
            return true;
        case NodeKind::variable:
            return node.symbol->kind == SymbolKind::number;
        case NodeKind::host_variable:
            return global_place(node) != nullptr;
        case NodeKind::unary:
        case NodeKind::binary:
        case NodeKind::math:
            return std::all_of(node.kids.begin(), node.kids.end(), [](const NodePtr& kid) { return only_reads(*kid); });
        default:
            return false;
    }
}

}  // namespace

// `x = x + e` is `x += e`, if e leaves x alone: the same sum.
void Compiler::assign_place(double* place, const Node& node, bool wants_value) {
    const Node* added = node.op == '+' ? node.kids[1].get() : nullptr;
    if (const Node& sum = *node.kids[1]; node.op == '=' && sum.kind == NodeKind::binary && sum.op == '+' &&
                                         global_place(*sum.kids[0]) == place && only_reads(*sum.kids[1])) {
        added = sum.kids[1].get();
    }
    const bool adds = added && !wants_value;
    number(adds ? *added : *node.kids[1]);
    const auto op = static_cast<std::uint16_t>(adds ? '+' : node.op);
    store({Op::store_global, op, 0, {.place = place}}, node.at, wants_value);
}

// `instruction` keeps the value; where that is not wanted, there are others for '=' and '+'.
void Compiler::store(Instruction instruction, int at, bool wants_value) {
    const auto form = [&](int i) { return static_cast<Op>(static_cast<int>(instruction.op) + i); };
    const bool is_simple = !wants_value && (instruction.b == '=' || instruction.b == '+');
    if (is_simple) instruction.op = form(instruction.b == '=' ? 1 : 2);
    emit(instruction.op, at) = instruction;
    if (!wants_value && !is_simple) emit(Op::pop, at);
}

void Compiler::assign_number(const Node& target, const Node& node, bool wants_value) {
    const Node& value_node = *node.kids[1];
    const int at = node.at;
    const auto op = static_cast<std::uint16_t>(node.op);
    switch (target.kind) {
        case NodeKind::variable: {
            Symbol& symbol = *target.symbol;
            if (symbol.kind == SymbolKind::numbers) {
                indices(target, symbol);
                number(value_node);
                emit(Op::store_element, at, symbol.dimensions, node.op).symbol = &symbol;
                if (!wants_value) emit(Op::pop, at);
            } else if (symbol.index < 0) {
                assign_place(&symbol.slot->number, node, wants_value);
            } else {
                number(value_node);
                store({Op::store_member, op, symbol.index, {.number = 0}}, at, wants_value);
            }
            return;
        }
        case NodeKind::local:
            number(value_node);
            store({Op::store_local, op, target.a, {.number = 0}}, at, wants_value);
            return;
        case NodeKind::host_variable:
            if (!target.kids.empty()) {
                number(*target.kids[0]);
                number(value_node);
                emit(Op::store_host_element, at, 0, node.op).variable = target.variable;
                break;
            }
            if (target.variable->address && !target.variable->store) {
                assign_place(target.variable->address, node, wants_value);
                return;
            }
            number(value_node);
            emit(Op::store_host, at, 0, node.op).variable = target.variable;
            break;
        default:  // $1 or $&1
            if (target.op == '&') {
                for (const auto& kid : target.kids) number(*kid);
            }
            number(value_node);
            if (target.a == 0) emit(Op::load_local, at, target.b);
            if (target.op == '&') {
                Instruction& instruction = emit(Op::store_pointed, at, target.a, node.op);
                instruction.number = static_cast<double>(target.kids.size());
            } else {
                emit(Op::store_argument, at, target.a, node.op);
            }
    }
    if (!wants_value) emit(Op::pop, at);
}

// Pushes what & means.
void Compiler::address(const Node& node) {
    switch (node.kind) {
        case NodeKind::variable:
            if (node.symbol->kind == SymbolKind::numbers) {
                indices(node, *node.symbol);
                emit(Op::refer_element, node.at, node.symbol->dimensions).symbol = node.symbol;
            } else {
                emit(Op::refer_global, node.at).symbol = node.symbol;
            }
            return;
        case NodeKind::local:
            emit(Op::refer_local, node.at, node.a).text = text(node.text);
            return;
        case NodeKind::host_variable:
            if (!node.kids.empty()) fail(node, "& of an element of a mechanism's array is not possible");
            emit(Op::refer_host, node.at).variable = node.variable;
            return;
        case NodeKind::argument:
            if (node.op == 'n') fail(node, "& can't take $1, which is a value; pass a pointer and use $&1");
            if (node.op != '&') fail(node, "& takes numbers only");
            if (!node.kids.empty()) fail(node, "& of an element of $& is not possible");
            if (node.a == 0) emit(Op::load_local, node.at, node.b);
            emit(Op::refer_argument, node.at, node.a);
            return;
        case NodeKind::range: {
            if (!node.kids[2] && node.op == 0) fail(node, "& needs the position: &" + node.text + "(0.5)");
            const int flags = range_prologue(node);
            emit(Op::refer_range, node.at, node.a, flags).text = text(node.text);
            if (node.kids[0]) --sections_;
            return;
        }
        case NodeKind::component: {
            value(*node.kids[0]);
            for (int i = 1; i <= node.a; ++i) number(*node.kids[static_cast<std::size_t>(i)]);
            arguments(node, static_cast<std::size_t>(node.a) + 1);
            emit(Op::refer_component, node.at).site = site(node);
            return;
        }
        default:
            fail(node, "& needs a place that holds a number");
    }
}

// Pushes the place of a loop's variable.
void Compiler::place(const Node& node) {
    switch (node.kind) {
        case NodeKind::local:
            emit(Op::place_local, node.at, node.a);
            return;
        case NodeKind::host_variable:
            if (!node.variable->address) fail(node, "this variable can't be used here");
            emit(Op::place_global, node.at).place = node.variable->address;
            return;
        case NodeKind::variable:
            if (node.symbol->kind == SymbolKind::numbers) {
                indices(node, *node.symbol);
                emit(Op::place_element, node.at, node.symbol->dimensions).symbol = node.symbol;
            } else if (node.symbol->index < 0) {
                emit(Op::place_global, node.at).place = &node.symbol->slot->number;
            } else {
                emit(Op::place_member, node.at, node.symbol->index);
            }
            return;
        default:
            fail(node, "a variable is needed here");
    }
}

// [section to the section stack] [index] [position]; the flags say which.
int Compiler::range_prologue(const Node& node) {
    int flags = 0;
    if (node.kids[0]) {
        section(*node.kids[0]);
        flags |= 8;
    }
    if (node.kids[1]) {
        number(*node.kids[1]);
        flags |= 1;
    }
    if (node.kids[2]) {
        number(*node.kids[2]);
        flags |= 2;
    }
    if (node.op == 1) flags |= 4;
    return flags;
}

void Compiler::section(const Node& node) {
    if (node.kind == NodeKind::section) {
        for (const auto& index : node.kids) number(*index);
        emit(Op::push_own_section, node.at, static_cast<int>(node.kids.size())).symbol = node.symbol;
    } else {
        value(node);
        emit(Op::push_section, node.at);
    }
    ++sections_;
}

}  // namespace ranvier::hoc
