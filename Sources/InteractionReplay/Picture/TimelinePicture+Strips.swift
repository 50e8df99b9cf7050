import InteractionCore

// What else is moved: other lists, pages under a finger, fingers. Each has a strip of its own.

extension TimelinePicture {
  static let mostStrips = 6
  private static let stripHeight = 50.0

  /// What is worth a strip: whatever moves; without a list, every finger.
  static func strips(of movements: [Movement], beside list: Movement?) -> [Movement] {
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
      // Labels have a band of their own above the lines.
      let isLabelled = strip.runs.contains { !$0.label.isEmpty }
      let scale = Scale(
        values.lowerBound - room ... values.upperBound + room, from: bottom,
        to: isLabelled ? y + 15 : y)
      self.drawPanel(of: strip, from: y, to: bottom, into: &svg)
      if scale.values.contains(0) {
        svg.line(x1: Self.left, y1: scale(0), x2: Self.right, y2: scale(0), "grid")
      }
      let name = Lettering.fitted(strip.name, into: Self.left - 16)
      svg.text(name, x: Self.left - 8, y: (y + bottom) / 2 + 4, "name", anchor: .end)
      for line in strip.lines {
        let dots = line.map { Dot(x: self.time($0.time), y: scale($0.value)) }
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

  /// What the fingers touched, where there is room to say so.
  private func drawLabels(of strip: Movement, y: Double, into svg: inout SVG) {
    var taken = -Double.infinity
    for run in strip.runs {
      guard !run.label.isEmpty, let start = run.samples.first?.time else { continue }
      let x = self.time(start)
      let width = Lettering.width(run.label)
      guard x > taken, x + width < Self.right else { continue }
      svg.text(run.label, x: x, y: y, "fine")
      taken = x + width + 6
    }
  }

  /// The farthest values beside the strip.
  private func drawExtremes(of strip: Movement, on scale: Scale, into svg: inout SVG) {
    let values = strip.range
    guard values.extent > 10 else { return }
    for value in [values.lowerBound, values.upperBound] {
      svg.text(
        Lettering.number(value.rounded()), x: Self.right + 8, y: scale(value) + 4, "tick")
    }
  }

  /// How high everything is that moves, with the gaps between.
  var movedHeight: Double {
    (self.list == nil ? 0 : Self.chartHeight + 6)
      + Double(self.strips.count) * (Self.stripHeight + 6) - 6
  }

  /// The time, in seconds, below all that moves.
  func drawTimes(from top: Double, y: inout Double, into svg: inout SVG) {
    let isEmpty = self.list == nil && self.strips.isEmpty && self.marks.isEmpty
    guard !isEmpty || !self.directives.isEmpty else { return }
    let bottom = y > top ? y - 6 : y
    svg.line(x1: Self.left, y1: bottom, x2: Self.right, y2: bottom, "axis")
    for time in self.time.roundValues(atMost: 10) {
      let x = self.time(time)
      svg.line(x1: x, y1: bottom, x2: x, y2: bottom + 5, "axis")
      svg.text("\(Lettering.seconds(time)) s", x: x, y: bottom + 18, "tick", anchor: .middle)
    }
    y = bottom + 30
  }
}
