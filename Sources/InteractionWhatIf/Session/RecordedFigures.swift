package import InteractionCore
package import InteractionTrace

extension Trace {
  /// Returns the figures of the recorded directives, without a replay.
  ///
  /// - Parameter version: The version that the session was recorded with.
  package func recordedFigures(of version: Experience) -> FigureValues {
    let start = self.session(of: version).session
    var counter = FigureCounter(start.snapshot, at: self.header.start)
    for step in self.steps {
      for directive in step.directives {
        counter.count(directive, cause: step.event.kind.label)
      }
    }
    return counter.values(until: self.header.start + self.duration)
  }
}

extension FigureValues {
  /// Adds the figures of the session's next connection.
  ///
  /// - Parameter pause: The time from the session's opening to that of the connection.
  package mutating func addConnection(_ next: FigureValues, after pause: TimeSpan) {
    var next = next
    if self[.sessionsWithRocket] != nil {
      next[.sessionsWithRocket] = nil
      next[.firstRocket] = nil
    } else if let first = next[.firstRocket] {
      next[.firstRocket] = first + Swift.max(pause, .zero).microseconds
    }
    self.add(next)
  }
}
