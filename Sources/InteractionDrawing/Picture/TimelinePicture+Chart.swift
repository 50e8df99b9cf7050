import InteractionCore
import InteractionTrace

// The chart: the list's offset over time, with its trigger lines.

extension TimelinePicture {
  static let width = 1000.0
  static let margin = 20.0
  static let left = 100.0
  static let right = 932.0
  /// The right edge for texts.
  static let edge = 980.0
  static let chartHeight = 160.0

  func drawChart(y: inout Double, into svg: inout SVG) {
    guard let list else { return }
    let bottom = y + Self.chartHeight
    let values = list.range
    let room = max(values.extent * 0.08, 40)
    let scale = LinearScale(
      values.lowerBound - room ... max(values.upperBound, 100) + room, from: bottom, to: y)
    self.drawPanel(of: list, from: y, to: bottom, into: &svg)
    for value in scale.roundValues(atMost: 6) {
      svg.line(x1: Self.left, y1: scale(value), x2: Self.right, y2: scale(value), "grid")
      svg.text(
        TextMetrics.number(value), x: Self.left - 8, y: scale(value) + 4, "tick", anchor: .end)
    }
    self.drawTriggerLines(of: list, on: scale, into: &svg)
    for line in list.lines {
      svg.polyline(line.map { PlotPoint(x: self.time($0.time), y: scale($0.value)) }, "offset")
    }
    self.drawDecisions(along: list, on: scale, into: &svg)
    y = bottom + 6
  }

  /// Draws the background of a movement, shaded while fingers are down.
  func drawPanel(
    of movement: DrawnMovement, from top: Double, to bottom: Double, into svg: inout SVG
  ) {
    svg.rect(
      x: Self.left, y: top, width: Self.right - Self.left, height: bottom - top, "panel", radius: 3)
    self.drawGrid(from: top, to: bottom, into: &svg)
    for touch in movement.touches {
      let (start, end) = (self.time(touch.start), self.time(touch.end))
      svg.rect(x: start, y: top, width: max(end - start, 1.5), height: bottom - top, "touch")
    }
  }

  /// Draws a faint line for each round time.
  func drawGrid(from top: Double, to bottom: Double, into svg: inout SVG) {
    for time in self.time.roundTimes {
      svg.line(x1: self.time(time), y1: top, x2: self.time(time), y2: bottom, "grid")
    }
    for place in self.time.breaks.map(\.place) {
      svg.rect(
        x: place.lowerBound + 5, y: top, width: place.extent - 10, height: bottom - top, "break")
    }
  }

  /// Returns the trigger lines of a vertical list; others have none.
  func offsets(of list: DrawnMovement) -> [Double] {
    guard case .list(let source) = list.subject, !list.isSideways else { return [] }
    return self.lines[source]?.offsets ?? []
  }

  /// Draws the trigger lines, with labels spread beside the chart. If there are too many,
  /// neighbours share a label: `456 +2` is that line and the next two.
  private func drawTriggerLines(of list: DrawnMovement, on scale: LinearScale, into svg: inout SVG)
  {
    let offsets = self.offsets(of: list).filter(scale.values.contains).sorted(by: >)
    let most = Int(Self.chartHeight / 12)
    let size = (offsets.count + most - 1) / most
    let groups = stride(from: 0, to: offsets.count, by: max(size, 1)).map {
      offsets[$0 ..< min($0 + size, offsets.count)]
    }
    var places = groups.map { scale($0[$0.startIndex]) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + 12)
    }
    var floor = scale.start - 6
    for index in places.indices.reversed() {
      places[index] = min(places[index], floor)
      floor = places[index] - 12
    }
    for (group, place) in zip(groups, places) {
      let first = group[group.startIndex]
      for offset in group {
        svg.line(x1: Self.left, y1: scale(offset), x2: Self.right, y2: scale(offset), "trigger")
      }
      svg.line(x1: Self.right, y1: scale(first), x2: Self.right + 8, y2: place, "leader")
      let label = TextMetrics.number(first) + (group.count > 1 ? " +\(group.count - 1)" : "")
      svg.text(
        TextMetrics.fitted(label, into: Self.width - Self.right - 13), x: Self.right + 11,
        y: place + 4, "triggerlabel")
    }
  }

  /// Draws a dot with a number on the curve for each directive.
  private func drawDecisions(along list: DrawnMovement, on scale: LinearScale, into svg: inout SVG)
  {
    let dots = self.decisions(along: list, on: scale)
    for dot in dots {
      svg.circle(x: dot.place.x, y: dot.place.y, radius: 3, "dot \(dot.lane.rawValue)")
    }
    let bounds = DecisionDot.Frame(
      x: Self.left ... Self.right, y: scale.end + 1 ... scale.start - 1)
    for label in DecisionDot.placed(dots, in: bounds) {
      if label.isFar {
        let (place, frame) = (label.dot.place, label.frame)
        svg.line(
          x1: place.x, y1: place.y, x2: (frame.x.lowerBound + frame.x.upperBound) / 2,
          y2: frame.y.lowerBound < place.y ? frame.y.upperBound : frame.y.lowerBound,
          "lead \(label.dot.lane.rawValue)")
      }
      svg.text(
        label.dot.label, x: label.frame.x.lowerBound, y: label.frame.y.upperBound - 2,
        "number \(label.dot.lane.rawValue)")
    }
  }

  /// Returns the dots, left to right, merged if they are at the same place.
  private func decisions(along list: DrawnMovement, on scale: LinearScale) -> [DecisionDot] {
    let samples = list.lines.flatMap(\.self)
    var dots: [DecisionDot] = []
    var next = 0
    for directive in self.directives {
      let time = self.trace.seconds(directive.at)
      while next < samples.count, samples[next].time < time { next += 1 }
      guard next < samples.count, time >= samples[0].time else { continue }
      let (b, a) = (samples[next], samples[max(next - 1, 0)])
      let part = b.time > a.time ? max((time - a.time) / (b.time - a.time), 0) : 1
      let place = PlotPoint(x: self.time(time), y: scale(a.value + (b.value - a.value) * part))
      if let last = dots.last, abs(last.place.x - place.x) < 2, abs(last.place.y - place.y) < 2 {
        dots[dots.count - 1].add(directive.sequence)
      } else {
        dots.append(DecisionDot(directive.sequence, in: directive.lane, at: place))
      }
    }
    return dots
  }
}
