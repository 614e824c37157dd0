#pragma once

#include <locale.h>

namespace ranvier::engine {

/// For its lifetime, this thread reads and writes numbers with a point (C's locale), or as the process does: a Python
/// program may have chosen a locale in which 1.5 is written 1,5, also for the C library.
class NumberLocale {
  public:
    enum class Of { c, process };

    explicit NumberLocale(Of of) : before_(uselocale(of == Of::c ? with_point() : LC_GLOBAL_LOCALE)) {}
    ~NumberLocale() { uselocale(before_); }
    NumberLocale(const NumberLocale&) = delete;
    NumberLocale& operator=(const NumberLocale&) = delete;

    /// For uselocale. All but numbers is as in the process when this is first called.
    static locale_t with_point() {
        static const locale_t made = newlocale(LC_NUMERIC_MASK, "C", duplocale(LC_GLOBAL_LOCALE));
        return made;
    }

  private:
    locale_t before_;
};

}  // namespace ranvier::engine
