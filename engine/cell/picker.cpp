#include "engine/cell/picker.hpp"

#include <utility>
#include <vector>

namespace ranvier::engine {

namespace {

struct Numbers {
    std::vector<const Picker*> pickers;  // by number - 1
    std::vector<std::uint32_t> free;     // numbers of pickers that have ended
};

Numbers& numbers() {
    static Numbers all;
    return all;
}

}  // namespace

Picker::Picker(std::function<double()> pick) : pick_(std::move(pick)) {
    auto& [pickers, free] = numbers();
    if (free.empty()) {
        pickers.push_back(this);
        number_ = static_cast<std::uint32_t>(pickers.size());
    } else {
        number_ = free.back();
        free.pop_back();
        pickers[number_ - 1] = this;
    }
}

Picker::~Picker() {
    numbers().free.push_back(number_);
}

double pick(std::uint32_t number) {
    return numbers().pickers[number - 1]->pick_();
}

}  // namespace ranvier::engine
