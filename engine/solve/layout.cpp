#include "engine/solve/layout.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "engine/cell/section.hpp"

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

void mark_ends(std::vector<Node>& nodes) {
    std::vector<bool> has_child(nodes.size());
    for (const Node& node : nodes) {
        if (node.parent >= 0) has_child[static_cast<std::size_t>(node.parent)] = true;
    }
    for (std::size_t j = 0; j < nodes.size(); ++j) {
        if (!has_child[j] && nodes[j].kind == CellOrder::zero_area) nodes[j].kind = CellOrder::zero_area_end;
    }
}

// The compartments in NEURON's order: the root, then the sections breadth first, each from its parent's end outwards.
// Adds the mechanisms in them to `work`.
std::vector<Node> neuron_order(const Section& root, SectionKinds& kinds, std::size_t& work) {
    std::vector<Node> nodes{{root.near_compartment(), -1, 0, CellOrder::zero_area}};
    std::unordered_map<std::uint32_t, std::int32_t> number{{root.near_compartment(), 0}};
    std::vector<const Section*> queue{&root};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Section& section = *queue[next];
        queue.insert(queue.end(), section.children().begin(), section.children().end());
        std::vector<MechanismId> mechanisms(section.mechanisms().begin(), section.mechanisms().end());
        std::sort(mechanisms.begin(), mechanisms.end());
        work += mechanisms.size() * static_cast<std::size_t>(section.nseg());
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
    mark_ends(nodes);
    return nodes;
}

}  // namespace

CellOrder order_cell(const Section& root, SectionKinds& kinds) {
    CellOrder cell;
    const std::vector<Node> nodes = neuron_order(root, kinds, cell.work);
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return nodes[x].depth < nodes[y].depth; });
    std::vector<std::int32_t> number(nodes.size());
    cell.compartments.reserve(nodes.size());
    for (auto* of_nodes : {&cell.parent, &cell.depth, &cell.kind}) of_nodes->reserve(nodes.size());
    for (std::size_t j = 0; j < order.size(); ++j) number[order[j]] = static_cast<std::int32_t>(j);
    for (const std::uint32_t old : order) {
        const Node& node = nodes[old];
        cell.compartments.push_back(node.compartment);
        cell.parent.push_back(node.parent < 0 ? -1 : number[static_cast<std::size_t>(node.parent)]);
        cell.depth.push_back(node.depth);
        cell.kind.push_back(node.kind);
        ++cell.work;
    }
    return cell;
}

namespace {

struct Cluster {
    std::vector<std::uint32_t> cells;
    std::size_t work = 0;
    std::size_t shape = 0;  // of the first cell
};

std::size_t number_of_blocks(const Grouping& grouping, std::size_t work, std::size_t compartments) {
    auto threads = static_cast<std::size_t>(std::max(grouping.threads, 1));
    if (grouping.least_work > 0) threads = std::clamp<std::size_t>(work / grouping.least_work, 1, threads);
    const std::size_t target = std::max<std::size_t>(grouping.compartments_per_block, 1);
    const std::size_t least = std::max<std::size_t>((compartments + target - 1) / target, 1);
    return (least + threads - 1) / threads * threads;
}

// The number of each cell's shape; shapes are numbered in order of first appearance.
std::vector<std::size_t> number_shapes(std::span<const CellOrder> cells) {
    std::map<std::pair<std::vector<std::int32_t>, std::vector<std::int32_t>>, std::size_t> numbers;
    std::vector<std::size_t> shape;
    for (const CellOrder& cell : cells) {
        shape.push_back(numbers.try_emplace({cell.parent, cell.kind}, numbers.size()).first->second);
    }
    return shape;
}

// A compartment of one of the block's cells, to be assigned a row.
struct Place {
    std::uint32_t cell, node;
    std::int32_t depth, kind;
    std::uint32_t parent = 0;  // index of the parent among the places, set when the parent's level is in order
    std::int32_t sibling = 0;  // number of preceding children of the parent
    std::int32_t chain = 0;    // compartments from here to the next fork or end
    bool continues = false;    // the parent has no other child
};

// One block's places, level by level. Within a level, compartments that continue an unbranched cable come first, in the
// order of the previous level; then compartments that begin one, first children before second children, and long cables
// before short ones. So the parents of contiguous children are mostly contiguous, too, and each range of equal
// `sibling` has at most one child of a parent.
class Levels {
  public:
    Levels(std::span<const std::uint32_t> chosen, std::span<const CellOrder> cells) : cells_(cells), chosen_(chosen) {
        for (std::uint32_t c = 0; c < chosen.size(); ++c) add_cell(c);
        std::stable_sort(places.begin(), places.end(),
                         [](const Place& x, const Place& y) { return x.depth < y.depth; });
        number_.resize(chosen.size());
        for (std::uint32_t c = 0; c < chosen.size(); ++c) number_[c].resize(cell(c).kind.size());
        for (std::size_t from = 0; from < places.size();) from = order_level(from);
    }

