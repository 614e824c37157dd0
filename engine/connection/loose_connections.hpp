#pragma once

#include <boost/container/deque.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/connection/connection.hpp"

namespace ranvier::engine {

/// Connections that are not in tables: a record of each, by index.
///
/// 1. Records keep the order in which they were added, and their indices.
/// 2. A record that was removed stays, without a number.
///
/// Memory of a record with one weight [bytes]: 34, and 4 less as long as the number of each is its index. The parts of a
/// record lie in separate arrays, so that none needs padding.
class LooseConnections {
  public:
    std::size_t size() const { return ends_.size(); }
    /// nothing: it has been removed.
    std::uint32_t number(std::size_t k) const { return is_in_order_ ? static_cast<std::uint32_t>(k) : numbers_[k]; }
    bool exists(std::size_t k) const { return number(k) != nothing; }
    SourceId source(std::size_t k) const { return ends_[k].source; }
    TargetNumber target(std::size_t k) const { return ends_[k].target; }
    double delay(std::size_t k) const { return delays_[k]; }  ///< [ms]
    bool is_active(std::size_t k) const { return shapes_[k].is_active != 0; }
    std::span<double> weights(std::size_t k) {
        return std::span(weights_).subspan(ends_[k].weight_begin, shapes_[k].weights);
    }
    std::span<const double> weights(std::size_t k) const {
        return std::span(weights_).subspan(ends_[k].weight_begin, shapes_[k].weights);
    }
    Connection operator[](std::size_t k) const { return {source(k), target(k), delay(k), weights(k), is_active(k)}; }

    /// Returns its index. The weights after the first are 0.
    std::size_t add(std::uint32_t number, SourceId source, TargetNumber target, double delay, std::uint32_t weights,
                    double weight0);
    std::size_t add(std::uint32_t number, const Connection& connection);
    /// Makes room for this many records and weights in all.
    void reserve(std::size_t records, std::size_t weights);
    void remove(std::size_t k);
    void set_source(std::size_t k, SourceId source) { ends_[k].source = source; }
    /// For a record that has been added without these: `has_had` will not know the source.
    void set_ends(std::size_t k, SourceId source, TargetNumber target, double delay) {
        ends_[k].source = source;
        ends_[k].target = target;
        delays_[k] = delay;
    }
    /// Keeps the first weight; further weights become 0 where there are more than before.
    void set_target(std::size_t k, TargetNumber target, std::uint32_t weights);
    void clear_target(std::size_t k) { ends_[k].target = TargetNumber::none; }
    void set_delay(std::size_t k, double ms) { delays_[k] = ms; }
    void set_active(std::size_t k, bool is_active) { shapes_[k].is_active = is_active; }

    /// Whether a record had this source, an input, when it was added.
    bool has_had(SourceId input) const { return inputs_.contains(input); }
    void forget_inputs() { inputs_.clear(); }
    /// The minimum delay [ms] of those that have a target and come from an input; infinity if there is none.
    double min_input_delay() const;

    /// The weights of all records, in place.
    std::span<double> all_weights() { return weights_; }
    std::span<const double> all_weights() const { return weights_; }
    /// The number of the connection that has this place in all_weights(); nothing: none has.
    std::uint32_t number_of_weight(std::size_t place) const;

    std::size_t bytes() const;

  private:
    struct Ends {
        SourceId source;
        TargetNumber target;
        std::uint32_t weight_begin;
    };
    struct Shape {
        std::uint16_t weights : 15, is_active : 1;
    };
    // They grow in blocks: the former storage of a vector would stay behind in the process.
    template <class T>
    using InBlocks =
        boost::container::deque<T, void, boost::container::deque_options<boost::container::block_size<4096u>>::type>;

    void write_numbers();
    std::size_t add_record(std::uint32_t number, SourceId source, TargetNumber target, double delay);

    InBlocks<Ends> ends_;
    InBlocks<double> delays_;  // ms
    bool is_in_order_ = true;  // the number of each is its index, and none is removed
    std::vector<std::uint32_t> numbers_;
    std::vector<Shape> shapes_;
    std::vector<double> weights_;
    std::unordered_set<SourceId> inputs_;
};

}  // namespace ranvier::engine
