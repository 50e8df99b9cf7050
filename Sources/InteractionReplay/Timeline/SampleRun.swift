import InteractionCore

/// Consecutive samples of one movement: one line of a timeline.
struct SampleRun: Hashable, Sendable {
  let first: InteractionEvent
  private var last: InteractionEvent
  private var count = 1

  init(_ first: InteractionEvent) {
    (self.first, self.last) = (first, first)
  }

  /// Adds a sample. Returns false if it belongs to another movement.
  mutating func add(_ event: InteractionEvent) -> Bool {
    guard case .scroll(let a) = event.kind, case .scroll(let b) = self.last.kind,
      a.phase == b.phase, a.source == b.source, a.drag == b.drag
    else { return false }
    self.last = event
    self.count += 1
    return true
  }

  func line(since start: Instant) -> String {
    let line = TimelineText.line(self.first, since: start)
    guard self.count > 1, case .scroll(let scroll) = self.last.kind else { return line }
    return "\(line) … y=\(TimelineText.number(scroll.y)) (\(self.count) samples)"
  }
}
