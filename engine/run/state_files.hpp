#pragma once

#include <filesystem>
#include <string>

#include "engine/run/state_bytes.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::engine {

/// All throw StateError with the file's name and the system's reason.
Bytes read_file(const std::filesystem::path& file);
/// Comes back when the disk has it.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
/// The same; the file has its old content or the new one, whenever the program ends.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// Throws StateError on every rank if one of them has something to complain about.
exchange::Task<void> agree(exchange::Transport& transport, std::string complaint);

/// Does the work and returns what went wrong, or nothing.
template <typename Work>
std::string complaint_of(Work work) {
    try {
        work();
    } catch (const StateError& error) {
        return error.what();
    } catch (const std::filesystem::filesystem_error& error) {
        return error.what();
    }
    return {};
}

}  // namespace ranvier::engine
