#include "engine/state/cell_streams.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/state/cell_index.hpp"

namespace ranvier::engine {

namespace {

/// FNV-1a of 32 bits (RFC 9923).
class Hash {
  public:
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
    }
    void add(std::uint32_t word) {
        for (int shift = 0; shift < 32; shift += 8) add_byte(static_cast<std::uint8_t>(word >> shift));
    }
    std::uint32_t value() const { return value_; }

  private:
    void add_byte(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x01000193u; }

    std::uint32_t value_ = 0x811c9dc5u;
};

bool has_streams_by_place(const MechanismType& type) {
    return !type.is_ion() && (type.description()->flags & RV_STREAMS_BY_PLACE);
}

class Selection {
  public:
    explicit Selection(Model& model, Network& network) : model_{model}, index_{model, network} {}

    void select_all() {
        for (std::uint32_t c = 0; c < index_.cells().size(); ++c) {
            number_of_section_.clear();
            for (const Section* section : index_.cells()[c].sections) {
                number_of_section_.emplace(section, static_cast<std::uint32_t>(number_of_section_.size()));
            }
            for (const CellIndex::Part& part : index_.cells()[c].parts) {
                MechanismType& type = model_.mechanism(part.mechanism);
                if (has_streams_by_place(type)) select(c, type, part.ids);
            }
        }
    }

  private:
    /// `ids` are in the order of the places.
    void select(std::uint32_t cell, MechanismType& type, std::span<const std::uint32_t> ids) {
        std::unordered_map<const Section*, std::uint32_t> count;
        for (const std::uint32_t id : ids) {
            const Section* section = type.section(id);
            const std::uint32_t number = count[section]++;
            for (int k = 0; k < type.description()->random_count; ++k) {
                Hash hash;
                hash.add(type.name());
                hash.add(number);
                hash.add(static_cast<std::uint32_t>(k));
                select(cell, number_of_section_.at(section), hash, type.random(id, k));
            }
        }
    }

    void select(std::uint32_t cell, std::uint32_t section, Hash hash, rv_random& stream) const {
        if (stream.is_set) return;
        const Gid gid = index_.cells()[cell].gid;
        hash.add(model_.stream_seed);
        hash.add(gid < 0 ? 1 + model_.stream_group() : 0);
        const auto subject = gid < 0 ? cell : static_cast<std::uint32_t>(gid);
        const std::uint32_t ids[] = {subject, section, hash.value()};
        if (std::equal(ids, ids + 3, stream.id)) return;
        std::copy(ids, ids + 3, stream.id);
        stream.sequence = 0;
        stream.which = 0;
    }

    Model& model_;
    CellIndex index_;
    std::unordered_map<const Section*, std::uint32_t> number_of_section_;
};

}  // namespace

void select_streams(Model& model, Network& network) {
    const auto needs_it = [](const auto& type) { return has_streams_by_place(*type) && type->table().size() > 0; };
    if (std::ranges::any_of(model.mechanisms(), needs_it)) Selection{model, network}.select_all();
}

}  // namespace ranvier::engine
