#include "engine/connection/loose_connections.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ranvier::engine {

std::size_t LooseConnections::add_record(std::uint32_t number, SourceId source, TargetNumber target, double delay) {
    if (is_in_order_ && number != size()) write_numbers();
    if (!is_in_order_) numbers_.push_back(number);
    if (is_input(source)) inputs_.insert(source);
    ends_.push_back({source, target, static_cast<std::uint32_t>(weights_.size())});
    delays_.push_back(delay);
    return size() - 1;
}

std::size_t LooseConnections::add(std::uint32_t number, SourceId source, TargetNumber target, double delay,
                                  std::uint32_t weights, double weight0) {
    const std::size_t k = add_record(number, source, target, delay);
    shapes_.push_back({static_cast<std::uint16_t>(weights & 0x7fff), true});
    if (weights > 0) weights_.push_back(weight0);
    weights_.resize(ends_[k].weight_begin + std::size_t{weights}, 0.);
    return k;
}

std::size_t LooseConnections::add(std::uint32_t number, const Connection& it) {
    const std::size_t k = add_record(number, it.source, it.target, it.delay);
    shapes_.push_back({static_cast<std::uint16_t>(it.weights.size() & 0x7fff), it.is_active});
    weights_.insert(weights_.end(), it.weights.begin(), it.weights.end());
    return k;
}

void LooseConnections::reserve(std::size_t records, std::size_t weights) {
    if (!is_in_order_) numbers_.reserve(records);
    shapes_.reserve(records);
    weights_.reserve(weights);
}

void LooseConnections::write_numbers() {
    is_in_order_ = false;
    numbers_.reserve(shapes_.capacity());
    numbers_.resize(size());
    std::iota(numbers_.begin(), numbers_.end(), 0u);
}

void LooseConnections::remove(std::size_t k) {
    if (is_in_order_) write_numbers();
    numbers_[k] = nothing;
}

void LooseConnections::set_target(std::size_t k, TargetNumber target, std::uint32_t weights) {
    if (weights > shapes_[k].weights) {
        const auto begin = static_cast<std::uint32_t>(weights_.size());
        const double first = shapes_[k].weights > 0 ? weights_[ends_[k].weight_begin] : 0.;
        weights_.resize(begin + std::size_t{weights}, 0.);
        weights_[begin] = first;
        ends_[k].weight_begin = begin;
    }
    shapes_[k].weights = static_cast<std::uint16_t>(weights & 0x7fff);
    ends_[k].target = target;
}

double LooseConnections::min_input_delay() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < size(); ++k) {
        const bool counts = exists(k) && target(k) != TargetNumber::none && is_input(source(k));
        if (counts) least = std::min(least, delays_[k]);
    }
    return least;
}

std::uint32_t LooseConnections::number_of_weight(std::size_t place) const {
    for (std::size_t k = 0; k < size(); ++k) {
        const std::size_t begin = ends_[k].weight_begin;
        if (exists(k) && place >= begin && place < begin + shapes_[k].weights) return number(k);
    }
    return nothing;
}

std::size_t LooseConnections::bytes() const {
    return size() * (sizeof(Ends) + sizeof(double)) + numbers_.capacity() * sizeof(std::uint32_t) +
           shapes_.capacity() * sizeof(Shape) + weights_.capacity() * sizeof(double);
}

}  // namespace ranvier::engine
