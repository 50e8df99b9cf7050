public import InteractionCore
public import InteractionTrace

/// A picture of a session: movements and events over time, below them every directive in its lane,
/// and the curve of every track.
public struct TimelinePicture {
  let trace: Trace
  let directives: [Directive]
  let lines: [SourceID: TriggerLines]
  /// The list in the large chart: the one with the most samples.
  let list: DrawnMovement?
  /// The movements in strips.
  let strips: [DrawnMovement]
  /// The movements that are not drawn.
  let missing: [DrawnMovement]
  /// The other events, with their times.
  let marks: [Mark]
  /// The axis of session time, s.
  let time: TimeAxis

  /// Creates the picture of `trace` with `directives`.
  ///
  /// - Parameter lines: The trigger lines by list; those of the list with the most samples are
  ///   drawn.
  public init(
    _ trace: Trace, directives: [Directive], lines: [SourceID: TriggerLines]
  ) {
    self.trace = trace
    self.directives = directives
    self.lines = lines
    let movements = trace.movements
    let lists = movements.filter { if case .list = $0.subject { true } else { false } }
    let list = lists.max { ($0.samples, $1.name) < ($1.samples, $0.name) }
    let strips = Self.strips(of: movements, beside: list)
    self.list = list
    self.strips = Array(strips.prefix(Self.mostStrips))
    let drawn = Set(([list].compactMap(\.self) + self.strips).map(\.subject))
    self.missing = movements.filter { !drawn.contains($0.subject) }
    self.marks = trace.marks
    let animations = directives.map { directive in
      let start = max(trace.seconds(directive.at), 0)
      return start ... start + (directive.timeline?.drawnEnd ?? 0)
    }
    self.time = Self.time(
      of: movements.flatMap(\.busy) + animations + self.marks.map { $0.time ... $0.time })
  }

  /// Returns a time axis for a session with activity in the ranges `busy`.
  private static func time(of busy: [ClosedRange<Double>]) -> TimeAxis {
    let end = max((busy.map(\.upperBound).max() ?? 0) * 1.02, 0.4)
    return TimeAxis(busy, upTo: end, from: Self.left, to: Self.right)
  }

  /// The picture as an SVG document.
  public var svg: String {
    var svg = SVG(width: Self.width)
    let experience = self.trace.header.experience
    let title = TextMetrics.fitted(experience, into: Self.edge - Self.margin, size: 19)
    svg.text(title, x: Self.margin, y: 34, "title")
    var y = 53.0
    for line in self.summary {
      svg.text(line, x: Self.margin, y: y, "note")
      y += 15
    }
    let marks = self.placedMarks
    let top = y - 4 + Double(marks.count) * Self.markRowHeight
    y = top
    self.drawChart(y: &y, into: &svg)
    self.drawStrips(y: &y, into: &svg)
    self.drawTimes(from: top, y: &y, into: &svg)
    self.draw(marks, above: top, into: &svg)
    self.drawLanes(y: &y, into: &svg)
    self.drawCurves(y: &y, into: &svg)
    return svg.document(
      height: y + 12, title: "Session timeline: \(experience)", styles: Self.styles)
  }
}
