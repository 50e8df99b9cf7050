import InteractionCore
import InteractionTrace

// The list's offset over time, with the lines at which something can be decided.

extension TimelinePicture {
  static let width = 1000.0
  static let margin = 20.0
  static let left = 100.0
  static let right = 932.0
  /// Where the last letter may stand.
  static let edge = 980.0
  static let chartHeight = 210.0

  /// What the chart shows, in words.
  var legend: String {
    guard let list else {
      let missing = self.missingStrips == 0 ? "" : ", \(self.missingStrips) more not drawn"
      return self.strips.isEmpty ? "" : "how far fingers move, in pt, shaded while down\(missing)"
    }
    let lines = self.offsets(of: list).isEmpty ? "" : "; dashed: where something can be decided"
    return "\(list.isSideways ? "x" : "y") offset of '\(list.name)' in pt,"
      + " shaded while a finger is down\(lines)"
  }

  func drawChart(y: inout Double, into svg: inout SVG) {
    guard let list else { return }
    let bottom = y + Self.chartHeight
    let values = list.range
    let room = max(values.extent * 0.08, 40)
    let scale = Scale(
      values.lowerBound - room ... max(values.upperBound, 100) + room, from: bottom, to: y)
    self.drawPanel(of: list, from: y, to: bottom, into: &svg)
    for value in scale.roundValues(atMost: 6) {
      svg.line(x1: Self.left, y1: scale(value), x2: Self.right, y2: scale(value), "grid")
      svg.text(
        Lettering.number(value), x: Self.left - 8, y: scale(value) + 4, "tick", anchor: .end)
    }
    self.drawTriggerLines(of: list, on: scale, into: &svg)
    for line in list.lines {
      svg.polyline(line.map { Dot(x: self.time($0.time), y: scale($0.value)) }, "offset")
    }
    self.drawDecisions(along: list, on: scale, into: &svg)
    y = bottom + 6
  }

  /// The ground of a movement, shaded while fingers are down.
  func drawPanel(
    of movement: Movement, from top: Double, to bottom: Double, into svg: inout SVG
  ) {
    svg.rect(
      x: Self.left, y: top, width: Self.right - Self.left, height: bottom - top, "panel", radius: 3)
    self.drawGrid(from: top, to: bottom, into: &svg)
    for touch in movement.touches {
      let (start, end) = (self.time(touch.start), self.time(touch.end))
      svg.rect(x: start, y: top, width: max(end - start, 1.5), height: bottom - top, "touch")
    }
  }

  /// A faint line for each of the axis's times.
  func drawGrid(from top: Double, to bottom: Double, into svg: inout SVG) {
    for time in self.time.roundValues(atMost: 10) {
      svg.line(x1: self.time(time), y1: top, x2: self.time(time), y2: bottom, "grid")
    }
  }

  /// The trigger lines of a list that moves up and down: they are about nothing else.
  private func offsets(of list: Movement) -> [Double] {
    guard case .list(let source) = list.subject, !list.isSideways else { return [] }
    return self.lines[source]?.offsets ?? []
  }

  /// The lines, and their offsets beside the chart, spread so that each can be read.
  private func drawTriggerLines(of list: Movement, on scale: Scale, into svg: inout SVG) {
    let offsets = self.offsets(of: list).filter(scale.values.contains).sorted(by: >)
    let most = Int(Self.chartHeight / 12)
    var places = offsets.prefix(most).map { scale($0) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + 12)
    }
    var floor = scale.start - 6
    for index in places.indices.reversed() {
      places[index] = min(places[index], floor)
      floor = places[index] - 12
    }
    for (index, offset) in offsets.enumerated() {
      svg.line(x1: Self.left, y1: scale(offset), x2: Self.right, y2: scale(offset), "trigger")
      guard index < places.count else { continue }
      svg.line(
        x1: Self.right, y1: scale(offset), x2: Self.right + 8, y2: places[index], "leader")
      svg.text(
        Lettering.number(offset), x: Self.right + 11, y: places[index] + 4, "triggerlabel")
    }
  }

  /// A dot on the line wherever the engine answered.
  private func drawDecisions(along list: Movement, on scale: Scale, into svg: inout SVG) {
    let samples = list.lines.flatMap(\.self)
    var next = 0
    for directive in self.directives {
      let time = self.trace.seconds(directive.at)
      while next < samples.count, samples[next].time < time { next += 1 }
      guard next < samples.count, time >= samples[0].time else { continue }
      let (b, a) = (samples[next], samples[max(next - 1, 0)])
      let part = b.time > a.time ? max((time - a.time) / (b.time - a.time), 0) : 1
      svg.circle(
        x: self.time(time), y: scale(a.value + (b.value - a.value) * part), radius: 3.2,
        "dot \(directive.lane.rawValue)")
    }
  }
}
