#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/event/event.hpp"

namespace ranvier::engine {

/// A 4-ary heap in an array, earliest event first. `Node` is Event or derived from Event. `placed(node, at)` is called
/// for every node that moves. A moving node is copied only once: the hole moves up or down instead.
template <class Node>
class FourAryHeap {
    struct Unnoticed {
        void operator()(const Node&, std::size_t) const {}
    };

  public:
    bool empty() const { return nodes_.empty(); }
    std::size_t size() const { return nodes_.size(); }
    const Node& operator[](std::size_t at) const { return nodes_[at]; }
    const std::vector<Node>& nodes() const { return nodes_; }
    void clear() { nodes_.clear(); }

    template <class Placed = Unnoticed>
    void push(const Node& node, Placed placed = {}) {
        nodes_.push_back(node);
        sift_up(nodes_.size() - 1, node, placed);
    }
    template <class Placed = Unnoticed>
    void pop(Placed placed = {}) {
        const Node last = nodes_.back();
        nodes_.pop_back();
        if (!nodes_.empty()) sift_down(0, last, placed);
    }
    /// Replaces the node at index `at`.
    template <class Placed = Unnoticed>
    void replace(std::size_t at, const Node& node, Placed placed = {}) {
        if (at > 0 && is_earlier(node, nodes_[(at - 1) / children])) {
            sift_up(at, node, placed);
        } else {
            sift_down(at, node, placed);
        }
    }
    /// Takes over `nodes`, given in any order, and leaves the heap's own storage in `nodes`. Precondition: the heap is
    /// empty.
    void exchange(std::vector<Node>& nodes) {
        nodes_.swap(nodes);
        for (std::size_t k = (nodes_.size() + children - 2) / children; k-- > 0;) {
            sift_down(k, Node(nodes_[k]), Unnoticed());
        }
    }

  private:
    static constexpr std::size_t children = 4;

    template <class Placed>
    void put(std::size_t at, const Node& node, Placed& placed) {
        nodes_[at] = node;
        placed(nodes_[at], at);
    }
    template <class Placed>
    void sift_up(std::size_t at, const Node& node, Placed placed) {
        for (std::size_t parent = 0; at > 0; at = parent) {
            parent = (at - 1) / children;
            if (!is_earlier(node, nodes_[parent])) break;
            put(at, nodes_[parent], placed);
        }
        put(at, node, placed);
    }
    template <class Placed>
    void sift_down(std::size_t at, const Node& node, Placed placed) {
        for (std::size_t begin = 0; (begin = children * at + 1) < nodes_.size();) {
            const std::size_t end = std::min(begin + children, nodes_.size());
            std::size_t first = begin;
            for (std::size_t k = begin + 1; k < end; ++k) {
                if (is_earlier(nodes_[k], nodes_[first])) first = k;
            }
            if (!is_earlier(nodes_[first], node)) break;
            put(at, nodes_[first], placed);
            at = first;
        }
        put(at, node, placed);
    }

    std::vector<Node> nodes_;
};

/// A heap whose events can be moved by their handles.
class MovableHeap {
  public:
    using Handle = std::uint32_t;

    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    /// Precondition of both: not empty.
    const Event& top() const { return heap_[0]; }
    Handle top_handle() const { return heap_[0].handle; }
    const Event& operator[](Handle handle) const { return heap_[places_[handle]]; }

    /// The handle is valid until the event is popped or the heap cleared; then it may be reused for another event.
    Handle push(const Event& event) {
        Handle handle = static_cast<Handle>(places_.size());
        if (free_.empty()) {
            places_.push_back(0);
        } else {
            handle = free_.back();
            free_.pop_back();
        }
        heap_.push({event, handle}, Placing{places_});
        return handle;
    }
    /// Replaces the event of the handle.
    void replace(Handle handle, const Event& event) {
        heap_.replace(places_[handle], {event, handle}, Placing{places_});
    }
    void pop() {
        free_.push_back(top_handle());
        heap_.pop(Placing{places_});
    }
    void clear() {
        heap_.clear();
        places_.clear();
        free_.clear();
    }
    /// Adds all events, in no particular order.
    void append_to(std::vector<Event>& all) const {
        for (const Node& node : heap_.nodes()) all.push_back(node);
    }
    static constexpr std::size_t bytes_of_event() { return sizeof(Node) + sizeof(std::size_t); }

  private:
    struct Node : Event {
        Handle handle;
    };
    struct Placing {
        std::vector<std::size_t>& places;
        void operator()(const Node& node, std::size_t at) const { places[node.handle] = at; }
    };
    std::vector<std::size_t> places_;  // by handle, in the heap
    std::vector<Handle> free_;
    FourAryHeap<Node> heap_;
};

}  // namespace ranvier::engine
