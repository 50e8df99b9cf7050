import InteractionCore
import InteractionTrace

// The lanes: each directive as a dot at its cause's time, a bar for its animation, and a label.

extension TimelinePicture {
  private static let laneRowHeight = 15.0
  private static let laneGap = 5.0
  /// The maximum number of rows in one lane, and in all.
  private static let mostRowsOfLane = 18
  private static let mostLaneRows = 40

  /// The lanes with directives, top to bottom.
  var placedLanes: [(lane: DirectiveLane, rows: LabelRows<LaneGroup>)] {
    let lanes = DirectiveLane.allCases.map { ($0, self.groups(of: $0)) }.filter { !$0.1.isEmpty }
    // The lanes with the most rows are reduced until all fit.
    var placed = lanes.map { (lane: $0.0, rows: LabelRows($0.1, atMost: Self.mostRowsOfLane)) }
    while placed.reduce(0, { $0 + $1.rows.count }) > Self.mostLaneRows {
      let most = (placed.map(\.rows.count).max() ?? 1) - 1
      for index in placed.indices where placed[index].rows.count > most {
        placed[index].rows = LabelRows(lanes[index].1, atMost: most)
      }
    }
    return placed
  }

  func drawLanes(y: inout Double, into svg: inout SVG) {
    let lanes = self.placedLanes
    guard !lanes.isEmpty else { return }
    let height = lanes.reduce(0) {
      $0 + Double($1.rows.count) * Self.laneRowHeight + Self.laneGap
    }
    self.drawGrid(from: y, to: y + height, into: &svg)
    for (lane, rows) in lanes {
      let style = lane.rawValue
      svg.line(x1: Self.margin, y1: y, x2: Self.edge, y2: y, "rule")
      svg.text(style, x: Self.left - 10, y: y + 14, "lane \(style)", anchor: .end)
      for (group, row) in rows.placed {
        let middle = y + Self.laneGap / 2 + (Double(row) + 0.5) * Self.laneRowHeight
        group.draw(middle: middle, style: style, into: &svg)
      }
      y += Double(rows.count) * Self.laneRowHeight + Self.laneGap
    }
    svg.line(x1: Self.margin, y1: y, x2: Self.edge, y2: y, "rule")
  }

  private func groups(of lane: DirectiveLane) -> [LaneGroup] {
    self.directives.filter { $0.lane == lane }.map { directive in
      let start = max(self.trace.seconds(directive.at), 0)
      let duration = directive.timeline?.drawnEnd ?? 0
      let x = self.time(start)
      return LaneGroup(
        directive, from: x, to: duration > 0 ? max(self.time(start + duration), x + 4) : x)
    }
  }
}
