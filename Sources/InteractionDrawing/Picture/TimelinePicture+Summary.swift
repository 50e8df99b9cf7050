import InteractionCore
import InteractionTrace

// The summary: the counts, the legend, and what is omitted.

extension TimelinePicture {
  /// The summary in lines.
  var summary: [String] {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let samples = self.trace.events.count(where: \.isSample)
    let numbers = [
      counted(self.trace.steps.count, "event")
        + (samples > 0 ? ", \(samples) of them samples of movements" : ""),
      counted(self.directives.count, "directive"),
      "\(TextMetrics.number(self.trace.duration.seconds)) s",
    ]
    let legend = self.legend + self.omittedMovements
    let room = Self.edge - Self.margin
    return TextMetrics.lines(numbers, separator: " · ", into: room)
      + TextMetrics.lines(legend, separator: " · ", into: room, atMost: 3)
  }

  /// The legend of the signs that occur.
  private var legend: [String] {
    var words: [String] = []
    if let list {
      words.append("curve: \(list.isSideways ? "x" : "y") offset of '\(list.name)', pt")
      if !self.offsets(of: list).isEmpty {
        words.append("dashed: offsets at which something can be decided")
      }
    }
    if !self.strips.isEmpty {
      words.append("\(self.list == nil ? "curves" : "strips"): how far fingers and lists move, pt")
    }
    if self.list != nil || !self.strips.isEmpty { words.append("shaded: a finger is down") }
    if !self.time.breaks.isEmpty { words.append("grey: a pause, cut short") }
    if !self.directives.isEmpty {
      words.append("# and dot: a directive, where the engine decided; bar: it animates")
    }
    return words
  }

  /// The movements that are not drawn.
  private var omittedMovements: [String] {
    let names = self.missing.map { movement in
      movement.range.extent > 10 ? movement.name : "\(movement.name) (moves by less than 10 pt)"
    }
    guard !names.isEmpty else { return [] }
    let line = TextMetrics.lines(names, into: 500, atMost: 1)
    return ["not drawn: " + (line.first ?? "")]
  }
}
