import InteractionCore

// The strips: smaller charts of other lists, of pages under a finger, and of fingers.

extension TimelinePicture {
  static let mostStrips = 5
  private static let stripHeight = 42.0

  /// Returns the movements that get a strip: those of more than a few points and, without a list,
  /// those of every finger.
  static func strips(of movements: [DrawnMovement], beside list: DrawnMovement?) -> [DrawnMovement]
  {
    movements.filter { movement in
      if movement.subject == list?.subject { return false }
      if case .touch = movement.subject, list == nil { return true }
      return movement.range.extent > 10
    }
  }

  func drawStrips(y: inout Double, into svg: inout SVG) {
    for strip in self.strips {
      let bottom = y + Self.stripHeight
      let values = strip.range
      let room = max(values.extent * 0.12, 3)
      // Labels have their own band above the lines.
      let isLabelled = strip.runs.contains { !$0.label.isEmpty }
      let scale = LinearScale(
        values.lowerBound - room ... values.upperBound + room, from: bottom,
        to: isLabelled ? y + 15 : y)
      self.drawPanel(of: strip, from: y, to: bottom, into: &svg)
      if scale.values.contains(0) {
        svg.line(x1: Self.left, y1: scale(0), x2: Self.right, y2: scale(0), "grid")
      }
      let name = TextMetrics.fitted(strip.name, into: Self.left - 16)
      svg.text(name, x: Self.left - 8, y: (y + bottom) / 2 + 4, "name", anchor: .end)
      for line in strip.lines {
        let dots = line.map { PlotPoint(x: self.time($0.time), y: scale($0.value)) }
        svg.polyline(dots, "offset")
        for end in [dots.first, dots.last] {
          if let end { svg.circle(x: end.x, y: end.y, radius: 2.2, "end") }
        }
      }
      self.drawLabels(of: strip, y: y + 12, into: &svg)
      self.drawExtremes(of: strip, on: scale, into: &svg)
      y = bottom + 6
    }
  }

  /// Draws the touched targets.
  private func drawLabels(of strip: DrawnMovement, y: Double, into svg: inout SVG) {
    let labels = strip.runs.compactMap { run -> StripLabel? in
      guard !run.label.isEmpty, let start = run.samples.first?.time else { return nil }
      return StripLabel(run.label, at: self.time(start))
    }.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
    for label in LabelRows(labels, atMost: 1).placed.map(\.item) {
      svg.text(label.text, x: label.extent.lowerBound, y: y, "fine")
    }
  }

  /// Draws the extreme values beside the strip.
  private func drawExtremes(of strip: DrawnMovement, on scale: LinearScale, into svg: inout SVG) {
    let values = strip.range
    guard values.extent > 10 else { return }
    for value in [values.lowerBound, values.upperBound] {
      svg.text(
        TextMetrics.number(value.rounded()), x: Self.right + 8, y: scale(value) + 4, "tick")
    }
  }

  /// The height of all movements, with the gaps between them.
  var movedHeight: Double {
    (self.list == nil ? 0 : Self.chartHeight + 6)
      + Double(self.strips.count) * (Self.stripHeight + 6) - 6
  }

  /// Draws the time axis, in seconds, below the movements.
  func drawTimes(from top: Double, y: inout Double, into svg: inout SVG) {
    let isEmpty = self.list == nil && self.strips.isEmpty && self.marks.isEmpty
    guard !isEmpty || !self.directives.isEmpty else { return }
    let bottom = y > top ? y - 6 : y
    svg.line(x1: Self.left, y1: bottom, x2: Self.right, y2: bottom, "axis")
    var labels: [ClosedRange<Double>] = []
    func label(_ text: String, at x: Double, _ style: String) {
      let half = TextMetrics.width(text) / 2 + 3
      guard !labels.contains(where: { $0.overlaps(x - half ... x + half) }) else { return }
      svg.text(text, x: x, y: bottom + 17, style, anchor: .middle)
      labels.append(x - half ... x + half)
    }
    for cut in self.time.breaks {
      let middle = (cut.place.lowerBound + cut.place.upperBound) / 2
      label(
        "\(TextMetrics.number((cut.pause.extent * 10).rounded() / 10)) s cut", at: middle, "cut")
    }
    for time in self.time.roundTimes {
      let x = self.time(time)
      svg.line(x1: x, y1: bottom, x2: x, y2: bottom + 5, "axis")
      label("\(TextMetrics.seconds(time)) s", at: x, "tick")
    }
    y = bottom + 27
  }
}

/// The label of a touched target, at the touch.
private struct StripLabel: Labelled {
  private let tally: LabelCounts
  private let x: Double
  let text: String
  let extent: ClosedRange<Double>

  var count: Int { self.tally.count }

  init(_ label: String, at x: Double) {
    self.init(LabelCounts(label), at: x)
  }

  private init(_ tally: LabelCounts, at x: Double) {
    self.tally = tally
    self.x = x
    self.text = tally.text(into: 200)
    let width = TextMetrics.width(self.text)
    let start = min(x, TimelinePicture.right - width - 8)
    self.extent = start ... start + width + 8
  }

  func merged(with next: StripLabel) -> StripLabel {
    StripLabel(self.tally.followed(by: next.tally), at: self.x)
  }
}
