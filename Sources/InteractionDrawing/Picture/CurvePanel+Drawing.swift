import InteractionCore

extension CurvePanel {
  static let width = 225.0
  private static let plotHeight = 36.0
  private static let curveGap = 5.0
  private static let lineHeight = 13.0
  private static let fewestHeadingLines = 4

  /// Returns the height of the panel with the space below it, if each curve has at most `lines`
  /// lines of tracks.
  func height(lines: Int) -> Double {
    let curves = self.choreography.curves.indices
    let text = curves.reduce(self.constants(atMost: lines).count) {
      $0 + 1 + self.key(of: $1, atMost: lines).count
    }
    let heading = self.heading(atMost: max(lines, Self.fewestHeadingLines)).count
    return 6 + Double(text + heading) * Self.lineHeight
      + Double(curves.count) * (Self.plotHeight + 7 + Self.curveGap) + 12
  }

  func draw(x: Double, y: Double, lines: Int, into svg: inout SVG) {
    let style = self.choreography.lane.rawValue
    svg.rect(x: x, y: y, width: Self.width, height: 2, "dot \(style)", radius: 1)
    var y = y + 6
    func write(_ text: String, _ style: String) {
      y += Self.lineHeight
      svg.text(text, x: x, y: y - 2, style)
    }
    for line in self.heading(atMost: max(lines, Self.fewestHeadingLines)) { write(line, "heading") }
    for (index, track) in self.choreography.curves.enumerated() {
      if index > 0 { y += Self.curveGap }
      let curve = TrackCurve(track)
      write(curve.description(fitting: Self.width), "note")
      y += 3
      self.draw(curve, x: x, y: y, into: &svg)
      y += Self.plotHeight + 4
      for line in self.key(of: index, atMost: lines) { write(line, "key") }
    }
    for line in self.constants(atMost: lines) { write(line, "key") }
  }

  private func draw(_ curve: TrackCurve, x: Double, y: Double, into svg: inout SVG) {
    svg.rect(x: x, y: y, width: Self.width, height: Self.plotHeight, "panel", radius: 3)
    let right = x + Self.width
    let time = LinearScale(
      0 ... self.choreography.length, from: x + 6,
      to: right - (curve.track.continuesBeyondDrawing ? 20 : 6))
    let value = LinearScale(curve.range, from: y + Self.plotHeight - 5, to: y + 5)
    for end in [0.0, 1] where curve.range.contains(end) {
      svg.line(x1: x, y1: value(end), x2: right, y2: value(end), "level")
    }
    curve.draw(over: time, on: value, style: self.choreography.lane.rawValue, into: &svg)
  }
}

extension TrackCurve {
  fileprivate func draw(
    over time: LinearScale, on value: LinearScale, style: String, into svg: inout SVG
  ) {
    let start = self.track.delay.seconds
    // The values held before and after the animation.
    if start > 0, let first = self.track.value(at: .zero) {
      svg.line(
        x1: time(0), y1: value(first), x2: time(start), y2: value(first), "held \(style)")
    }
    if !self.track.continuesBeyondDrawing, self.track.drawnEnd < time.values.upperBound,
      let last = self.track.value(at: self.track.end)
    {
      svg.line(
        x1: time(self.track.drawnEnd), y1: value(last), x2: time(time.values.upperBound),
        y2: value(last), "held \(style)")
    }
    let dots = self.samples.map { PlotPoint(x: time($0.time), y: value($0.value)) }
    svg.polyline(dots, "curve \(style)")
    let isCrowded = self.keyframes.count > 12
    for keyframe in self.keyframes {
      svg.circle(
        x: time(keyframe.time), y: value(keyframe.value), radius: isCrowded ? 1.5 : 2.5,
        "dot \(style)")
    }
    if self.track.continuesBeyondDrawing, let last = dots.last {
      svg.arrow(x: last.x + 5, y: last.y, "arrow \(style)")
    }
  }
}
