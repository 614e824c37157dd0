#include "engine/cell/picker.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ranvier::engine {

namespace {

// By number - 1; null: the number is free.
std::vector<const Picker*>& pickers() {
    static std::vector<const Picker*> all;
    return all;
}

}  // namespace

Picker::Picker(std::function<double()> pick) : pick_(std::move(pick)) {
    auto& all = pickers();
    const auto free = std::find(all.begin(), all.end(), nullptr);
    number_ = static_cast<std::uint32_t>(free - all.begin()) + 1;
    free == all.end() ? all.push_back(this) : void(*free = this);
}

Picker::~Picker() {
    pickers()[number_ - 1] = nullptr;
}

double pick(std::uint32_t number) {
    return pickers()[number - 1]->pick_();
}

}  // namespace ranvier::engine
