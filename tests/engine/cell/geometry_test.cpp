#include "engine/cell/geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/cell/cells.hpp"
#include "tests/engine/cell/reference_tree.hpp"

namespace ranvier::engine {
namespace {

TEST(Geometry, HasNeuronsBitsOnTheReferenceTree) {
    Cells cells;
    const ReferenceTree tree = make_reference_tree(cells);
    const RangeVariable diam = *cells.range_variable("diam");
    for (const ReferenceSegment& expected : reference_segments) {
        const Section& section = *tree.sections()[static_cast<std::size_t>(expected.section)];
        SCOPED_TRACE(section.name() + "(" + std::to_string(expected.x) + ")");
        EXPECT_EQ(cells.load(cells.reference(section, diam, 0, expected.x)), expected.diam);
        EXPECT_EQ(cells.area(section, expected.x), expected.area);
        EXPECT_EQ(cells.ri(section, expected.x), expected.ri);
    }
    EXPECT_EQ(tree.d3->L(), 93.661999373598633);
    EXPECT_EQ(cells.ri(*tree.soma, 0), 1e30);
    EXPECT_EQ(cells.ri(*tree.d0, 1), 3.3346749981159025);
}

// NEURON 9.0.2: d3(0.3).diam = 5 on a section of points (connected by its end 1), then L = 50. What is set by hand goes
// into the points, and so changes the neighbors.
TEST(Geometry, PutsDiamAndLThatAreSetIntoThePointsAsNeuronDoes) {
    Cells cells;
    Section& parent = cells.create_section("p");
    Section& section = cells.create_section("s");
    cells.connect(section, 1, parent, .3);
    section.set_nseg(5);
    for (const Point3d& p :
         {Point3d{0, 0, 0, 2}, {10, 1, 2, 1.5}, {33.3, -4, 7.7, 1.9}, {70, .1, 0, .6}, {90, 5, 5, .6}}) {
        section.add_point(p);
    }
    const RangeVariable diam = *cells.range_variable("diam");
    const auto expect = [&](const std::vector<std::vector<double>>& segments) {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const double x = (static_cast<double>(i) + .5) / 5;
            EXPECT_EQ(cells.load(cells.reference(section, diam, 0, x)), segments[i][0]);
            EXPECT_EQ(cells.area(section, x), segments[i][1]);
            EXPECT_EQ(cells.ri(section, x), segments[i][2]);
        }
    };
    cells.store(cells.reference(section, diam, 0, .3), 5);
    std::vector<double> point_diams;
    for (const Point3d& p : section.points()) point_diams.push_back(p.diam);
    EXPECT_EQ(point_diams, (std::vector<double>{500, 500, 5, 500, 500}));
    expect({{500, 29424.784915262935, 3.6531379471583977e-05},
            {407.22737628489512, 137293.65446747758, 0.00012612837190044169},
            {163.5336338266691, 63872.116723166895, 0.010961810477750255},
            {145.92033969636046, 86480.643932890685, 0.00011705937057405117},
            {461.17438399195487, 128196.50502331628, 1.6886389260105893e-05}});
    section.set_L(50);
    expect({{500, 15707.963267948966, 1.9501708118501578e-05},
            {407.22737628489512, 134406.74013670644, 6.7331667455304537e-05},
            {163.5336338266691, 63351.579937480834, 0.0058517918425090559},
            {145.92033969636046, 86173.997805603751, 6.2490322306235066e-05},
            {461.17438399195487, 120303.49770860633, 9.0145359767249542e-06}});
    EXPECT_EQ(section.points()[2].arc, 18.550534446248712);
    EXPECT_EQ(section.points()[4].x, 48.045097351074219);
}

// A cone's surface is pi (r + R) times its slant height, however it is cut.
TEST(Geometry, SumsConesToTheirSurface) {
    std::vector<Point3d> points{{0, 0, 0, 4}, {100, 0, 0, 1}};
    measure_arc(points, 0);
    std::vector<SegmentShape> segments(7, SegmentShape{500});
    shape_points(segments, points, 100);
    double area = 0;
    for (const SegmentShape& s : segments) area += s.area;
    EXPECT_NEAR(area, std::numbers::pi * 2.5 * std::sqrt(100. * 100. + 1.5 * 1.5), 1e-9);
}

}  // namespace
}  // namespace ranvier::engine
