// ParallelContext: the number of threads, and a script's distribution of cells over them.
//
// Ranvier distributes cells over threads itself, and results do not depend on the distribution. A script's lists are
// stored, checked and returned, for scripts that balance the load themselves.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

class Partition {
  public:
    explicit Partition(const ParallelParts& parts) : context_(parts.context), threads_(parts.threads) {}

    /// Threads that work beside each other; 0 if one thread does all work.
    int workers() const { return is_parallel_ && threads() > 1 ? static_cast<int>(threads()) : 0; }

    std::size_t threads() const {
        const int wished = threads_.wished();
        return static_cast<std::size_t>(wished ? wished : context_.simulation.threads().wanted());
    }

    /// Uses n threads or, if not `is_parallel`, one thread for the work of n. Discards the script's lists.
    void set_threads(int n, bool is_parallel) {
        is_parallel_ = is_parallel;
        lists_.clear();
        threads_.wish(n, is_parallel);
    }

    void give(std::size_t thread, const std::vector<SectionPtr>& cells) {
        lists_.resize(threads());
        lists_[thread].emplace();
        for (const SectionPtr& root : cells) lists_[thread]->push_back(section_of(root).id());
    }
    void forget() { lists_.clear(); }

    std::size_t thread_of(Call& call, const SectionPtr& section) const {
        const engine::Section& root = section_of(section).root();
        const auto parts = all_parts(call);
        for (std::size_t k = 0; k < parts.size(); ++k) {
            for (const SectionPtr& each : parts[k]) {
                if (&section_of(each) == &root) return k;
            }
        }
        return 0;
    }

    ObjectPtr part(Call& call, std::size_t thread) const {
        auto list = std::make_unique<SectionListObject>();
        list->sections = all_parts(call)[thread];
        return call.interpreter().make(SectionListObject::class_name, std::move(list));
    }

  private:
    const Context& context_;
    ThreadChoice& threads_;
    bool is_parallel_ = true;
    std::vector<std::optional<std::vector<std::uint32_t>>> lists_;  ///< ids of the roots assigned to each thread

    static engine::Section& section_of(const SectionPtr& section) {
        return static_cast<const CableSection&>(*section).section();
    }

    std::vector<SectionPtr> roots() const {
        std::vector<SectionPtr> all = context_.cables.all_sections();
        std::erase_if(all, [](const SectionPtr& section) { return section_of(section).parent(); });
        return all;
    }

    /// The script's lists or, without lists, equal parts of the cells in order of creation; the first parts may have
    /// one cell more.
    std::vector<std::vector<SectionPtr>> all_parts(Call& call) const {
        return lists_.empty() ? even_parts() : given_parts(call);
    }

    std::vector<std::vector<SectionPtr>> even_parts() const {
        std::vector<std::vector<SectionPtr>> parts(threads());
        const std::vector<SectionPtr> all = roots();
        auto next = all.begin();
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const std::size_t count = all.size() / parts.size() + (k < all.size() % parts.size() ? 1 : 0);
            parts[k].assign(next, next + static_cast<std::ptrdiff_t>(count));
            next += static_cast<std::ptrdiff_t>(count);
        }
        return parts;
    }

    std::vector<std::vector<SectionPtr>> given_parts(Call& call) const {
        const std::vector<SectionPtr> all = roots();
        std::vector<std::vector<SectionPtr>> parts(threads());
        std::size_t count = 0;
        for (std::size_t k = 0; k < parts.size(); ++k) {
            if (!lists_[k]) fail(call, "pc.partition assigned cells to some threads, but not to all");
            for (const std::uint32_t id : *lists_[k]) {
                for (const SectionPtr& root : all) {
                    if (section_of(root).id() == id) parts[k].push_back(root);
                }
            }
            count += parts[k].size();
        }
        if (count != all.size()) {
            fail(call, fmt::format("the lists of pc.partition hold {} of {} cells; assign each cell to one thread",
                                   count, all.size()));
        }
        return parts;
    }
};

}  // namespace

std::vector<MethodDefinition> partition_methods(const ParallelParts& parts) {
    const auto partition = std::make_shared<Partition>(parts);
    const auto thread = [partition](Call& call, int i) {
        return static_cast<std::size_t>(call.integer(i, 0, static_cast<long>(partition->threads()) - 1));
    };
    return {
        {"nthread", "nthread([n[, parallel]])",
         "Number of threads of this rank; with an argument, sets it. With parallel = 0, one thread does the work of "
         "all threads.",
         [partition](Call& call) -> Result {
             if (call.size()) {
                 partition->set_threads(static_cast<int>(call.integer(0, 1, 1024)), call.number_or(1, 1) != 0);
             }
             return static_cast<double>(partition->threads());
         }},
        {"nworker", "nworker()",
         "Number of threads that work in parallel; 0 if there is only one thread, or if one thread does the work of "
         "all (see nthread).",
         [partition](Call&) -> Result { return static_cast<double>(partition->workers()); }},
        {"t", "t(thread)", "The time of a thread [ms]; between steps, all threads have the time t.",
         [&model = parts.context.model, thread](Call& call) -> Result {
             thread(call, 0);
             return model.t;
         }},
        {"partition", "partition([thread, list])",
         "Stores the SectionList of the root sections of a thread's cells; without arguments, discards all lists. "
         "Ranvier distributes cells over threads itself, and results do not depend on the lists.",
         [partition, thread](Call& call) -> Result {
             if (call.size() == 0) {
                 partition->forget();
             } else {
                 partition->give(thread(call, 0), call.native<SectionListObject>(1).living());
             }
             return 0.;
         }},
        {"get_partition", "get_partition(thread)",
         "A SectionList of the root sections of the cells assigned to a thread.",
         [partition, thread](Call& call) -> Result { return partition->part(call, thread(call, 0)); }},
        {"sec_in_thread", "sec_in_thread()", "The thread to which the accessed section's cell is assigned.",
         [partition](Call& call) -> Result { return static_cast<double>(partition->thread_of(call, call.section())); }},
        {"thread_busywait", "thread_busywait(on)",
         "Accepted but ignored: in NEURON, 1 lets waiting threads keep a processor busy. Returns the previous setting.",
         [was = std::make_shared<double>(0)](Call& call) -> Result {
             const double former = *was;
             *was = static_cast<double>(call.integer(0, 0, 1));
             return former;
         }},
        {"thread_stat", "thread_stat()", "Does nothing: there are no thread statistics.",
         [](Call&) -> Result { return 0.; }},
    };
}

}  // namespace ranvier::hoc
