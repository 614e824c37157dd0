#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hoc_like/library/data/files/file.hpp"
#include "hoc_like/library/data/files/format.hpp"
#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

/// vec.printf(file, "format", start, end); each argument is optional.
Result print(Call& call) {
    int next = 0;
    std::FILE* file = call.is_object(0) ? file_argument(call, next++) : nullptr;
    const bool formatted = call.is_string(next);
    const std::string format = formatted ? call.string(next++) : file ? "%g\n" : "%g\t";
    const Values& x = values(call);
    const Stretch part = stretch_argument(call, next, x.size());
    std::string text;
    for (std::size_t i = part.begin; i < part.end; ++i) {
        text += format_number(format, x[i]);
        if (!file && !formatted && (i - part.begin + 1) % 5 == 0) text += '\n';
    }
    if (file || !formatted) text += '\n';
    if (file) {
        std::fwrite(text.data(), 1, text.size(), file);
    } else {
        call.interpreter().print(text);
    }
    return static_cast<double>(part.end - part.begin);
}

bool at_end(std::FILE* stream) {
    const int c = std::getc(stream);
    return std::ungetc(c, stream) == EOF;
}

double required_number(const Call& call, std::FILE* stream) {
    if (const auto value = read_number(stream)) return *value;
    fail(call, "no more numbers in the file");
}

/// vec.scanf(file), (file, n), (file, column, columns), (file, n, column, columns)
Result scan(Call& call) {
    std::FILE* file = file_argument(call, 0);
    long long n = -1, column = 1, columns = 1;
    int next = 1;
    if (call.size() == 2 || call.size() > 3) n = static_cast<long long>(call.number(next++));
    if (call.size() > 2) {
        column = static_cast<long long>(call.number(next));
        columns = static_cast<long long>(call.number(next + 1));
    }
    Values read;
    while ((n < 0 || static_cast<long long>(read.size()) < n) && !at_end(file)) {
        for (long long j = 1; j < column && !at_end(file); ++j) required_number(call, file);
        // Rows that end before the column are skipped, as is text at the end of the file.
        if (at_end(file)) break;
        const auto value = read_number(file);
        if (!value) break;
        read.push_back(*value);
        for (long long j = column; j < columns && !at_end(file); ++j) required_number(call, file);
    }
    call.self_as<VectorObject>().assign(read);
    return static_cast<double>(values(call).size());
}

/// vec.scantil(file, sentinel, column, columns)
Result scan_until(Call& call) {
    std::FILE* file = file_argument(call, 0);
    const double sentinel = call.number(1);
    const auto column = static_cast<long long>(call.number_or(2, 1.0));
    const auto columns = static_cast<long long>(call.number_or(3, 1.0));
    Values& x = values(call);
    x.clear();
    for (;;) {
        for (long long j = 1; j < column; ++j) {
            if (required_number(call, file) == sentinel) return static_cast<double>(x.size());
        }
        const double value = required_number(call, file);
        if (value == sentinel) return static_cast<double>(x.size());
        x.push_back(value);
        for (long long j = column; j < columns; ++j) required_number(call, file);
    }
}

Result write_raw(Call& call) {
    std::FILE* file = file_argument(call, 0);
    const Values& x = values(call);
    const Stretch part = stretch_argument(call, 1, x.size());
    return static_cast<double>(std::fwrite(x.data() + part.begin, sizeof(double), part.end - part.begin, file));
}

template <class T>
bool read_as(std::FILE* file, Values& x) {
    std::vector<T> raw(x.size());
    const std::size_t read = std::fread(raw.data(), sizeof(T), raw.size(), file);
    std::transform(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(read), x.begin(),
                   [](T each) { return static_cast<double>(each); });
    return read == raw.size();
}

