import InteractionCore

/// Directives of a lane under one label: dots, bars for animations, and a description.
struct LaneGroup: Labelled {
  /// A directive's mark.
  struct Mark {
    let x: Double
    /// The end of its bar; `x` if it has none.
    let end: Double
    let goesOn: Bool
  }

  let tally: LabelCounts
  let numbers: [UInt64]
  /// The distinguishable marks.
  private(set) var marks: [Mark]
  /// A Boolean value that indicates whether the marks are drawn as one bar.
  private let isCrowd: Bool
  let number: String
  let label: String
  /// The range of number and label.
  let labelRange: ClosedRange<Double>
  let extent: ClosedRange<Double>

  private static let widest = 260.0
  private static let widestOfMany = 240.0
  private static let narrowestOfMany = 50.0

  init(_ directive: Directive, from x: Double, to end: Double) {
    let goesOn = end > x && directive.timeline?.goesOn ?? false
    self.init(
      LabelCounts(directive.label), numbers: [directive.sequence],
      marks: [Mark(x: x, end: end, goesOn: goesOn)])
  }

  private init(_ tally: LabelCounts, numbers: [UInt64], marks: [Mark]) {
    self.tally = tally
    self.numbers = numbers
    self.marks = marks
    self.number = TextMetrics.span(of: numbers)
    let start = marks.map(\.x).min() ?? 0
    let end = marks.map { max($0.end + ($0.goesOn ? 12 : 0), $0.x + 4) }.max() ?? start
    let (left, right) = (TimelinePicture.left, TimelinePicture.edge)
    let numberWidth = TextMetrics.width(self.number + " ")
    // Merged labels are limited to the room on their right, since neighbours are on their left.
    let free = right - end - 5 - numberWidth
    let room =
      tally.count == 1 || free < Self.narrowestOfMany ? Self.widest : min(free, Self.widestOfMany)
    var label = tally.text(into: room, isCounted: true)
    let width = numberWidth + TextMetrics.width(label)
    self.isCrowd = marks.count > 6
    if self.isCrowd, end - start > width + 18 {
      self.labelRange = start + 9 ... start + 9 + width
    } else if end + 5 + width <= right {
      self.labelRange = end + 5 ... end + 5 + width
    } else if start - 8 - width >= left {
      self.labelRange = start - 8 - width ... start - 8
    } else {
      // Without room on either side, the label is drawn over the bar.
      let x = max(min(start + 9, right - width), left + 4)
      label = TextMetrics.fitted(label, into: right - x - numberWidth)
      self.labelRange = x ... x + numberWidth + TextMetrics.width(label)
    }
    self.label = label
    self.extent =
      min(start - 5, self.labelRange.lowerBound - 6) ... max(end, self.labelRange.upperBound) + 4
  }

  var count: Int { self.tally.count }

  func merged(with next: LaneGroup) -> LaneGroup {
    let last = self.marks[self.marks.count - 1]
    // Dots at the same place are drawn once.
    let others = next.marks.filter { $0.x - last.x > 1 || $0.end > $0.x || $0.goesOn }
    return LaneGroup(
      self.tally.followed(by: next.tally), numbers: (self.numbers + next.numbers).sorted(),
      marks: self.marks + others)
  }

  func draw(middle y: Double, style: String, into svg: inout SVG) {
    if let first = self.marks.map(\.x).min(), let last = self.marks.map(\.x).max(), last > first {
      if self.isCrowd {
        svg.rect(x: first, y: y - 5, width: last - first, height: 10, "bar \(style)", radius: 3)
      } else {
        svg.line(x1: first, y1: y, x2: last, y2: y, "held \(style)")
      }
    }
    for mark in self.isCrowd ? Array(self.marks.prefix(1)) : self.marks {
      if mark.end > mark.x {
        svg.rect(
          x: mark.x, y: y - 5, width: mark.end - mark.x, height: 10, "bar \(style)", radius: 3)
      }
      if mark.goesOn { svg.arrow(x: mark.end + 3, y: y, "arrow \(style)") }
      svg.circle(x: mark.x, y: y, radius: 3.2, "dot \(style)")
    }
    if self.isCrowd {
      let text = "\(self.number) \(self.label)"
      svg.text(text, x: self.labelRange.lowerBound, y: y + 4, "crowd")
    } else {
      svg.text(self.label, x: self.labelRange.lowerBound, y: y + 4, "label", before: self.number)
    }
  }
}
