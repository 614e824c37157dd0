#pragma once

#include <bit>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/language/interface/symbols.hpp"
#include "hoc_like/language/syntax/operators.hpp"
#include "hoc_like/language/syntax/source.hpp"

namespace ranvier::hoc {

struct Procedure;

/// The instructions of the machine, listed in opcodes.inc.
enum class Op : std::uint16_t {
#define OP(name) name,
#include "hoc_like/language/compile/opcodes.inc"
#undef OP
};

/// Whether an instruction refers to a variable of the top level by the address of its slot.
bool refers_to_slot(Op op);
/// Whether an instruction uses an argument of its procedure.
bool reads_argument(Op op);

/// The operands of a range instruction, stored in Instruction::b.
struct RangeAccess {
    bool has_index : 1 = false;      ///< on the stack, below the position
    bool has_position : 1 = false;   ///< on the stack
    bool per_section : 1 = false;    ///< RangeName::per_section
    bool drops_section : 1 = false;  ///< pops the section, which was pushed only for this instruction
    std::uint8_t unused : 4 = 0;
    Assignment op = Assignment::set;  ///< of stores and tapers
};
static_assert(sizeof(RangeAccess) == 2);

/// One occurrence of `.name` in a script, with its meaning for the class of the last object seen there.
struct MemberSite {
    MemberSite(std::string_view member_name, std::size_t index_count, std::optional<std::size_t> argument_count)
        : name{member_name},
          indices{static_cast<int>(index_count)},
          arguments{static_cast<int>(argument_count.value_or(0))},
          has_parentheses{argument_count.has_value()},
          total{indices + arguments} {}

    /// `object.array(i)` is an old way to write `object.array[i]`.
    int subscripts() const { return indices ? indices : arguments; }

    std::string name;
    int indices;
    int arguments;
    bool has_parentheses;
    Seen seen = Seen::publicly;
    int total;  ///< indices and arguments, which lie above the receiver
    const ClassInfo* cached_class = nullptr;
    Member member;
    /// How the dispatch loop handles an object of the cached class without a full lookup.
    enum class Shortcut : std::uint8_t {
        none,
        number,     ///< of a template
        element,    ///< PropertyDefinition::place
        objref,     ///< of a template
        object_at,  ///< MethodDefinition::object_at
        procedure,
        method,
    } shortcut = Shortcut::none;
    const Procedure* procedure = nullptr;  ///< for Shortcut::procedure
    std::optional<RangeName> range;        ///< looked up once, at the first section
};

/// The operands of an opcode; opcodes.inc lists the fields that each one uses.
struct Instruction {
    Op op;
    std::uint16_t b = 0;
    std::int32_t a = 0;
    union {
        double number;
        double* place;
        Slot* slot;
        Symbol* symbol;
        MemberSite* site;
        const std::string* text;
        ClassInfo* class_info;
        const FunctionDefinition* function;
        const VariableDefinition* variable;
        double (*math)(double);
    };

    // `b` as the type that the opcode expects.
    Assignment assignment() const { return static_cast<Assignment>(b); }
    RangeAccess range_access() const { return std::bit_cast<RangeAccess>(b); }
};
static_assert(sizeof(Instruction) == 16);

/// A compiled statement or procedure. Each instruction takes 16 bytes: an opcode, two small numbers and a word that is
/// a number or an address. Addresses point directly to variables and definitions: running code needs no tables, but the
/// code is valid for one machine only.
struct Code {
    SourcePtr source;
    std::vector<Instruction> instructions;
    std::vector<int> offsets;      ///< source offset of each instruction
    std::list<std::string> texts;  ///< instructions point to the elements; most code has none
    std::list<MemberSite> sites;
    int stack_need = 0;                    ///< maximum number of values on the stack, without the locals
    const Procedure* procedure = nullptr;  ///< null for a statement
};

/// A proc, func, obfunc or iterator: its code and the requirements of its frame.
struct Procedure {
    Symbol* symbol = nullptr;
    int stack_need = 0;  ///< including the locals
    int local_count = 0;
    bool has_object_locals = false;
    bool is_defined = false;
    bool is_callable = false;  ///< defined, and not an iterator
    bool is_member = false;    ///< of a template
    Code code;
    std::vector<char> locals;  ///< 1: an objref
};

}  // namespace ranvier::hoc
