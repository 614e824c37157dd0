#include "hoc_like/language/compile/code.hpp"

namespace ranvier::hoc {

Symbol::Symbol() = default;
Symbol::~Symbol() = default;

bool refers_to_slot(Op op) {
    switch (op) {
        case Op::load_global:
        case Op::store_global:
        case Op::set_global:
        case Op::add_to_global:
        case Op::place_global:
        case Op::for_start_global:
        case Op::for_step_global:
        case Op::add_global:
        case Op::subtract_global:
        case Op::multiply_global:
        case Op::divide_global:
        case Op::global_object:
        case Op::global_text:
            return true;
        default:
            return false;
    }
}

bool reads_argument(Op op) {
    switch (op) {
        case Op::load_argument:
        case Op::load_argument_at:
        case Op::load_argument_text:
        case Op::load_argument_object:
        case Op::load_argument_pointed:
        case Op::add_argument:
        case Op::subtract_argument:
        case Op::multiply_argument:
        case Op::divide_argument:
        case Op::store_argument:
        case Op::store_pointed:
        case Op::assign_argument_text:
        case Op::refer_argument:
            return true;
        default:
            return false;
    }
}

}  // namespace ranvier::hoc
