import InteractionCore
import InteractionTrace

// What happened besides moving: a label above the chart, and a line down into it.

extension TimelinePicture {
  private static let mostRows = 7
  private static let calmRows = 4
  private static let rowHeight = 15.0

  /// Something that happened.
  struct Mark {
    /// Seconds from the session's start.
    let time: Double
    let label: String

    init(time: Double, label: String) {
      self.time = time
      self.label = Lettering.fitted(label, into: 170)
    }

    /// With the space around it.
    var width: Double { Lettering.width(self.label) + 10 }
  }

  /// The marks with their rows, counted from below; nil where there is no room for the label.
  struct PlacedMarks {
    var marks: [(x: Double, label: String, row: Int?)] = []
    var rows = 0
    var height: Double { Double(self.rows) * rowHeight }
  }

  /// The marks where their labels do not cover each other; in a crowd, lines pass behind them.
  var placedMarks: PlacedMarks {
    var placed = PlacedMarks()
    // From the last to the first: up to where each row is free of labels, and of lines too.
    var labels = Array(repeating: Double.infinity, count: Self.mostRows)
    var lines = Array(repeating: Double.infinity, count: Self.calmRows)
    for mark in self.marks.reversed() {
      let x = self.time(mark.time)
      let end = x + mark.width
      let row = lines.firstIndex { $0 >= end } ?? labels.firstIndex { $0 >= end }
      if let row {
        labels[row] = x
        // The line comes down from its own row.
        for crossed in lines.indices where crossed <= row { lines[crossed] = x }
        placed.rows = max(placed.rows, row + 1)
      }
      placed.marks.append((x, mark.label, row))
    }
    return placed
  }

  /// Lines down through all that moves, and their labels.
  func draw(_ placed: PlacedMarks, above top: Double, into svg: inout SVG) {
    let foot = max(top + self.movedHeight, top + 5)
    for mark in placed.marks {
      let height = mark.row.map { Double($0 + 1) * Self.rowHeight - 1 } ?? 0
      svg.line(x1: mark.x, y1: top - height, x2: mark.x, y2: foot, "mark")
    }
    for mark in placed.marks {
      guard let row = mark.row else { continue }
      let bottom = top - Double(row) * Self.rowHeight
      let width = Lettering.width(mark.label) + 2
      svg.rect(x: mark.x + 2, y: bottom - 15, width: width, height: 13, "back")
      svg.text(mark.label, x: mark.x + 4, y: bottom - 5, "marklabel")
    }
  }
}

extension Trace {
  /// What the picture labels, in order.
  var marks: [TimelinePicture.Mark] {
    self.events.compactMap { event in
      event.kind.mark.map {
        TimelinePicture.Mark(time: max(self.seconds(event.time), 0), label: $0)
      }
    }.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }
}
