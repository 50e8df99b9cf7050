import InteractionCore
import InteractionTrace

// The marks: a label above the chart and a line into it for each event that is not a movement.

extension TimelinePicture {
  private static let mostMarkRows = 9
  private static let calmMarkRows = 4
  static let markRowHeight = 14.0

  /// An event's mark.
  struct Mark {
    /// The seconds since the session's start.
    let time: Double
    let label: String
  }

  /// The marks, last to first, with labels that do not overlap; if there are many, lines pass
  /// behind labels.
  var placedMarks: LabelRows<MarkGroup> {
    let marks = self.marks.reversed().map { MarkGroup(x: self.time($0.time), label: $0.label) }
    return LabelRows(marks, atMost: Self.mostMarkRows, stems: Self.calmMarkRows)
  }

  /// Draws lines through all movements, and the labels.
  func draw(_ placed: LabelRows<MarkGroup>, above top: Double, into svg: inout SVG) {
    let foot = max(top + self.movedHeight, top + 5)
    if placed.count > 0 {
      svg.text("events", x: Self.left - 10, y: top - 5, "name", anchor: .end)
    }
    for (group, row) in placed.placed {
      let head = top - Double(row + 1) * Self.markRowHeight + 1
      // Many lines would hide the movements.
      let end = group.places.count > 8 ? head + 4 : foot
      for x in group.places { svg.line(x1: x, y1: head, x2: x, y2: end, "mark") }
      guard let first = group.places.first, let last = group.places.last, last > first else {
        continue
      }
      svg.line(x1: first, y1: head, x2: last, y2: head, "mark")
    }
    for (group, row) in placed.placed {
      let bottom = top - Double(row) * Self.markRowHeight
      let label = group.labelRange
      let back = (label.lowerBound - 1, label.extent + 2)
      svg.rect(x: back.0, y: bottom - 13, width: back.1, height: 12, "back")
      svg.text(group.label, x: label.lowerBound, y: bottom - 4, "marklabel")
    }
  }
}

/// Marks under one label, which begins at the first of them. They are placed last to first; their
/// extents are mirrored, so that they ascend in this order.
struct MarkGroup: Labelled {
  let tally: LabelCounts
  /// The coordinates of the marks, ascending and distinct.
  let places: [Double]
  let label: String
  private let width: Double

  init(x: Double, label: String) {
    self.init(LabelCounts(label), at: [x])
  }

  private init(_ tally: LabelCounts, at places: [Double]) {
    self.tally = tally
    self.places = places
    self.label = tally.text(into: tally.count == 1 ? 170 : 240)
    self.width = TextMetrics.width(self.label)
  }

  /// The range of the label: to the right of its line, or to the left at the picture's edge.
  var labelRange: ClosedRange<Double> {
    let x = self.places[0]
    return x + 4 + self.width <= TimelinePicture.edge
      ? x + 4 ... x + 4 + self.width : x - 4 - self.width ... x - 4
  }

  var extent: ClosedRange<Double> {
    let end = max(self.labelRange.upperBound + 5, self.places[self.places.count - 1])
    return -end ... -min(self.places[0], self.labelRange.lowerBound - 5)
  }

  var count: Int { self.tally.count }

  func merged(with earlier: MarkGroup) -> MarkGroup {
    let isNear = earlier.places[earlier.places.count - 1] > self.places[0] - 1
    return MarkGroup(
      earlier.tally.followed(by: self.tally),
      at: earlier.places + (isNear ? self.places.dropFirst() : self.places[...]))
  }
}

extension Trace {
  /// The labelled events, in order.
  var marks: [TimelinePicture.Mark] {
    self.events.compactMap { event in
      event.kind.mark.map {
        TimelinePicture.Mark(time: max(self.seconds(event.time), 0), label: $0)
      }
    }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
