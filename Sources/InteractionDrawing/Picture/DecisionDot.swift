/// A dot on the chart's curve for a decision of the engine, with the numbers of its directives.
struct DecisionDot {
  let place: PlotPoint
  let lane: DirectiveLane
  private(set) var numbers: [UInt64]

  init(_ number: UInt64, in lane: DirectiveLane, at place: PlotPoint) {
    self.place = place
    self.lane = lane
    self.numbers = [number]
  }

  mutating func add(_ number: UInt64) {
    self.numbers.append(number)
  }

  var label: String { TextMetrics.span(of: self.numbers) }

  /// A dot with its label.
  struct Placed {
    let dot: DecisionDot
    /// The label's frame.
    let frame: Frame
    /// A Boolean value that indicates whether label and dot are not adjacent.
    let isFar: Bool
  }

  /// A rectangle of the picture.
  struct Frame {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    func overlaps(_ other: Frame) -> Bool {
      self.x.overlaps(other.x) && self.y.overlaps(other.y)
    }

    func contains(_ other: Frame) -> Bool {
      self.x.lowerBound <= other.x.lowerBound && other.x.upperBound <= self.x.upperBound
        && self.y.lowerBound <= other.y.lowerBound && other.y.upperBound <= self.y.upperBound
    }
  }

  /// Returns the labels of `dots`, left to right, within `bounds`. A dot without room for a label
  /// is merged with the previous label.
  static func placed(_ dots: [DecisionDot], in bounds: Frame) -> [Placed] {
    let marks = dots.map { $0.frame(width: 5, height: 5, dx: -2.5, dy: -2.5) }
    var placed: [Placed] = []
    for dot in dots {
      var dot = dot
      while true {
        let candidates = dot.candidates
        let free = candidates.first { label in
          bounds.contains(label.frame) && !placed.contains { $0.frame.overlaps(label.frame) }
            && !marks.contains { $0.overlaps(label.frame) }
        }
        if let free {
          placed.append(free)
          break
        }
        guard let last = placed.popLast() else {
          placed.append(candidates[0])
          break
        }
        let numbers = dot.numbers
        dot = last.dot
        dot.numbers += numbers
      }
    }
    return placed
  }

  /// The possible places of the label, best first.
  private var candidates: [Placed] {
    let width = TextMetrics.width(self.label, size: TextMetrics.small)
    let sides = [4, -width / 2, -width - 4]
    return [(-15.0, false), (4, false), (-30, true), (19, true), (-45, true), (34, true)].flatMap {
      (dy, isFar) in
      sides.map { dx in
        Placed(
          dot: self, frame: self.frame(width: width, height: 11, dx: dx, dy: dy), isFar: isFar)
      }
    }
  }

  private func frame(width: Double, height: Double, dx: Double, dy: Double) -> Frame {
    let (x, y) = (self.place.x + dx, self.place.y + dy)
    return Frame(x: x ... x + width, y: y ... y + height)
  }
}
