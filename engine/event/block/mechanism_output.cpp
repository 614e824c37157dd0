#include "engine/event/block/mechanism_output.hpp"

#include <cstdio>

namespace ranvier::engine {

void MechanismOutput::print(const char* text) {
    const std::lock_guard lock(mutex_);
    std::fputs(text, stdout);
}

bool MechanismOutput::warns_first(MechanismId mechanism) {
    const std::lock_guard lock(mutex_);
    return warned_.insert(mechanism).second;
}

}  // namespace ranvier::engine
