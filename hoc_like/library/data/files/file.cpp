#include "hoc_like/library/data/files/file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "hoc_like/language/interface/expand_environment.hpp"
#include "hoc_like/language/interface/format.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/data/files/written.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

void FileObject::set_name(std::string name) {
    close();
    name_ = std::move(name);
}

bool FileObject::open(const char* mode) {
    close();
    const std::string path = expand_environment(name_);
    if (*mode != 'r') sandbox::check_write(path);
    stream_ = std::fopen(path.c_str(), mode);
    if (!stream_ && errno == EACCES) sandbox::explain_unread(path);
    writes_ = *mode != 'r';
    return is_open();
}

void FileObject::close() {
    const std::unique_ptr<std::FILE, decltype(&std::fclose)> closing{std::exchange(stream_, nullptr), &std::fclose};
    if (closing && writes_) flush_text(closing.get(), name_);
}

FileObject::~FileObject() {
    try {
        close();
    } catch (const std::runtime_error& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
}

std::FILE* file_argument(const Call& call, int i) {
    const FileObject& file = call.native<FileObject>(i);
    if (!file.is_open()) fail(call, fmt::format("the file \"{}\" is not open", file.name()));
    return file.stream();
}

std::optional<double> read_number(std::FILE* stream) {
    char word[256];
    while (std::fscanf(stream, "%255s", word) == 1) {
        double value = 0;
        const bool named = word[0] == 'i' || word[0] == 'n' || word[0] == 'I' || word[0] == 'N';
        if (named || std::sscanf(word, "%lf", &value) != 1) continue;
        // Also reads the blanks after the number, which makes eof() true after the last one.
        for (int c = std::getc(stream); c != EOF; c = std::getc(stream)) {
            if (std::string_view{" \t\n\v\f\r"}.find(static_cast<char>(c)) == std::string_view::npos) {
                std::ungetc(c, stream);
                break;
            }
        }
        return value;
    }
    return std::nullopt;
}

std::optional<std::string> read_line(std::FILE* stream) {
    std::string line;
    int c = std::getc(stream);
    if (c == EOF) return std::nullopt;
    for (; c != EOF && c != '\n' && c != '\r'; c = std::getc(stream)) line += static_cast<char>(c);
    if (c == '\r' && (c = std::getc(stream)) != '\n' && c != EOF) std::ungetc(c, stream);
    return line + '\n';
}

namespace {

std::FILE* stream(const Call& call) {
    FileObject& file = call.self_as<FileObject>();
    if (!file.is_open()) {
        fail(call, fmt::format("the file \"{}\" is not open; open it with ropen, wopen or aopen", file.name()));
    }
    return file.stream();
}

template <char mode>
Result open(Call& call) {
    if (call.size() > 0) call.self_as<FileObject>().set_name(call.string(0));
    const char text[] = {mode, '\0'};
    return call.self_as<FileObject>().open(text) ? 1.0 : 0.0;
}

Result close(Call& call) {
    call.self_as<FileObject>().close();
    return 0.0;
}

Result print(Call& call) {
    std::FILE* to = stream(call);
    thread_local TextBuffer text;
    text.clear();
    format_arguments(call, 0, text);
    write_text(to, text.view(), call.self_as<FileObject>().name());
    return 0.0;
}

Result scanvar(Call& call) {
    if (const auto value = read_number(stream(call))) return *value;
    fail(call, fmt::format("no more numbers in \"{}\"", call.self_as<FileObject>().name()));
}

Result scanstr(Call& call) {
    std::FILE* from = stream(call);
    int c = std::getc(from);
    while (c != EOF && std::string_view{" \t\n\v\f\r"}.find(static_cast<char>(c)) != std::string_view::npos) {
        c = std::getc(from);
    }
    std::string word;
    for (; c != EOF && std::string_view{" \t\n\v\f\r"}.find(static_cast<char>(c)) == std::string_view::npos;
         c = std::getc(from)) {
        word += static_cast<char>(c);
    }
    if (c != EOF) std::ungetc(c, from);
    if (word.empty()) return -1.0;
    const auto size = static_cast<double>(word.size());
    call.set_string(0, word);
    return size;
}

Result gets(Call& call) {
    auto line = read_line(stream(call));
    if (!line) return -1.0;
    const auto size = static_cast<double>(line->size());
    call.set_string(0, *line);
    return size;
}

Result eof(Call& call) {
    std::FILE* from = stream(call);
    const int c = std::getc(from);
    return std::ungetc(c, from) == EOF ? 1.0 : 0.0;
}

Result isopen(Call& call) {
    return call.self_as<FileObject>().is_open() ? 1.0 : 0.0;
}

Result getname(Call& call) {
    if (call.size() > 0) call.set_string(0, call.self_as<FileObject>().name());
    return call.self_as<FileObject>().name();
}

Result dir(Call&) {
    return std::string{};
}

Result chooser(Call&) {
    return 0.0;
}

Result flush(Call& call) {
    flush_text(stream(call), call.self_as<FileObject>().name());
    return 1.0;
}

Result seek(Call& call) {
    const auto offset = static_cast<long>(call.number_or(0, 0.0));
    const auto base = whole_or(call, 1, 0, 2, "base", 0);
    return static_cast<double>(std::fseek(stream(call), offset,
                                          base == 0   ? SEEK_SET
                                          : base == 1 ? SEEK_CUR
                                                      : SEEK_END));
}

Result tell(Call& call) {
    return static_cast<double>(std::ftell(stream(call)));
}

/// File.vwrite(&x) handles one number, because a reference refers to one; Vector.fwrite(file) handles several.
int single_number(const Call& call) {
    if (call.size() > 1 && whole_argument(call, 0, 1, 1LL << 40, "count") != 1) {
        fail(call, "transfers one number at a time; use Vector.fwrite and Vector.fread for several");
    }
    return call.size() > 1 ? 1 : 0;
}

Result vwrite(Call& call) {
    const double value = call.reference(single_number(call))->load();
    return static_cast<double>(std::fwrite(&value, sizeof value, 1, stream(call)));
}

Result vread(Call& call) {
    const NumberRefPtr to = call.reference(single_number(call));
    double value = 0;
    const auto read = std::fread(&value, sizeof value, 1, stream(call));
    if (read == 1) to->store(value);
    return static_cast<double>(read);
}

Result unlink_file(Call& call) {
    const std::string path = expand_environment(call.self_as<FileObject>().name());
    sandbox::check_write(path);
    return ::unlink(path.c_str()) == 0 ? 1.0 : 0.0;
}

Result make_temporary(Call& call) {
    const char* folder = std::getenv("TEMP");
    std::string name = fmt::format("{}/ocXXXXXX", sandbox::is_on() ? "." : folder ? folder : "/tmp");
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) return 0.0;
    ::close(descriptor);
    call.self_as<FileObject>().set_name(std::move(name));
    return 1.0;
}

std::unique_ptr<Native> construct_file(Call& call) {
    auto file = std::make_unique<FileObject>();
    if (call.size() > 0) file->set_name(call.string(0));
    return file;
}

}  // namespace

