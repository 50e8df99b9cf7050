public import InteractionCore
public import InteractionTrace

/// A session as a picture: what was moved over time and what else happened, below it every
/// directive in its lane, and the curve of every track that they play.
public struct TimelinePicture {
  let trace: Trace
  let directives: [Directive]
  let lines: [SourceID: TriggerLines]
  /// The list that is drawn large: the one with the most samples.
  let list: Movement?
  /// What else is moved, drawn small.
  let strips: [Movement]
  /// How many more there are that are not drawn.
  let missingStrips: Int
  /// What else happened, and when.
  let marks: [Mark]
  /// Session time, s.
  let time: Scale

  /// A picture of `trace` and of the directives that it led to.
  ///
  /// - Parameter lines: Trigger lines by list; the list with the most samples is drawn.
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
    self.missingStrips = strips.count - self.strips.count
    self.marks = trace.marks
    self.time = Self.time(
      upTo: ([list].compactMap(\.self) + self.strips).compactMap(\.end)
        + directives.map { directive in
          trace.seconds(directive.at) + (directive.timeline?.drawnEnd ?? 0)
        },
      marks: self.marks)
  }

  /// A time axis for movements and directives that end at `ends`, with room for the marks' labels.
  private static func time(upTo ends: [Double], marks: [Mark]) -> Scale {
    let width = Self.right - Self.left
    var end = max((ends.max() ?? 0) * 1.02, 0.4)
    for mark in marks {
      end = max(end, mark.time * width / (Self.edge - Self.left - mark.width))
    }
    return Scale(0 ... end, from: Self.left, to: Self.right)
  }

  /// The picture as an SVG document.
  public var svg: String {
    var svg = SVG(width: Self.width)
    let experience = self.trace.header.experience
    let title = Lettering.fitted(experience, into: Self.edge - Self.margin, size: 19)
    svg.text(title, x: Self.margin, y: 36, "title")
    svg.text(self.summary, x: Self.margin, y: 56, "note")
    let marks = self.placedMarks
    let top = 70 + marks.height
    var y = top
    self.drawChart(y: &y, into: &svg)
    self.drawStrips(y: &y, into: &svg)
    self.drawTimes(from: top, y: &y, into: &svg)
    self.draw(marks, above: top, into: &svg)
    self.drawLanes(y: &y, into: &svg)
    self.drawCurves(y: &y, into: &svg)
    return svg.document(
      height: y + 12, title: "Session timeline: \(experience)", styles: Self.styles)
  }

  private var summary: String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    return [
      counted(self.trace.steps.count, "event"), counted(self.directives.count, "directive"),
      "\(Lettering.number(self.trace.duration.seconds)) s", self.legend,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
