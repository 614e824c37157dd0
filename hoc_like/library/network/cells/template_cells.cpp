#include "hoc_like/library/network/cells/template_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/rule/rotation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/cell_range.hpp"
#include "hoc_like/library/network/cells/cell_template.hpp"
#include "hoc_like/library/network/copies/cell_source.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

using engine::Rotation;

enum class Turns { none, about_y, given, all };

/// What a call says about cells of a template only.
struct TemplateWords {
    std::string section;  // whose voltage is the source of spikes; empty: connect2target says it
    double x = 0.5;
    std::optional<double> threshold;  // [mV]
    Turns turns = Turns::none;
    std::vector<double> angles;  // [rad] about y, for each cell; of `given`
    std::optional<bool> are_equal;
};

void read_source(Call& call, NamedArguments& given, const CellTemplate& of, TemplateWords& words) {
    words.section = given.word("the name of a section");
    of.check_section(call, words.section);
    words.x = given.number("source");
    if (!(words.x >= 0 && words.x <= 1)) fail(call, fmt::format("source: a section has no {:g}", words.x));
}

void read_rotation(Call& call, NamedArguments& given, const CellRange& cells, TemplateWords& words) {
    if (!given.is_word()) {
        words.angles = call.native<VectorObject>(given.position()).values();
        given.skip(1);
        words.turns = Turns::given;
        if (words.angles.size() == cells.gids.size()) return;
        fail(call, fmt::format("rotation: the Vector has {} elements, but there are {} cells", words.angles.size(),
                               cells.gids.size()));
    }
    const std::string kind = given.word("a rotation");
    if (kind != "y" && kind != "random") fail_unknown(call, "rotation", kind, {"y", "random"});
    words.turns = kind == "y" ? Turns::about_y : Turns::all;
}

bool read_word(Call& call, const std::string& word, NamedArguments& given, const CellRange& cells,
               const CellTemplate& of, TemplateWords& words) {
    if (word == "source") {
        read_source(call, given, of, words);
    } else if (word == "threshold") {
        words.threshold = given.number("threshold");
    } else if (word == "rotation") {
        read_rotation(call, given, cells, words);
    } else if (word == "equal") {
        words.are_equal = given.whole("equal", 1) != 0;
    } else {
        return false;
    }
    return true;
}

std::optional<Rotation> rotation_of(const TemplateWords& words, const CellRange& cells, std::uint32_t position) {
    const auto gid = static_cast<std::uint32_t>(cells.gids[position]);
    switch (words.turns) {
        case Turns::none:
            return std::nullopt;
        case Turns::about_y:
            return Rotation::random_about_y(cells.random(), gid);
        case Turns::given:
            return Rotation::about_y(words.angles[position]);
        case Turns::all:
            return Rotation::random(cells.random(), gid);
    }
    return std::nullopt;
}

/// Moves the 3-D points of a cell. Lengths and diameters stay as they are, so a cell computes the same wherever it is.
template <class To>
void move(const NewCell& cell, To to) {
    const auto moved = [&](const engine::Point3d& p) -> engine::Point3d {
        const engine::Point at = to(engine::Point{p.x, p.y, p.z});
        return {at.x, at.y, at.z, p.diam, p.arc};
    };
    for (const SectionPtr& each : cell.sections) {
        if (!each->exists()) continue;
        engine::Section& section = section_of(*each);
        section.move_points(moved);
        if (section.logical_connection) section.logical_connection = moved(*section.logical_connection);
    }
}

/// Makes the cells of one call, one after another.
class Maker {
  public:
    Maker(const ParallelParts& parts, CellTemplate& of, const CellRange& cells, const TemplateWords& words,
          std::size_t count)
        : context_(parts.context),
          of_(of),
          cells_(cells),
          words_(words),
          source_(parts.context, of, words.are_equal, count) {}

    /// Returns the cost of the cell, where that of an artificial cell is 1: for each segment 2, and 1 for each of its
    /// mechanisms, and 1 for each point process.
    double make(std::uint32_t position) {
        const NewCell cell = source_.make(cells_.gids[position]);
        if (source_.keeps_cells()) {
            unfinished_.emplace_back(position, cell);
        } else {
            finish(position, cell);
        }
        return cost(cell);
    }

    /// The cells that are not finished, by position: for each call finish.
    const std::vector<std::pair<std::uint32_t, NewCell>>& unfinished() const { return unfinished_; }

    /// Gives a new cell its values, place and gid.
    void finish(std::uint32_t position, const NewCell& cell) {
        for (std::uint32_t k = 0; k < cells_.parameters.size(); ++k) {
            of_.set(cell.object, cells_.parameters[k].name, cells_.value(k, position));
        }
        place(cell, position);
        give_gid(cell.object, cell.gid);
        context_.objects.keep_cell(cell.gid, cell.object);
    }