/// vec.fread(file, n, type): type 1 char, 2 unsigned short, 3 float, 4 double, 5 short.
Result read_raw(Call& call) {
    std::FILE* file = file_argument(call, 0);
    Values& x = values(call);
    if (call.size() > 1) x.resize(static_cast<std::size_t>(whole_argument(call, 1, 0, 10'000'000'000, "count")));
    bool complete = false;
    switch (whole_or(call, 2, 1, 5, "type", 4)) {
        case 1:
            complete = read_as<signed char>(file, x);
            break;
        case 2:
            complete = read_as<std::uint16_t>(file, x);
            break;
        case 3:
            complete = read_as<float>(file, x);
            break;
        case 4:
            complete = read_as<double>(file, x);
            break;
        default:
            complete = read_as<std::int16_t>(file, x);
    }
    if (!complete) fail(call, "the file ends before the Vector is full");
    return 1.0;
}

// The format of vwrite: number of elements and type as 32-bit integers; factor and offset as doubles, for scaled types;
// elements. A type outside 1 .. 5 means that the file has the opposite byte order.

template <class T>
void put(std::FILE* file, T value) {
    std::fwrite(&value, sizeof value, 1, file);
}

template <class T, class Convert>
void put_all(std::FILE* file, const Values& x, Convert convert) {
    std::vector<T> raw(x.size());
    std::transform(x.begin(), x.end(), raw.begin(), convert);
    std::fwrite(raw.data(), sizeof(T), raw.size(), file);
}

template <class T>
void put_scaled(std::FILE* file, const Values& x, double greatest, double shift) {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    const double offset = x.empty() ? 0.0 : *low, range = x.empty() ? 0.0 : *high - *low;
    const double factor = range > 0 ? greatest / range : 1.0;
    put(file, factor);
    put(file, offset);
    put_all<T>(file, x, [&](double each) { return static_cast<T>((each - offset) * factor - shift); });
}

/// vec.vwrite(file, type): type 1 char scaled, 2 unsigned short scaled, 3 float, 4 double, 5 int.
Result write_portable(Call& call) {
    std::FILE* file = file_argument(call, 0);
    const Values& x = values(call);
    const auto type = whole_or(call, 1, 1, 5, "type", 4);
    put(file, static_cast<std::int32_t>(x.size()));
    put(file, static_cast<std::int32_t>(type));
    switch (type) {
        case 1:
            put_scaled<signed char>(file, x, 255.0, 128.0);
            break;
        case 2:
            put_scaled<std::uint16_t>(file, x, 65535.0, 0.0);
            break;
        case 3:
            put_all<float>(file, x, [](double each) { return static_cast<float>(each); });
            break;
        case 4:
            std::fwrite(x.data(), sizeof(double), x.size(), file);
            break;
        default:
            put_all<std::int32_t>(file, x, [](double each) { return static_cast<std::int32_t>(each); });
    }
    return 1.0;
}

/// Reads numbers in this machine's byte order or in the opposite one.
class PortableReader {
  public:
    PortableReader(const Call& call, std::FILE* file) : call_{call}, file_{file} {}
    void swap_bytes() { swapped_ = true; }
    template <class T>
    T take() {
        unsigned char bytes[sizeof(T)];
        if (std::fread(bytes, 1, sizeof(T), file_) != sizeof(T)) fail(call_, "the file ends within a Vector");
        if (swapped_) std::reverse(bytes, bytes + sizeof(T));
        T value;
        std::memcpy(&value, bytes, sizeof(T));
        return value;
    }

  private:
    const Call& call_;
    std::FILE* file_;
    bool swapped_ = false;
};

std::int32_t swapped(std::int32_t value) {
    unsigned char bytes[4];
    std::memcpy(bytes, &value, 4);
    std::reverse(bytes, bytes + 4);
    std::memcpy(&value, bytes, 4);
    return value;
}

Result read_portable(Call& call) {
    PortableReader reader{call, file_argument(call, 0)};
    auto size = reader.take<std::int32_t>();
    auto type = reader.take<std::int32_t>();
    if (type < 1 || type > 5) {
        size = swapped(size);
        type = swapped(type);
        reader.swap_bytes();
    }
    if (type < 1 || type > 5 || size < 0) return 0.0;
    const double factor = type <= 2 ? reader.take<double>() : 1.0;
    const double offset = type <= 2 ? reader.take<double>() : 0.0;
    Values x;
    for (std::int32_t i = 0; i < size; ++i) {
        switch (type) {
            case 1:
                x.push_back((reader.take<signed char>() + 128.0) / factor + offset);
                break;
            case 2:
                x.push_back(reader.take<std::uint16_t>() / factor + offset);
                break;
            case 3:
                x.push_back(static_cast<double>(reader.take<float>()));
                break;
            case 4:
                x.push_back(reader.take<double>());
                break;
            default:
                x.push_back(reader.take<std::int32_t>());
        }
    }
    call.self_as<VectorObject>().assign(x);
    return 1.0;
}

}  // namespace

std::vector<MethodDefinition> vector_file_methods() {
    return {
        {"printf", "vec.printf(file, \"format\", start, end)", "Prints the elements to a File or to the screen.",
         print},
        {"scanf", "vec.scanf(file, n, column, columns)", "Reads numbers from a column of a text file.", scan},
        {"scantil", "vec.scantil(file, sentinel, column, columns)",
         "Reads numbers from a column of a text file up to the sentinel.", scan_until},
        {"fwrite", "vec.fwrite(file, start, end)", "Writes the elements as binary doubles.", write_raw},
        {"fread", "vec.fread(file, n, type)",
         "Reads n binary numbers. The type is 1 (char), 2 (unsigned short), 3 (float), 4 (double) or 5 (short).",
         read_raw},
        {"vwrite", "vec.vwrite(file, type)",
         "Writes the size, the type and the elements. The type is 1 (char, scaled), 2 (short, scaled), 3 (float), 4 "
         "(double) or 5 (int).",
         write_portable},
        {"vread", "vec.vread(file)", "Reads the output of vwrite, in either byte order.", read_portable},
    };
}

}  // namespace ranvier::hoc
