#include "hoc_like/language/compile/code.hpp"

namespace ranvier::hoc {

Symbol::Symbol() = default;
Symbol::~Symbol() = default;

}  // namespace ranvier::hoc
