#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "exchange/transport/launch.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/help/help.hpp"
#include "hoc_like/library/reference/reference.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

int doc_command(const std::string& name) {
    const auto transport = exchange::make_transport(exchange::Parallel::automatic);
    hoc::Session session{*transport, "allgather", [](std::string_view) {}};
    load_builtin_mechanisms(session, RunOptions{});
    if (name == "hoc") {
        std::fputs(hoc::reference_page(session.context().registry).c_str(), stdout);
        return 0;
    }
    if (const auto text = hoc::help_text(session.context(), name)) {
        std::fputs(text->c_str(), stdout);
        return 0;
    }
    const std::string nearest = hoc::nearest_suggestion(name, hoc::names_with_help(session.context()));
    std::fprintf(stderr, "ranvier doc: there is no help about %s%s\n", name.c_str(), nearest.c_str());
    if (nearest.empty())
        std::fputs("ranvier doc hoc prints the whole reference; ranvier explain describes .mod files\n", stderr);
    return 1;
}

int write_pages_command(const std::vector<Page>& pages, const std::string& folder) {
    if (!folder.empty()) std::filesystem::create_directories(folder);
    for (const Page& page : pages) {
        if (folder.empty()) {
            std::fputs(page.text.c_str(), stdout);
            continue;
        }
        const std::filesystem::path path = std::filesystem::path(folder) / page.file;
        std::ofstream file(path);
        if (!(file << page.text).flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
    }
    return 0;
}

}  // namespace ranvier::program
