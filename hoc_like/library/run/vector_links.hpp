#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "engine/record/records.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

/// Keeps track of the Vectors that are recorded into or played, to end the old links of a Vector that gets a new one.
///
/// A link connects a Vector of values, and possibly a Vector of times, to a record or play; it ends when either Vector
/// is deleted. Create VectorLinks with make_shared.
class VectorLinks : public std::enable_shared_from_this<VectorLinks> {
  public:
    explicit VectorLinks(engine::Records& records) : records_{records} {}

    /// `times` may be null.
    void add_record(engine::RecordId id, VectorObject& values, VectorObject* times);
    void add_play(engine::PlayId id, VectorObject& values, VectorObject* times);
    /// Ends every record and play of the Vector.
    void end_all(const engine::Samples& vector);
    /// Ends only the oldest record or play of the Vector.
    void end_oldest(const engine::Samples& vector);

  private:
    using LinkId = std::uint64_t;
    struct Link {
        bool is_record;
        std::uint32_t id;  // of the record or play
        engine::Samples values, times;
    };
    class End;

    void add(Link link, VectorObject& values, VectorObject* times);
    void end(LinkId id);

    engine::Records& records_;
    std::map<LinkId, Link> links_;
    std::map<engine::Samples, std::set<LinkId>> by_vector_;
    LinkId next_ = 0;
};

}  // namespace ranvier::hoc