void register_file(Registry& registry) {
    ClassDefinition definition;
    definition.name = FileObject::class_name;
    definition.signature = "new File(\"name\")";
    definition.doc = "A file that can be read and written as text or as binary numbers.";
    definition.construct = construct_file;
    definition.methods = {
        {"ropen", "file.ropen(\"name\")", "Opens the file for reading; returns 1 on success, else 0.", open<'r'>},
        {"wopen", "file.wopen(\"name\")", "Opens the file for writing and truncates it; returns 1 on success, else 0.",
         open<'w'>},
        {"aopen", "file.aopen(\"name\")", "Opens the file for appending; returns 1 on success, else 0.", open<'a'>},
        {"close", "file.close()", "Closes the file.", close},
        {"printf", "file.printf(\"format\", ...)", "Writes formatted text, like printf.", print},
        {"scanvar", "file.scanvar()", "Reads the next number.", scanvar},
        {"scanstr", "file.scanstr(strdef)", "Reads the next word; returns its length, or -1 at the end of the file.",
         scanstr},
        {"gets", "file.gets(strdef)",
         "Reads a line with its newline; returns its length, or -1 at the end of the file.", gets},
        {"eof", "file.eof()", "1 at the end of the file.", eof},
        {"isopen", "file.isopen()", "1 while the file is open.", isopen},
        {"getname", "file.getname(strdef)", "Assigns the file's name to strdef.", getname},
        {"dir", "file.dir()", "Folder last selected in a chooser; empty without a screen.", dir},
        {"chooser", "file.chooser(\"type\", \"banner\", \"filter\", \"accept\", \"cancel\", \"path\")",
         "Asks the user for a file; returns 0 without a screen.", chooser},
        {"flush", "file.flush()", "Writes buffered data.", flush},
        {"seek", "file.seek(offset, base)",
         "Moves to a byte offset from the start (base 0), the current position (1) or the end (2) of the file; returns "
         "0 on success.",
         seek},
        {"tell", "file.tell()", "The position in the file in bytes.", tell},
        {"vwrite", "file.vwrite(&x)", "Writes a number in binary.", vwrite},
        {"vread", "file.vread(&x)", "Reads a number in binary.", vread},
        {"unlink", "file.unlink()", "Deletes the file; returns 1 on success, else 0.", unlink_file},
        {"mktemp", "file.mktemp()", "Creates an empty temporary file and sets this File's name to it.", make_temporary},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
