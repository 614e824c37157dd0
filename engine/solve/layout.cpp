#include "engine/solve/layout.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "engine/cell/section.hpp"
#include "engine/solve/tree_kernels.hpp"

namespace ranvier::engine {

UnionFind::UnionFind(std::size_t n) : up_(n) {
    std::iota(up_.begin(), up_.end(), 0u);
}

std::uint32_t UnionFind::find(std::uint32_t i) {
    while (up_[i] != i) i = up_[i] = up_[up_[i]];
    return i;
}

void UnionFind::join(std::uint32_t i, std::uint32_t j) {
    i = find(i);
    j = find(j);
    up_[std::max(i, j)] = std::min(i, j);
}

namespace {

struct Node {
    std::uint32_t compartment;
    std::int32_t parent, depth, kind;
};

// NEURON's order: the root, then the sections breadth first, each outwards from its parent's end.
std::vector<Node> neuron_order(const Section& root, SectionKinds& kinds) {
    std::vector<Node> nodes{{root.near_compartment(), -1, 0, CellOrder::zero_area}};
    std::unordered_map<std::uint32_t, std::int32_t> number{{root.near_compartment(), 0}};
    std::vector<const Section*> queue{&root};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Section& section = *queue[next];
        queue.insert(queue.end(), section.children().begin(), section.children().end());
        std::vector<MechanismId> mechanisms(section.mechanisms().begin(), section.mechanisms().end());
        std::sort(mechanisms.begin(), mechanisms.end());
        const std::int32_t kind =
            kinds.try_emplace(std::move(mechanisms), static_cast<std::int32_t>(kinds.size())).first->second;
        std::int32_t parent = number.at(section.near_compartment());
        for (int j = 0; j <= section.nseg(); ++j) {
            const bool is_segment = j < section.nseg();
            const std::uint32_t id = is_segment ? section.node(j) : section.far_compartment();
            const auto own = static_cast<std::int32_t>(nodes.size());
            if (!section.children().empty()) number.emplace(id, own);
            nodes.push_back({id, parent, nodes[static_cast<std::size_t>(parent)].depth + 1,
                             is_segment ? kind : CellOrder::zero_area});
            parent = own;
        }
    }
    return nodes;
}

}  // namespace

CellOrder order_cell(const Section& root, SectionKinds& kinds) {
    const std::vector<Node> nodes = neuron_order(root, kinds);
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return nodes[x].depth < nodes[y].depth; });
    std::vector<std::int32_t> number(nodes.size());
    for (std::size_t j = 0; j < order.size(); ++j) number[order[j]] = static_cast<std::int32_t>(j);
    CellOrder cell;
    for (const std::uint32_t old : order) {
        const Node& node = nodes[old];
        cell.compartments.push_back(node.compartment);
        cell.parent.push_back(node.parent < 0 ? -1 : number[static_cast<std::size_t>(node.parent)]);
        cell.depth.push_back(node.depth);
        cell.kind.push_back(node.kind);
    }
    return cell;
}

