#include "hoc_like/program/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <vector>

#include "exchange/strategy/registry.hpp"
#include "exchange/transport/cost_model.hpp"
#include "hoc_like/program/help_page.hpp"

namespace ranvier::program {

namespace {

void for_each_command(const CLI::App& app, const std::function<void(const CLI::App&)>& act) {
    act(app);
    for (const CLI::App* each : commands_of(app)) for_each_command(*each, act);
}

/// The values that an option takes, as far as the program knows them.
std::vector<std::string> values_of(const OptionText& option) {
    if (!option.choices.empty()) return option.choices;
    std::vector<std::string> values;
    const std::string& name = option.names.back();
    if (name == "--exchange") {
        for (const auto& each : exchange::strategies()) values.push_back(each.name);
    } else if (name == "--machine") {
        for (const auto& each : exchange::known_machines()) values.push_back(each.name);
    } else if (name == "--isa") {
        values = {"baseline", "avx2", "avx512"};
    }
    return values;
}

bool is_argument(const OptionText& option) {
    return !option.names.front().starts_with('-');
}

std::string patterns(const CLI::App& command, const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) all.push_back(fmt::format("'{} {}'", full_name(command), name));
    return fmt::format("{}", fmt::join(all, "|"));
}

/// A function for bash that finds the command among the words before the cursor, then completes by tables. A first word
/// which is not a command is a script: `ranvier FILE.hoc` means `ranvier run FILE.hoc`.
std::string bash(const CLI::App& app) {
    std::string commands, values, words;
    for_each_command(app, [&](const CLI::App& command) {
        if (command.get_parent()) commands += fmt::format("            '{}') at=\"$at $word\";;\n", full_name(command));
        std::vector<std::string> all;
        for (const CLI::App* each : commands_of(command)) all.push_back(each->get_name());
        for (const CLI::Option* option : options_of(command)) {
            const OptionText text = describe(*option);
            if (is_argument(text)) {
                all.insert(all.end(), text.choices.begin(), text.choices.end());
                continue;
            }
            all.insert(all.end(), text.names.begin(), text.names.end());
            if (text.value.empty() || text.has_optional_value) continue;
            values += fmt::format("        {}) ", patterns(command, text.names));
            const std::vector<std::string> known = values_of(text);
            values += known.empty() ? "COMPREPLY=($(compgen -f -- \"$now\")); return;;\n"
                                    : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$now\")); return;;\n",
                                                  fmt::join(known, " "));
        }
        words += fmt::format("        '{}') words='{}';;\n", full_name(command), fmt::join(all, " "));
    });
    return fmt::format(R"(# Completes the words of ranvier in bash: ranvier completion bash
_ranvier() {{
    local now="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" at=ranvier word words
    # Bash makes three words of --exchange=auto.
    if [[ $now == = ]]; then now=
    elif [[ $before == = ]]; then before="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$at $word" in
{}        esac
    done
    [[ $at == ranvier && $COMP_CWORD -gt 1 ]] && at='ranvier run'
    case "$at $before" in
{}    esac
    case "$at" in
{}    esac
    COMPREPLY=($(compgen -W "$words" -- "$now"))
    [[ $now == -* ]] || COMPREPLY+=($(compgen -f -- "$now"))
}}
complete -o filenames -F _ranvier ranvier
)",
                       commands, values, words);
}

std::string quoted(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '\'' || c == '\\') safe += '\\';
        safe += c == '\n' ? ' ' : c;
    }
    return "'" + safe + "'";
}

/// The commands that lead to this one, as conditions.
std::string fish_condition(const CLI::App& command) {
    if (!command.get_parent()) return "__fish_use_subcommand";
    std::string condition = "__fish_seen_subcommand_from " + command.get_name();
    const CLI::App* parent = command.get_parent();
    return parent->get_parent() ? fish_condition(*parent) + "; and " + condition : condition;
}

std::string fish(const CLI::App& app) {
    std::string text = "# Completes the words of ranvier in fish: ranvier completion fish\n";
    for_each_command(app, [&](const CLI::App& command) {
        const std::string begin = fmt::format("complete -c ranvier -n {}", quoted(fish_condition(command)));
        for (const CLI::App* each : commands_of(command)) {
            text += fmt::format("{} -a {} -d {}\n", begin, each->get_name(), quoted(each->get_description()));
        }
        for (const CLI::Option* option : options_of(command)) {
            const OptionText shown = describe(*option);
            if (is_argument(shown)) continue;
            text += begin;
            for (const std::string& name : shown.names) {
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            }
            if (!shown.value.empty() && !shown.has_optional_value) text += " -r";
            if (const auto known = values_of(shown); !known.empty())
                text += fmt::format(" -f -a {}", quoted(fmt::format("{}", fmt::join(known, " "))));
            text += fmt::format(" -d {}\n", quoted(shown.description));
        }
    });
    return text;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
    if (shell == "fish") return fish(app);
    if (shell == "zsh") return "#compdef ranvier\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app);
    return bash(app);
}

}  // namespace ranvier::program