    const CellOrder& cell(std::uint32_t c) const { return cells_[chosen_[c]]; }

    std::vector<Place> places;

  private:
    void add_cell(std::uint32_t c) {
        const CellOrder& own = cell(c);
        const std::size_t n = own.kind.size();
        std::vector<std::int32_t> children(n), chain(n, 1), sibling(n);
        for (std::size_t j = 1; j < n; ++j) sibling[j] = children[static_cast<std::size_t>(own.parent[j])]++;
        for (std::size_t j = n; j-- > 1;) {
            const auto up = static_cast<std::size_t>(own.parent[j]);
            if (children[up] == 1) chain[up] = chain[j] + 1;
        }
        for (std::uint32_t j = 0; j < n; ++j) {
            const bool continues = j > 0 && children[static_cast<std::size_t>(own.parent[j])] == 1;
            places.push_back({c, j, own.depth[j], own.kind[j], 0, sibling[j], chain[j], continues});
        }
    }

    std::size_t order_level(std::size_t from) {
        std::size_t to = from;
        for (; to < places.size() && places[to].depth == places[from].depth; ++to) {
            Place& place = places[to];
            const std::int32_t parent = cell(place.cell).parent[place.node];
            if (parent >= 0) place.parent = number_[place.cell][static_cast<std::size_t>(parent)];
        }
        const auto key = [](const Place& p) {
            return std::tuple(!p.continues, p.sibling, p.kind, p.continues ? 0 : -p.chain, p.parent);
        };
        std::stable_sort(places.begin() + static_cast<std::ptrdiff_t>(from),
                         places.begin() + static_cast<std::ptrdiff_t>(to),
                         [&](const Place& x, const Place& y) { return key(x) < key(y); });
        for (std::size_t i = from; i < to; ++i) number_[places[i].cell][places[i].node] = static_cast<std::uint32_t>(i);
        return to;
    }

    std::span<const CellOrder> cells_;
    std::span<const std::uint32_t> chosen_;
    std::vector<std::vector<std::uint32_t>> number_;  // [cell][node]: index among the places
};

// Divides the ordered places into runs.
class Runs {
  public:
    Runs(const std::vector<Place>& places, const std::vector<std::int32_t>& row) : places_(places), row_(row) {}

    Forest cut() {
        for (std::size_t i = 0; i < places_.size();) {
            const bool is_root = places_[i].depth == 0;
            const std::size_t to = end_of_rows(i);
            if (is_root) {
                forest_.roots.push_back({row_[i], static_cast<std::int32_t>(to - i), TreeRun::scattered, 0});
            } else {
                cut_parents(i, to);
            }
            i = to;
        }
        forest_.runs.shrink_to_fit();
        return std::move(forest_);
    }

  private:
    static constexpr std::size_t least = 4;  // shorter ranges of contiguous parents are treated as scattered

    std::int32_t parent(std::size_t i) const { return row_[places_[i].parent]; }

    std::size_t end_of_rows(std::size_t from) const {
        const Place& first = places_[from];
        std::size_t to = from + 1;
        while (to < places_.size() && places_[to].depth == first.depth && places_[to].sibling == first.sibling &&
               places_[to].kind == first.kind && row_[to] == row_[to - 1] + 1) {
            ++to;
        }
        return to;
    }

