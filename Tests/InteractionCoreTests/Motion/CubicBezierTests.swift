import InteractionCore
import Testing

@Suite struct CubicBezierTests {
  /// The curves of rule M1 with the control points that it gives, and two that leave 0 … 1.
  static let curves: [(name: String, curve: CubicBezier, points: [Double])] = [
    ("linear", .linear, [0, 0, 1, 1]),
    ("ease-in", .easeIn, [0.42, 0, 1, 1]),
    ("ease-out", .easeOut, [0, 0, 0.58, 1]),
    ("ease-in-ease-out", .easeInEaseOut, [0.42, 0, 0.58, 1]),
    ("default", .systemDefault, [0.25, 0.1, 0.25, 1]),
    ("overshooting", CubicBezier(0.3, -0.6, 0.6, 1.7), [0.3, -0.6, 0.6, 1.7]),
    ("nearly a step", CubicBezier(1, 0, 0, 1), [1, 0, 0, 1]),
  ]

  @Test("M1: the named curves have the control points of the rule", arguments: 0 ..< 5)
  func controlPoints(of index: Int) {
    let (name, curve, points) = Self.curves[index]
    #expect([curve.x1, curve.y1, curve.x2, curve.y2] == points, "\(name)")
  }

  @Test("M1: progress lies on the curve that de Casteljau's construction draws", arguments: 0 ..< 7)
  func agreesWithDeCasteljau(of index: Int) {
    let (name, curve, points) = Self.curves[index]
    for step in 0 ... 5_000 {
      let parameter = Double(step) / 5_000
      let time = Self.deCasteljau(points[0], points[2], at: parameter)
      let progress = Self.deCasteljau(points[1], points[3], at: parameter)
      // The almost vertical curve amplifies the rounding of its time.
      let tolerance = index == 6 ? 1e-5 : 1e-9
      #expect(abs(curve.progress(at: time) - progress) <= tolerance, "\(name) at \(time)")
    }
  }

  @Test("M1: published half-way values of the CSS curves with the same control points")
  func halfway() {
    #expect(abs(CubicBezier.linear.progress(at: 0.5) - 0.5) < 1e-12)
    #expect(abs(CubicBezier.easeIn.progress(at: 0.5) - 0.3153568125725393) < 1e-9)
    #expect(abs(CubicBezier.easeOut.progress(at: 0.5) - 0.6846431874274607) < 1e-9)
    #expect(abs(CubicBezier.easeInEaseOut.progress(at: 0.5) - 0.5) < 1e-12)
    #expect(abs(CubicBezier.systemDefault.progress(at: 0.5) - 0.8024033877399112) < 1e-9)
  }

  @Test("M1: progress starts at 0, ends at 1 and holds outside", arguments: 0 ..< 7)
  func ends(of index: Int) {
    let curve = Self.curves[index].curve
    #expect(curve.progress(at: -1) == 0)
    #expect(curve.progress(at: 0) == 0)
    #expect(curve.progress(at: 1) == 1)
    #expect(curve.progress(at: 2) == 1)
  }

  @Test("M1: the five curves never turn back", arguments: 0 ..< 5)
  func grows(of index: Int) {
    let curve = Self.curves[index].curve
    var last = 0.0
    for step in 1 ... 2_000 {
      let progress = curve.progress(at: Double(step) / 2_000)
      #expect(progress >= last)
      last = progress
    }
  }

  /// Returns a coordinate of the curve from 0 to 1, by de Casteljau's algorithm.
  private static func deCasteljau(_ first: Double, _ second: Double, at t: Double) -> Double {
    var values = [0, first, second, 1]
    while values.count > 1 {
      values = zip(values, values.dropFirst()).map { $0 + ($1 - $0) * t }
    }
    return values[0]
  }
}
