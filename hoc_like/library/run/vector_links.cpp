#include "hoc_like/library/run/vector_links.hpp"

#include <memory>
#include <utility>

namespace ranvier::hoc {

/// Ends a link when it is destroyed.
class VectorLinks::End {
  public:
    End(std::weak_ptr<VectorLinks> links, LinkId id) : links_{std::move(links)}, id_{id} {}
    End(const End&) = delete;
    End& operator=(const End&) = delete;
    ~End() {
        if (const auto links = links_.lock()) links->end(id_);
    }

  private:
    std::weak_ptr<VectorLinks> links_;
    LinkId id_;
};

void VectorLinks::add_record(engine::RecordId id, VectorObject& values, VectorObject* times) {
    add({true, id, values.data(), times ? times->data() : nullptr}, values, times);
}

void VectorLinks::add_play(engine::PlayId id, VectorObject& values, VectorObject* times) {
    add({false, id, values.data(), times ? times->data() : nullptr}, values, times);
}

void VectorLinks::add(Link link, VectorObject& values, VectorObject* times) {
    const LinkId id = next_++;
    by_vector_[link.values].insert(id);
    if (link.times) by_vector_[link.times].insert(id);
    links_.emplace(id, std::move(link));
    values.attach(std::make_shared<End>(weak_from_this(), id));
    if (times) times->attach(std::make_shared<End>(weak_from_this(), id));
}

void VectorLinks::end(LinkId id) {
    const auto found = links_.find(id);
    if (found == links_.end()) return;
    const Link link = std::move(found->second);
    links_.erase(found);
    for (const auto& vector : {link.values, link.times}) {
        const auto all = by_vector_.find(vector);
        if (all == by_vector_.end()) continue;
        all->second.erase(id);
        if (all->second.empty()) by_vector_.erase(all);
    }
    if (link.is_record) {
        records_.remove_record(link.id);
    } else {
        records_.remove_play(link.id);
    }
}

void VectorLinks::end_oldest(const engine::Samples& vector) {
    if (const auto all = by_vector_.find(vector); all != by_vector_.end()) end(*all->second.begin());
}

void VectorLinks::end_all(const engine::Samples& vector) {
    while (by_vector_.contains(vector)) end_oldest(vector);
}

}  // namespace ranvier::hoc