namespace {

struct Cluster {
    std::vector<std::uint32_t> cells;
    std::size_t compartments = 0;
    std::size_t shape = 0;  // of its first cell
};

// Number of each cell's shape, in order of first appearance.
std::vector<std::size_t> number_shapes(std::span<const CellOrder> cells) {
    std::map<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>, std::size_t> numbers;
    std::vector<std::size_t> shape;
    for (const CellOrder& cell : cells) {
        shape.push_back(numbers.try_emplace({cell.parent, cell.kind}, numbers.size()).first->second);
    }
    return shape;
}

// Cells of equal shape that advance side by side: as many at once as there are kernels for.
struct Lanes {
    std::size_t first;  // in the block's cells
    int count;
};

std::vector<Lanes> cut_lanes(const std::vector<std::uint32_t>& cells, const std::vector<std::size_t>& shape) {
    std::vector<Lanes> lanes;
    for (std::size_t from = 0; from < cells.size();) {
        std::size_t to = from;
        while (to < cells.size() && shape[cells[to]] == shape[cells[from]]) ++to;
        for (const int count : lane_counts) {
            for (; to - from >= static_cast<std::size_t>(count); from += static_cast<std::size_t>(count)) {
                lanes.push_back({from, count});
            }
        }
    }
    return lanes;
}

// A compartment of one cell, or the same one of several side by side.
struct Place {
    std::uint32_t lanes;  // which of the Lanes
    std::uint32_t node;
    std::size_t group;
    std::int32_t depth, kind;
};

void place_rows(BlockLayout& block, std::span<const CellOrder> cells, const std::vector<std::size_t>& shape) {
    std::stable_sort(block.cells.begin(), block.cells.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return shape[x] < shape[y]; });
    const std::vector<Lanes> lanes = cut_lanes(block.cells, shape);
    const auto cell_of = [&](std::uint32_t k, int lane) -> const CellOrder& {
        return cells[block.cells[lanes[k].first + static_cast<std::size_t>(lane)]];
    };
    // Each of the Lanes is a group, but single cells are one together, level by level.
    std::vector<Place> places;
    std::size_t forest = lanes.size();
    for (std::uint32_t k = 0; k < lanes.size(); ++k) {
        std::size_t group = forest;
        if (lanes[k].count > 1 || forest == lanes.size()) {
            group = block.groups.size();
            block.groups.push_back({lanes[k].count, 0, {}, {}});
        }
        if (lanes[k].count == 1) forest = group;
        ++block.groups[group].roots;
        const CellOrder& cell = cell_of(k, 0);
        for (std::uint32_t j = 0; j < cell.kind.size(); ++j) {
            places.push_back({k, j, group, cell.depth[j], cell.kind[j]});
        }
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& x, const Place& y) {
        return x.group != y.group ? x.group < y.group : x.depth < y.depth;
    });
    std::vector<std::uint32_t> by_kind(places.size());
    std::iota(by_kind.begin(), by_kind.end(), 0u);
    std::stable_sort(by_kind.begin(), by_kind.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return places[x].kind < places[y].kind; });

    std::vector<std::vector<std::int32_t>> row(lanes.size());
    for (std::uint32_t k = 0; k < lanes.size(); ++k) row[k].resize(cell_of(k, 0).kind.size());
    for (const std::uint32_t i : by_kind) {
        const Place& place = places[i];
        row[place.lanes][place.node] = static_cast<std::int32_t>(block.compartments.size());
        for (int l = 0; l < lanes[place.lanes].count; ++l) {
            block.compartments.push_back(cell_of(place.lanes, l).compartments[place.node]);
        }
    }
    for (const Place& place : places) {
        LaneGroup& group = block.groups[place.group];
        const std::int32_t parent = cell_of(place.lanes, 0).parent[place.node];
        group.row.push_back(row[place.lanes][place.node]);
        group.parent_row.push_back(parent < 0 ? -1 : row[place.lanes][static_cast<std::size_t>(parent)]);
    }
}

}  // namespace

std::vector<BlockLayout> pack_cells(std::span<const CellOrder> cells, std::span<const std::uint32_t> cluster,
                                    std::size_t blocks, std::size_t target) {
    const std::vector<std::size_t> shape = number_shapes(cells);
    std::map<std::uint32_t, Cluster> by_representative;
    std::size_t total = 0;
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
        Cluster& own = by_representative[cluster[c]];
        if (own.cells.empty()) own.shape = shape[c];
        own.cells.push_back(c);
        own.compartments += cells[c].compartments.size();
        total += cells[c].compartments.size();
    }
    std::vector<const Cluster*> clusters;
    for (const auto& [representative, own] : by_representative) clusters.push_back(&own);
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const Cluster* x, const Cluster* y) { return x->shape < y->shape; });

    blocks = std::max(blocks, (total + target - 1) / std::max<std::size_t>(target, 1));
    blocks = std::clamp<std::size_t>(blocks, 1, std::max<std::size_t>(clusters.size(), 1));
    std::vector<BlockLayout> packed(blocks);
    // Block k ends where the share of k + 1 blocks is reached, but leaves a cluster for each block to come.
    std::size_t k = 0;
    std::size_t done = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const std::size_t middle = done + clusters[i]->compartments / 2;
        const bool is_full = middle * blocks >= (k + 1) * total;
        const bool must_leave = clusters.size() - i <= blocks - 1 - k;
        if (k + 1 < blocks && !packed[k].cells.empty() && (is_full || must_leave)) ++k;
        packed[k].cells.insert(packed[k].cells.end(), clusters[i]->cells.begin(), clusters[i]->cells.end());
        done += clusters[i]->compartments;
    }
    for (BlockLayout& block : packed) place_rows(block, cells, shape);
    return packed;
}

}  // namespace ranvier::engine
