#include "hoc_like/program/overwritten_values.hpp"

#include <cstdio>
#include <optional>
#include <regex>

#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/hoc/library_text.hpp"
#include "hoc_like/program/set_values.hpp"

namespace ranvier::program {

namespace {

/// The value of "5" or "1/.025"; nullopt for other expressions.
std::optional<double> plain_value(const std::string& expression) {
    static const std::regex form(R"(\s*([-+.0-9eE]+)\s*(?:/\s*([-+.0-9eE]+)\s*)?)");
    std::smatch parts;
    if (!std::regex_match(expression, parts, form)) return std::nullopt;
    const double value = std::strtod(parts[1].str().c_str(), nullptr);
    return parts[2].matched ? value / std::strtod(parts[2].str().c_str(), nullptr) : value;
}

}  // namespace

OverwrittenValues::OverwrittenValues(hoc::Session& session) : session_(session) {
    session.context().interpreter.on_text([this](const std::string& name, std::string_view text) { read(name, text); });
}

void OverwrittenValues::note_statement(const std::string& statement) {
    if (const std::string name = name_set_by(statement); !name.empty()) statements_[name] = statement;
}

void OverwrittenValues::read(const std::string& file, std::string_view text) {
    if (statements_.empty() || hoc::hoc_library_text(file) != text) return;
    static const std::regex assignment(R"(([A-Za-z_]\w*) = ([^/\n]*(?:/[^/\n]+)?)(?://.*)?)");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line(text.substr(at, end - at));
        at = end + 1;
        std::smatch parts;
        if (!std::regex_match(line, parts, assignment)) continue;
        const auto given = statements_.find(parts[1]);
        const auto value = plain_value(parts[2]);
        if (given == statements_.end() || !value || session_.context().interpreter.number(given->first) == value)
            continue;
        overwritten_.push_back({given->second, file, given->first, *value});
        statements_.erase(given);
    }
}

void OverwrittenValues::tell() const {
    if (session_.context().transport.rank() != 0) return;
    for (const Overwritten& each : overwritten_) {
        if (session_.context().interpreter.number(each.name) != each.value) continue;  // the script has followed -c
        std::fprintf(stderr,
                     "warning: -c \"%s\" has no effect: %s, which is loaded later, sets %s to %g; give "
                     "-c '{load_file(\"%s\")}' before it\n",
                     each.statement.c_str(), each.file.c_str(), each.name.c_str(), each.value, each.file.c_str());
    }
}

}  // namespace ranvier::program
