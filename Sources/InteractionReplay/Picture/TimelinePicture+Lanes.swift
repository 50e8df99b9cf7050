import InteractionCore
import InteractionTrace

// Every directive: a dot at its cause's time, a bar while it animates, and what it is.

extension TimelinePicture {
  private static let rowHeight = 19.0
  private static let mostRows = 12

  /// One row of a lane.
  private struct Row {
    var entries: [Entry] = []
    /// How far it is taken.
    var end = -Double.infinity
  }

  func drawLanes(y: inout Double, into svg: inout SVG) {
    let lanes = Lane.allCases.map { ($0, self.rows(of: $0)) }.filter { !$0.1.isEmpty }
    guard !lanes.isEmpty else { return }
    let heights = lanes.map { Double($0.1.count) * Self.rowHeight + 6 }
    self.drawGrid(from: y, to: y + heights.reduce(0, +), into: &svg)
    for ((lane, rows), height) in zip(lanes, heights) {
      svg.line(x1: Self.margin, y1: y, x2: Self.edge, y2: y, "rule")
      svg.text(
        lane.rawValue, x: Self.left - 10, y: y + 17, "lane \(lane.rawValue)", anchor: .end)
      for (index, row) in rows.enumerated() {
        let middle = y + 3 + (Double(index) + 0.5) * Self.rowHeight
        for entry in row.entries { entry.draw(middle: middle, into: &svg) }
      }
      y += height
    }
    svg.line(x1: Self.margin, y1: y, x2: Self.edge, y2: y, "rule")
  }

  /// The lane's directives in as many rows as they need so that none covers another. Where that
  /// would be too many, some have no label, and the last row takes the dots of the others.
  private func rows(of lane: Lane) -> [Row] {
    var rows: [Row] = []
    for directive in self.directives where directive.lane == lane {
      var entry = self.entry(for: directive)
      let labelled = rows.prefix(Self.mostRows - 1)
      var free = labelled.firstIndex { $0.end <= entry.extent.lowerBound }
      if free == nil, labelled.count == Self.mostRows - 1 {
        entry.label = ""
        free = labelled.firstIndex { $0.end <= entry.bare.lowerBound }
        if free == nil { entry.end = entry.x }
        entry.extent = entry.bare
      }
      let index = free ?? min(rows.count, Self.mostRows - 1)
      if index == rows.count { rows.append(Row()) }
      rows[index].entries.append(entry)
      rows[index].end = max(rows[index].end, entry.extent.upperBound)
    }
    return rows
  }

  private func entry(for directive: Directive) -> Entry {
    let start = max(self.trace.seconds(directive.at), 0)
    let duration = directive.timeline?.drawnEnd ?? 0
    let x = self.time(start)
    var entry = Entry(
      directive: directive, x: x, end: duration > 0 ? max(self.time(start + duration), x + 4) : x)
    let number = Lettering.width(entry.number + " ")
    let width = number + Lettering.width(entry.label)
    entry.labelX = entry.bare.upperBound + 1
    entry.extent = entry.bare.lowerBound ... entry.labelX + width + 6
    if entry.labelX + width <= Self.edge { return entry }
    // No room on the right: on the left, or in the bar.
    if x - 8 - width > Self.left {
      entry.labelX = x - 8
      entry.anchor = .end
      entry.extent = x - 14 - width ... entry.bare.upperBound
    } else {
      entry.labelX = x + 9
      entry.label = Lettering.fitted(entry.label, into: Self.edge - entry.labelX - number)
      entry.extent = entry.bare.lowerBound ... Self.edge
    }
    return entry
  }
}

/// A directive in its row.
private struct Entry {
  let directive: Directive
  let x: Double
  /// Where its bar ends.
  var end: Double
  var label: String
  var labelX: Double
  var anchor = SVG.Anchor.start
  /// Everything that it covers.
  var extent: ClosedRange<Double>

  init(directive: Directive, x: Double, end: Double) {
    self.directive = directive
    self.x = x
    self.end = end
    self.label = Lettering.fitted(directive.label, into: 260)
    self.labelX = x
    self.extent = x ... x
  }

  var number: String { "#\(self.directive.sequence)" }

  private var goesOn: Bool {
    self.end > self.x && self.directive.timeline?.goesOn ?? false
  }

  /// What it covers without its label.
  var bare: ClosedRange<Double> {
    self.x - 5 ... max(self.end + (self.goesOn ? 12 : 0), self.x + 4) + 4
  }

  func draw(middle y: Double, into svg: inout SVG) {
    let style = self.directive.lane.rawValue
    if self.end > self.x {
      svg.rect(
        x: self.x, y: y - 5.5, width: self.end - self.x, height: 11, "bar \(style)", radius: 3)
    }
    if self.goesOn { svg.arrow(x: self.end + 3, y: y, "arrow \(style)") }
    svg.circle(x: self.x, y: y, radius: 3.5, "dot \(style)")
    guard !self.label.isEmpty else { return }
    svg.text(
      self.label, x: self.labelX, y: y + 4, "label", anchor: self.anchor, before: self.number)
  }
}
