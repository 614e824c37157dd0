#include "hoc_like/library/run/random_keeper.hpp"

#include <fmt/format.h>

namespace ranvier::hoc {

namespace {

constexpr const char* process_name = "the random stream of the process";

engine::RankSnapshot::Part part_of(std::string name, bool travels, const std::vector<std::uint32_t>& words) {
    engine::ByteWriter out;
    out.list(words);
    return {std::move(name), travels, std::move(out.bytes)};
}

}  // namespace

RandomKeeper::Words RandomKeeper::process() const {
    return {globals_->process_seed, globals_->mcell_low, globals_->mcell_count, globals_->random123_index,
            globals_->use_mcell ? 1u : 0u};
}

void RandomKeeper::set_process(const Words& words) {
    if (words.size() != 5) throw engine::StateError("the state is damaged: the random stream of the process");
    globals_->process_seed = words[0];
    globals_->mcell_low = words[1];
    globals_->mcell_count = words[2];
    globals_->set_random123_index(words[3]);
    globals_->use_mcell = words[4] != 0;
}

// Streams with equal ids are distinguished by their order of creation.
std::map<std::uint64_t, std::string> RandomKeeper::names() const {
    std::map<std::uint64_t, std::string> names;
    std::map<std::string, int> seen;
    for (const auto& [number, generator] : globals_->generators) {
        const std::string stream = generator->stream_name();
        names[number] =
            stream.empty() ? fmt::format("Random number {}", number) : fmt::format("{} #{}", stream, seen[stream]++);
    }
    return names;
}

void RandomKeeper::begin() {
    at_begin_.clear();
    for (const auto& [number, generator] : globals_->generators) at_begin_[number] = generator->position();
    process_at_begin_ = process();
}

std::vector<engine::RankSnapshot::Part> RandomKeeper::save() {
    std::vector<engine::RankSnapshot::Part> parts;
    const auto all = names();
    for (const auto& [number, generator] : globals_->generators) {
        const Words words = generator->position();
        const auto before = at_begin_.find(number);
        if (before != at_begin_.end() && before->second == words) continue;
        parts.push_back(part_of(all.at(number), !generator->stream_name().empty(), words));
    }
    if (process() != process_at_begin_) parts.push_back(part_of(process_name, false, process()));
    return parts;
}

void RandomKeeper::restore(const Find& find) {
    const auto all = names();
    for (const auto& [number, generator] : globals_->generators) {
        const std::string& name = all.at(number);
        const engine::Bytes* state = find(name, !generator->stream_name().empty());
        if (!state) continue;
        const Words words = engine::ByteReader(*state).list<std::uint32_t>();
        if (words.size() != generator->position().size()) {
            throw engine::StateError(
                fmt::format("the state is from another model: {} was a different generator", name));
        }
        generator->set_position(words);
    }
    if (const engine::Bytes* state = find(process_name, false)) {
        set_process(engine::ByteReader(*state).list<std::uint32_t>());
    }
}

}  // namespace ranvier::hoc