  private:
    double cost(const NewCell& cell) const {
        double sum = 0;
        for (const SectionPtr& each : cell.sections) {
            if (!each->exists()) continue;
            const engine::Section& section = section_of(*each);
            const auto mechanisms = std::ranges::count_if(
                section.mechanisms(), [&](engine::MechanismId id) { return !context_.model.mechanism(id).is_ion(); });
            sum += section.nseg() * (2. + static_cast<double>(mechanisms));
            sum += static_cast<double>(section.point_processes().size());
        }
        return sum;
    }

    void place(const NewCell& cell, std::uint32_t position) {
        if (const auto rotation = rotation_of(words_, cells_, position)) move(cell, *rotation);
        if (!cells_.locations) return;
        const engine::Point to = *context_.network.gids().positions().of(cell.gid);
        if (of_.move(cell.object, to)) return;
        move(cell, [&](const engine::Point& p) { return engine::Point{p.x + to.x, p.y + to.y, p.z + to.z}; });
    }

    void give_gid(const ObjectPtr& cell, engine::Gid gid) {
        const ObjectPtr made =
            words_.section.empty() ? of_.own_source(cell) : of_.source(cell, words_.section, words_.x);
        if (!made) {
            throw std::runtime_error(
                "there is no source of its spikes; give the template a public connect2target(target, netcon), or the "
                "call the words \"source\", \"soma\", 0.5");
        }
        engine::Network& network = context_.network;
        const auto* netcon = made.as<NetConObject>();
        const engine::SourceId source = netcon ? network.source(netcon->id()) : engine::SourceId::none;
        if (source == engine::SourceId::none) {
            throw std::runtime_error("connect2target has made no NetCon with a source");
        }
        if (words_.threshold) network.sources().set_threshold(source, *words_.threshold);
        network.gids().set_here(gid);
        network.gids().set_cell(gid, source, true);
    }

    const Context& context_;
    CellTemplate& of_;
    const CellRange& cells_;
    const TemplateWords& words_;
    CellSource source_;
    std::vector<std::pair<std::uint32_t, NewCell>> unfinished_;
};

/// The error of a script, with what it happened to.
ScriptError told_of(const ScriptError& error, const std::string& cell) {
    std::string text = error.what();
    const std::size_t at = text.find(error.message());
    text.insert(at == std::string::npos ? 0 : at, cell);
    return {cell + error.message(), error.where(), text};
}

/// Makes the first cell where the load is least. All cells of a template are taken to cost as much as this one, which tells
/// where the others go. Returns those of this rank that are not made yet.
std::vector<std::uint32_t> balanced(Call& call, const ParallelParts& parts, std::uint32_t count,
                                    const std::function<double(std::uint32_t position)>& make) {
    const Rank& rank = parts.context.rank;
    if (rank.lacks_ranks) {
        fail(call,
             "balanced: what cells cost is measured by the rank that makes the first of them, and not all ranks are "
             "there; give the ranks as a Vector");
    }
    if (count == 0) return {};
    const int first = parts.loads.next(rank.nhost);
    const double mine = rank.id == first ? make(0) : 0;
    const double cost = drive(exchange::reduce_over_ranks(parts.context.script_transport, mine, exchange::Reduce::max));
    parts.loads.add(first, cost);
    return parts.loads.place(1, count, cost, rank.id, rank.nhost);
}

}  // namespace

Result make_template_cells(Call& call, const ParallelParts& parts, CellTemplate& of) {
    TemplateWords words;
    CellRange cells =
        read_cell_range(call, parts,
                        {.read = [&](const std::string& word, NamedArguments& given,
                                     const CellRange& range) { return read_word(call, word, given, range, of, words); },
                         .check = [&](const std::string& parameter) { of.check_variable(call, parameter); }});
    const Result range = note_cell_range(parts, cells);
    Maker maker(parts, of, cells, words, cells.is_balanced ? cells.gids.size() : cells.here.size());
    const auto telling_of = [&](std::uint32_t position, const auto& work) {
        const auto cell = [&] {
            return fmt::format("{}, gid {}, rank {}: ", of.name(), cells.gids[position], parts.context.rank.id);
        };
        try {
            return work();
        } catch (const ScriptError& error) {
            throw told_of(error, cell());
        } catch (const std::exception& error) {
            fail(call, cell() + error.what());
        }
    };
    const auto make = [&](std::uint32_t position) {
        return telling_of(position, [&] { return maker.make(position); });
    };
    if (cells.is_balanced) cells.here = balanced(call, parts, cells.gids.size(), make);
    for (const std::uint32_t position : cells.here) make(position);
    for (const auto& [position, cell] : maker.unfinished()) {
        telling_of(position, [&, at = position, &made = cell] { maker.finish(at, made); });
    }
    return range;
}

}  // namespace ranvier::hoc
