#include "hoc_like/library/data/random/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::hoc {

Distribution::Distribution(Kind kind, double a, double b) : kind_{kind}, a_{a}, b_{b} {
    switch (kind) {
        case Kind::uniform:
            a_ = std::min(a, b);
            b_ = std::max(a, b) - a_;
            break;
        case Kind::discunif:
            a_ = std::trunc(std::min(a, b));
            b_ = std::trunc(std::max(a, b)) - a_ + 1;
            break;
        case Kind::normal:
            b_ = std::sqrt(b);
            break;
        case Kind::lognormal: {
            const double square = a * a;
            a_ = std::log(square / std::sqrt(b + square));
            b_ = std::sqrt(std::log((b + square) / square));
            break;
        }
        case Kind::hypergeo: {
            const double z = b / (a * a);
            b_ = 0.5 * (1.0 - std::sqrt((z - 1.0) / (z + 1.0)));
            break;
        }
        case Kind::erlang:
            b_ = std::max(1.0, std::trunc(a * a / b + 0.5));
            a_ = b_ / a;
            break;
        case Kind::weibull:
            a_ = 1.0 / a;
            break;
        case Kind::poisson:
            a_ = std::exp(-1.0 * a);
            break;
        default:
            break;
    }
}

double Distribution::draw_normal(RandomStream& stream) {
    if (second_normal_) {
        const double x = *second_normal_;
        second_normal_.reset();
        return x * b_ + a_;
    }
    for (;;) {
        const double u = 2 * stream.uniform() - 1;
        const double v = 2 * stream.uniform() - 1;
        const double w = u * u + v * v;
        if (w > 1) continue;
        const double y = std::sqrt(-2 * std::log(w) / w);
        second_normal_ = v * y;
        return u * y * b_ + a_;
    }
}

namespace {

double draw_poisson(double least_product, RandomStream& stream) {
    int count = -1;
    for (double product = 1.0; product >= least_product; product *= stream.uniform()) ++count;
    return count;
}

double draw_binomial(double trials, double probability, RandomStream& stream) {
    double successes = 0;
    for (double i = 0; i < trials; ++i) successes += stream.uniform() < probability ? 1 : 0;
    return successes;
}

double draw_geometric(double probability, RandomStream& stream) {
    double draws = 1;
    while (stream.uniform() < probability) ++draws;
    return draws;
}

double draw_hypergeo(double mean, double p, RandomStream& stream) {
    const double d = stream.uniform() > p ? 1.0 - p : p;
    return -mean * std::log(stream.uniform()) / (2.0 * d);
}

double draw_erlang(double rate, double factors, RandomStream& stream) {
    double product = 1.0;
    for (double i = 0; i < factors; ++i) product *= stream.uniform();
    return -std::log(product) / rate;
}

}  // namespace

double Distribution::operator()(RandomStream& stream) {
    constexpr double e = 2.7182818284590452354;
    switch (kind_) {
        case Kind::uniform:
            return a_ + b_ * stream.uniform();
        case Kind::discunif:
            return a_ + std::floor(b_ * stream.uniform());
        case Kind::normal:
            return draw_normal(stream);
        case Kind::lognormal:
            return std::pow(e, draw_normal(stream));
        case Kind::poisson:
            return draw_poisson(a_, stream);
        case Kind::binomial:
            return draw_binomial(a_, b_, stream);
        case Kind::geometric:
            return draw_geometric(a_, stream);
        case Kind::hypergeo:
            return draw_hypergeo(a_, b_, stream);
        case Kind::negexp:
            return -a_ * std::log(stream.uniform());
        case Kind::erlang:
            return draw_erlang(a_, b_, stream);
        case Kind::weibull:
            break;
    }
    return std::pow(b_ * -std::log(1 - stream.uniform()), a_);
}

}  // namespace ranvier::hoc
