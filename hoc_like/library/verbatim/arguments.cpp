// VERBATIM's access to the arguments of the function that a script called, and to files and strings.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "hoc_like/library/data/files/file.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::VerbatimContext;

RV_EXPORT int ifarg(int i) {
    return VerbatimContext::current().has_argument(i);
}

RV_EXPORT double* hoc_getarg(int i) {
    return VerbatimContext::current().number(i);
}

RV_EXPORT double chkarg(int i, double low, double high) {
    const double value = *VerbatimContext::current().number(i);
    if (value > high || value < low) {
        throw std::runtime_error("argument " + std::to_string(i) + " is out of range: it must be between " +
                                 std::to_string(low) + " and " + std::to_string(high));
    }
    return value;
}

RV_EXPORT double* hoc_pgetarg(int i) {
    return VerbatimContext::current().pointer(i);
}

RV_EXPORT char** hoc_pgargstr(int i) {
    return VerbatimContext::current().string(i);
}

RV_EXPORT char* hoc_gargstr(int i) {
    return *hoc_pgargstr(i);
}

RV_EXPORT Object** hoc_objgetarg(int i) {
    return VerbatimContext::current().object(i);
}

RV_EXPORT int hoc_is_double_arg(int i) {
    auto& context = VerbatimContext::current();
    return context.has_call() && context.call().is_number(i - 1);
}

RV_EXPORT int hoc_is_pdouble_arg(int i) {
    auto& context = VerbatimContext::current();
    return context.has_call() && context.call().is_reference(i - 1);
}

RV_EXPORT int hoc_is_str_arg(int i) {
    auto& context = VerbatimContext::current();
    return context.has_call() && context.call().is_string(i - 1);
}

RV_EXPORT int hoc_is_object_arg(int i) {
    auto& context = VerbatimContext::current();
    return context.has_call() && context.call().is_object(i - 1);
}

RV_EXPORT int hoc_is_tempobj_arg(int i) {
    auto& context = VerbatimContext::current();
    return context.has_call() && context.call().is_temporary_object(i - 1);
}

RV_EXPORT int hoc_narg(void) {
    auto& context = VerbatimContext::current();
    return context.has_call() ? context.call().size() : 0;
}

RV_EXPORT FILE* hoc_obj_file_arg(int i) {
    return ranvier::hoc::file_argument(VerbatimContext::current().call(), i - 1);
}

RV_EXPORT void hoc_assign_str(char** place, const char* text) {
    char* made = strdup(text);
    std::free(*place);
    *place = made;
}

RV_EXPORT void hoc_execerror(const char* text, const char* more) {
    std::string message = text ? text : "";
    if (more && *more) message += (message.empty() ? "" : " ") + std::string(more);
    throw std::runtime_error(message.empty() ? "VERBATIM called hoc_execerror without a message" : message);
}

RV_EXPORT void hoc_execerr_ext(const char* format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    throw std::runtime_error(text);
}

RV_EXPORT void hoc_warning(const char* text, const char* more) {
    std::fprintf(stderr, "warning: %s %s\n", text ? text : "", more ? more : "");
}

RV_EXPORT void* hoc_Emalloc(size_t size) {
    void* made = std::malloc(size ? size : 1);
    if (!made) throw std::runtime_error("VERBATIM: out of memory");
    return made;
}

RV_EXPORT void* hoc_Ecalloc(size_t count, size_t size) {
    void* made = std::calloc(count ? count : 1, size ? size : 1);
    if (!made) throw std::runtime_error("VERBATIM: out of memory");
    return made;
}

RV_EXPORT void* hoc_Erealloc(void* old, size_t size) {
    void* made = std::realloc(old, size ? size : 1);
    if (!made) throw std::runtime_error("VERBATIM: out of memory");
    return made;
}

/// Failing allocations throw immediately, so there is nothing to check.
RV_EXPORT void hoc_malchk(void) {}

/// Returns one of several buffers in turn, like NEURON.
RV_EXPORT char** hoc_temp_charptr(void) {
    static char* places[128];
    static unsigned next = 0;
    return &places[next++ % 128];
}

/// Replaces $(NAME), as in "$(NAME)/x", by the value of the environment variable NAME.
RV_EXPORT const char* expand_env_var(const char* text) {
    static std::string made;
    made = text;
    for (auto at = made.find("$("); at != std::string::npos; at = made.find("$(", at)) {
        const auto end = made.find(')', at);
        if (end == std::string::npos) break;
        const char* value = std::getenv(made.substr(at + 2, end - at - 2).c_str());
        const std::string instead = value ? value : "";
        made.replace(at, end - at + 1, instead);
        at += instead.size();
    }
    return made.c_str();
}

/// The next number of a file, skipping other text; fails at its end.
RV_EXPORT double hoc_scan(FILE* file) {
    double value = 0;
    char word[256];
    while (std::fscanf(file, "%255s", word) == 1) {
        char* end;
        value = std::strtod(word, &end);
        if (end != word) return value;
    }
    throw std::runtime_error("hoc_scan: no more numbers in the file");
}

namespace ranvier::hoc {
void keep_verbatim_arguments() {}
}  // namespace ranvier::hoc
