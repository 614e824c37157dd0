#pragma once

#include <cstdio>
#include <string_view>

namespace ranvier::hoc {

/// Writes text to a C stream. Throws std::runtime_error, with the system's reason, if the stream does not take it: a
/// full disk must not end as a short file. `name`: of the stream, for the message.
void write_text(std::FILE* to, std::string_view text, std::string_view name);

/// Flushes a C stream. Throws like write_text, also if an earlier write has failed.
void flush_text(std::FILE* to, std::string_view name);

}  // namespace ranvier::hoc
