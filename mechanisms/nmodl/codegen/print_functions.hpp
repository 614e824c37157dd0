#pragma once

#include <set>

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// Prints struct Instance, the variables of the current instance. Loops fill the struct, call functions on it and store
/// changed values; the compiler keeps it in registers.
void print_instance(const Plan& plan, CppWriter& out);

/// Prints struct Tables and the functions that fill it, for mechanisms with TABLE.
void print_tables(const Plan& plan, CppWriter& out);

/// The members of struct Tables for a block's TABLE: lower end, points per unit of the argument, then the columns.
std::vector<std::string> table_members(const Plan& plan, const Block& block);

/// Prints PROCEDUREs, FUNCTIONs and solved blocks as `fn_NAME(Instance&, ...)`: all, or only those in `wanted`.
void print_functions(const Plan& plan, CppWriter& out, const std::set<const Block*>* wanted = nullptr);

/// "double a, double b"
std::string argument_list(const Block& block);

}  // namespace ranvier::nmodl
