// Stands in for libFuzzer where the compiler is not clang: runs a fuzz target on inputs, and then for some seconds on
// random changes of them, always the same ones. Whatever ends the program prints the input, in hexadecimal.
//
//     fuzz_hoc SECONDS PATH...     a folder of inputs, a file .hex with an input on each line, or an input

#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t longest = 4096;
constexpr unsigned most_seconds = 20;  // for an input, without optimization

const Input* current = nullptr;

void print_input() {
    if (!current) return;
    std::fprintf(stderr, "\nThe input, of %zu bytes: ", current->size());
    for (const std::uint8_t byte : *current) std::fprintf(stderr, "%02x", byte);
    std::fputc('\n', stderr);
}

void end_by(int signal) {
    if (signal == SIGALRM) std::fprintf(stderr, "An input took more than %u s.\n", most_seconds);
    print_input();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const Input& input) {
    current = &input;
    alarm(most_seconds);
    LLVMFuzzerTestOneInput(input.data(), input.size());
    alarm(0);
    current = nullptr;
}

std::string contents_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", file.c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

void add_hexadecimal(const std::string& text, std::vector<Input>& inputs) {
    Input input;
    std::string digits;
    for (const char each : text + "\n") {
        if (each == '\n') {
            if (!input.empty()) inputs.push_back(std::move(input));
            input.clear();
        } else if (digits += each; digits.size() == 2) {
            input.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
            digits.clear();
        }
    }
}

void add_inputs(const std::filesystem::path& path, std::vector<Input>& inputs) {
    if (std::filesystem::is_directory(path)) {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            if (entry.is_regular_file()) files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        for (const auto& file : files) add_inputs(file, inputs);
        return;
    }
    const std::string text = contents_of(path);
    if (path.extension() == ".hex") {
        add_hexadecimal(text, inputs);
    } else {
        inputs.emplace_back(text.begin(), text.end());
    }
}

/// Makes one change to an input, perhaps with a piece of another.
void change(Input& input, const Input& other, std::mt19937& random) {
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    const auto place = [&] { return input.begin() + static_cast<std::ptrdiff_t>(below(input.size())); };
    constexpr std::uint8_t strange[] = {0, 1, 0x7f, 0x80, 0xff, '0', '9', '-', '.', '"', '\n', ' ', ',', '{', '}', '='};
    const std::uint8_t byte = below(2) ? strange[below(std::size(strange))] : static_cast<std::uint8_t>(below(256));
    switch (input.empty() ? 0 : below(6)) {
        case 0:
            input.insert(place(), byte);
            break;
        case 1:
            *place() = byte;
            break;
        case 2:
            *place() ^= static_cast<std::uint8_t>(1 << below(8));
            break;
        case 3: {
            const auto from = place();
            input.erase(
                from, from + static_cast<std::ptrdiff_t>(1 + below(std::min<std::ptrdiff_t>(16, input.end() - from))));
            break;
        }
        case 4:
            input.resize(below(input.size()));
            break;
        default: {
            if (other.empty()) break;
            const std::size_t from = below(other.size());
            const std::size_t length = 1 + below(std::min<std::size_t>(64, other.size() - from));
            const Input piece(other.begin() + static_cast<std::ptrdiff_t>(from),
                              other.begin() + static_cast<std::ptrdiff_t>(from + length));
            input.insert(place(), piece.begin(), piece.end());
        }
    }
    if (input.size() > longest) input.resize(longest);
}

std::size_t run_changes(std::vector<Input> inputs, std::chrono::seconds duration) {
    std::mt19937 random(1);
    std::erase_if(inputs, [](const Input& each) { return each.size() > longest; });
    if (inputs.empty()) inputs.emplace_back();
    std::size_t runs = 0;
    for (const auto end = std::chrono::steady_clock::now() + duration; std::chrono::steady_clock::now() < end; ++runs) {
        Input input = inputs[random() % inputs.size()];
        for (auto left = 1 + random() % 4; left > 0; --left) change(input, inputs[random() % inputs.size()], random);
        run(input);
    }
    return runs;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "%s SECONDS PATH...\n", argv[0]);
        return 2;
    }
    __sanitizer_set_death_callback(print_input);
    for (const int signal : {SIGABRT, SIGILL, SIGALRM}) std::signal(signal, end_by);
    std::vector<Input> inputs;
    for (int k = 2; k < argc; ++k) add_inputs(argv[k], inputs);
    for (const Input& each : inputs) run(each);
    const std::size_t runs = run_changes(inputs, std::chrono::seconds(std::atoi(argv[1])));
    std::fprintf(stderr, "%zu inputs, %zu changes of them\n", inputs.size(), runs);
    return 0;
}
