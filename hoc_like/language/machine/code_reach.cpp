#include "hoc_like/language/interface/code_reach.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hoc_like/language/compile/code.hpp"

namespace ranvier::hoc {

namespace {

/// Instructions that use only the stack, locals, members of this object, and sections that were pushed.
constexpr std::array own{Op::constant,
                         Op::text,
                         Op::load_member,
                         Op::load_local,
                         Op::load_host,
                         Op::load_host_element,
                         Op::member_object,
                         Op::local_object,
                         Op::member_text,
                         Op::self,
                         Op::pop,
                         Op::add,
                         Op::add_constant,
                         Op::add_local,
                         Op::subtract,
                         Op::subtract_constant,
                         Op::subtract_local,
                         Op::multiply,
                         Op::multiply_constant,
                         Op::multiply_local,
                         Op::divide,
                         Op::divide_constant,
                         Op::divide_local,
                         Op::modulo,
                         Op::power,
                         Op::negate,
                         Op::logical_not,
                         Op::logical_and,
                         Op::logical_or,
                         Op::less,
                         Op::less_equal,
                         Op::greater,
                         Op::greater_equal,
                         Op::equal,
                         Op::not_equal,
                         Op::equal_any,
                         Op::not_equal_any,
                         Op::math,
                         Op::to_number,
                         Op::store_member,
                         Op::set_member,
                         Op::add_to_member,
                         Op::store_local,
                         Op::set_local,
                         Op::add_to_local,
                         Op::assign,
                         Op::assign_pop,
                         Op::unpin,
                         Op::return_value,
                         Op::return_nothing,
                         Op::end_without_return,
                         Op::raise,
                         Op::end,
                         Op::jump,
                         Op::jump_back,
                         Op::jump_if_false,
                         Op::jump_unless_less,
                         Op::jump_unless_less_equal,
                         Op::jump_unless_greater,
                         Op::jump_unless_greater_equal,
                         Op::jump_unless_equal,
                         Op::jump_unless_not_equal,
                         Op::for_start_local,
                         Op::for_step_local,
                         Op::for_start_place,
                         Op::for_step_place,
                         Op::place_member,
                         Op::place_local,
                         Op::connect,
                         Op::insert,
                         Op::uninsert,
                         Op::to_section,
                         Op::push_section,
                         Op::pop_sections,
                         Op::load_range,
                         Op::store_range,
                         Op::taper,
                         Op::refer_range,
                         Op::next_section,
                         Op::for_positions,
                         Op::next_position,
                         Op::loop_end,
                         Op::if_section};

/// Instructions on a variable or section that a symbol names: of this object, or of the top level.
constexpr std::array of_symbol{Op::load_element, Op::element_object, Op::store_element,   Op::place_element,
                               Op::create,       Op::section,        Op::push_own_section};

constexpr std::array of_arguments{Op::load_argument,  Op::load_argument_text, Op::load_argument_object,
                                  Op::add_argument,   Op::subtract_argument,  Op::multiply_argument,
                                  Op::divide_argument};

template <class Ops>
bool is_in(const Ops& ops, Op op) {
    return std::find(ops.begin(), ops.end(), op) != ops.end();
}

class Walk {
  public:
    explicit Walk(const ClassInfo& info) : info_(info) {}

    CodeReach run() {
        if (info_.init && info_.init->procedure) add(*info_.init->procedure);
        while (!waiting_.empty() && reach_.outside.empty()) {
            const Procedure& next = *waiting_.back();
            waiting_.pop_back();
            walk(next);
        }
        const bool reads_kept = std::ranges::any_of(kept_, [&](std::int32_t member) { return read_.contains(member); });
        if (reads_kept) leave("an argument, by way of a member");
        return std::move(reach_);
    }

  private:
    void add(const Procedure& procedure) {
        if (known_.insert(&procedure).second) waiting_.push_back(&procedure);
    }

    void walk(const Procedure& procedure) {
        const std::vector<Instruction>& code = procedure.code.instructions;
        const bool is_init = info_.init && &procedure == info_.init->procedure.get();
        for (std::size_t i = 0; i < code.size() && reach_.outside.empty(); ++i) {
            const Op op = code[i].op;
            if (is_in(own, op)) {
                note_member(code, i);
            } else if (is_in(of_arguments, op)) {
                if (is_init && !is_kept(code, i)) leave("an argument other than by assigning it to a member");
                if (is_init && reach_.outside.empty()) kept_.insert(code[i + 1].a);
            } else if (op == Op::for_all || op == Op::for_section) {
                // In a procedure of a template, loops visit the sections of the object.
                if (!procedure.is_member) leave("all sections");
            } else {
                name(code[i]);
            }
        }
    }

    /// `member = $1`
    static bool is_kept(const std::vector<Instruction>& code, std::size_t i) {
        return code[i].op == Op::load_argument && i + 1 < code.size() && code[i + 1].op == Op::set_member;
    }

    void note_member(const std::vector<Instruction>& code, std::size_t i) {
        const Op op = code[i].op;
        if (op == Op::load_member || op == Op::place_member || op == Op::add_to_member) read_.insert(code[i].a);
    }

    /// An instruction that names what it uses.
    void name(const Instruction& each) {
        if (is_in(of_symbol, each.op)) {
            if (each.symbol->scope->owner() != &info_) leave(each.symbol->name);
        } else if (each.op == Op::call) {
            if (!each.symbol->procedure) return leave(each.symbol->name);
            add(*each.symbol->procedure);
        } else if (each.op == Op::call_native) {
            reach_.functions.insert(std::string(each.function->name));
        } else if (each.op == Op::component || each.op == Op::set_component) {
            reach_.methods.insert(each.site->name);
        } else if (each.op == Op::new_object && each.class_info->name == "List" && each.a > 0) {
            leave("a List of the objects of a class");
        } else if (each.op == Op::new_object) {
            reach_.classes.insert(each.class_info->name);
        } else {
            leave("what only the top level or other objects have");
        }
    }

    void leave(std::string what) {
        if (reach_.outside.empty()) reach_.outside = std::move(what);
    }

    const ClassInfo& info_;
    CodeReach reach_;
    std::set<const Procedure*> known_;
    std::vector<const Procedure*> waiting_;
    std::set<std::int32_t> kept_, read_;  // members: those that get an argument of init, and those that are read
};

}  // namespace

CodeReach reach_of_init(const ClassInfo& of_template) {
    return Walk(of_template).run();
}

}  // namespace ranvier::hoc
