#include "exchange/footprint.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::exchange {

namespace {

/// How many of `boxes` get at least one of `balls` thrown at random.
double occupied(double boxes, double balls) {
    return boxes < 1 ? 0 : -boxes * std::expm1(balls * std::log1p(-1 / std::max(boxes, 1 + 1e-9)));
}

}  // namespace

Share share_of(double ranks, double owned, double wanted) {
    Share share{ranks, owned, 0, wanted, wanted, 0};
    share.outputs = occupied(owned, wanted);
    share.neighbors = occupied(ranks - 1, wanted);
    return share;
}

}  // namespace ranvier::exchange