    std::size_t end_of_parents(std::size_t from, std::size_t to) const {
        std::size_t i = from + 1;
        while (i < to && parent(i) == parent(i - 1) + 1) ++i;
        return i;
    }

    void cut_parents(std::size_t from, std::size_t to) {
        std::size_t scattered_from = from;
        for (std::size_t i = from; i < to;) {
            const std::size_t end = end_of_parents(i, to);
            if (end - i >= least || (i == from && end == to)) {
                add_scattered(scattered_from, i);
                forest_.runs.push_back({row_[i], static_cast<std::int32_t>(end - i), parent(i), 0});
                scattered_from = end;
            }
            i = end;
        }
        add_scattered(scattered_from, to);
    }

    void add_scattered(std::size_t from, std::size_t to) {
        if (from == to) return;
        forest_.runs.push_back({row_[from], static_cast<std::int32_t>(to - from), TreeRun::scattered,
                                static_cast<std::int32_t>(forest_.parent_row.size())});
        for (std::size_t i = from; i < to; ++i) forest_.parent_row.push_back(parent(i));
    }

    const std::vector<Place>& places_;
    const std::vector<std::int32_t>& row_;
    Forest forest_;
};

void place_rows(BlockLayout& block, std::span<const CellOrder> cells) {
    const Levels levels(block.cells, cells);
    const std::vector<Place>& places = levels.places;
    std::vector<std::uint32_t> by_kind(places.size());
    std::iota(by_kind.begin(), by_kind.end(), 0u);
    std::stable_sort(by_kind.begin(), by_kind.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return places[x].kind < places[y].kind; });
    std::vector<std::int32_t> row(places.size());
    for (const std::uint32_t i : by_kind) {
        row[i] = static_cast<std::int32_t>(block.compartments.size());
        block.compartments.push_back(levels.cell(places[i].cell).compartments[places[i].node]);
    }
    block.forest = Runs(places, row).cut();
    block.forest.is_end.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        block.forest.is_end[static_cast<std::size_t>(row[i])] = places[i].kind == CellOrder::zero_area_end;
    }
}

}  // namespace

std::vector<BlockLayout> pack_cells(std::span<const CellOrder> cells, std::span<const std::uint32_t> cluster,
                                    const Grouping& grouping) {
    const std::vector<std::size_t> shape = number_shapes(cells);
    std::map<std::uint32_t, Cluster> by_representative;
    std::size_t total = 0, compartments = 0;
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
        if (cluster[c] == left_out) continue;
        Cluster& own = by_representative[cluster[c]];
        if (own.cells.empty()) own.shape = shape[c];
        own.cells.push_back(c);
        own.work += cells[c].work;
        total += cells[c].work;
        compartments += cells[c].compartments.size();
    }
    std::vector<const Cluster*> clusters;
    for (const auto& [representative, own] : by_representative) clusters.push_back(&own);
    std::stable_sort(clusters.begin(), clusters.end(),
                     [](const Cluster* x, const Cluster* y) { return x->shape < y->shape; });

    const std::size_t blocks = std::clamp<std::size_t>(number_of_blocks(grouping, total, compartments), 1,
                                                       std::max<std::size_t>(clusters.size(), 1));
    std::vector<BlockLayout> packed(blocks);
    // Block k ends when the share of k + 1 blocks is reached, but leaves at least one cluster for each later block.
    std::size_t k = 0;
    std::size_t done = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const std::size_t middle = done + clusters[i]->work / 2;
        const bool is_full = middle * blocks >= (k + 1) * total;
        const bool must_leave = clusters.size() - i <= blocks - 1 - k;
        if (k + 1 < blocks && !packed[k].cells.empty() && (is_full || must_leave)) ++k;
        packed[k].cells.insert(packed[k].cells.end(), clusters[i]->cells.begin(), clusters[i]->cells.end());
        done += clusters[i]->work;
    }
    for (BlockLayout& block : packed) {
        if (grouping.compartments_per_block != Grouping::each_cell_alone) {
            std::stable_sort(block.cells.begin(), block.cells.end(),
                             [&](std::uint32_t x, std::uint32_t y) { return shape[x] < shape[y]; });
        }
        place_rows(block, cells);
    }
    return packed;
}

}  // namespace ranvier::engine
