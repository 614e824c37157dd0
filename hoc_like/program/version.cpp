#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

const char* const version_text = RANVIER_VERSION;

}  // namespace ranvier::program
