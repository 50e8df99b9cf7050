import InteractionCore

extension TrackCurve {
  /// When the drawn part starts and ends, s.
  private var start: Double { self.track.delay.seconds }
  private var end: Double { self.track.drawnEnd }

  /// How high a cell is, with the space below it.
  static let height = 106.0
  private static let plotHeight = 50.0

  /// Draws the cell of this track: what moves, from where to where, the curve, and its times.
  func draw(
    from left: Double, to right: Double, top: Double, over time: Scale, style: String,
    into svg: inout SVG
  ) {
    let width = right - left
    let property = "\(self.track.property)"
    let room = width - Lettering.width(property) - 4
    svg.text(
      property, x: left, y: top + 10, "property",
      before: Lettering.fitted(self.track.target.path, into: room))
    svg.text(self.values, x: left, y: top + 25, "fine")
    let rest = width - Lettering.width(self.values) - 6
    svg.text(self.manner(in: rest), x: right, y: top + 25, "fine", anchor: .end)
    let plot = (top: top + 32, bottom: top + 32 + Self.plotHeight)
    let value = Scale(self.range, from: plot.bottom - 6, to: plot.top + 6)
    svg.rect(
      x: left, y: plot.top, width: width, height: Self.plotHeight, "panel", radius: 3)
    for end in [self.track.keyframes.first?.value, self.track.keyframes.last?.value] {
      guard let end else { continue }
      svg.line(x1: left, y1: value(end), x2: right, y2: value(end), "level")
    }
    self.drawLine(over: time, on: value, style: style, into: &svg)
    self.drawTimes(from: left, to: right, y: plot.bottom, over: time, into: &svg)
  }

  private func drawLine(
    over time: Scale, on value: Scale, style: String, into svg: inout SVG
  ) {
    // What holds before and after, where something does.
    if self.start > 0, let first = self.track.value(at: .zero) {
      svg.line(
        x1: time(0), y1: value(first), x2: time(self.start), y2: value(first), "held \(style)")
    }
    if !self.track.goesOn, self.end < time.values.upperBound,
      let last = self.track.value(at: self.track.end)
    {
      svg.line(
        x1: time(self.end), y1: value(last), x2: time(time.values.upperBound), y2: value(last),
        "held \(style)")
    }
    let dots = self.samples.map { Dot(x: time($0.time), y: value($0.value)) }
    svg.polyline(dots, "curve \(style)")
    let isCrowded = self.keyframes.count > 12
    for keyframe in self.keyframes {
      svg.circle(
        x: time(keyframe.time), y: value(keyframe.value), radius: isCrowded ? 1.7 : 2.8,
        "dot \(style)")
    }
    if self.track.goesOn, let last = dots.last {
      svg.arrow(x: last.x + 5, y: last.y, "arrow \(style)")
    }
  }

  /// Ticks where it starts and where each iteration ends; labels as far as there is room.
  private func drawTimes(
    from left: Double, to right: Double, y: Double, over time: Scale, into svg: inout SVG
  ) {
    let first = self.start + self.track.duration.seconds
    for moment in Set([self.start, first, self.end]).sorted() {
      svg.line(x1: time(moment), y1: y, x2: time(moment), y2: y + 4, "axis")
    }
    let (start, end) = (Lettering.seconds(self.start), Lettering.seconds(first))
    let both = "\(start) – \(end) s"
    let widths = Lettering.width(start) + Lettering.width("\(end) s")
    let rest = self.repetition.isEmpty ? 0 : Lettering.width(self.repetition) + 6
    let limit = right - rest
    // The first one starts at its tick, the second one ends at its own.
    let (x1, x2) = (max(time(self.start) - 3, left), min(time(first) + 3, limit))
    if x2 - x1 >= widths + 8 {
      svg.text(start, x: x1, y: y + 15, "tick")
      svg.text("\(end) s", x: x2, y: y + 15, "tick", anchor: .end)
    } else {
      let width = Lettering.width(both)
      let middle = (time(self.start) + time(first) - width) / 2
      svg.text(both, x: min(max(middle, left), limit - width), y: y + 15, "tick")
    }
    if !self.repetition.isEmpty {
      svg.text(self.repetition, x: right, y: y + 15, "tick", anchor: .end)
    }
  }
}
