: C++ in VERBATIM
NEURON { SUFFIX modern }
VERBATIM
#include <vector>
static std::vector<double> kept;
ENDVERBATIM
FUNCTION keep(y) {
VERBATIM
    kept.push_back(_ly);
    double sum = 0.;
    for (const auto value : kept) sum += value;
    _lkeep = sum;
ENDVERBATIM
}
