import InteractionCore
public import InteractionTrace

/// A readable timeline of a replay: what happened, and what came back.
public enum ReplayReport {
  /// Events and directives in the order of their times. Runs of samples become one line.
  public static func timeline(of trace: Trace, _ outcome: Replay.Outcome) -> [String] {
    let start = trace.header.start
    var lines: [(time: Instant, text: String)] = []
    var run: [Event] = []
    func closeRun() {
      guard let first = run.first, let last = run.last else { return }
      let line =
        run.count == 1
        ? TimelineText.line(first, since: start)
        : "\(TimelineText.line(first, since: start)) … \(Self.end(of: last)) (\(run.count) samples)"
      lines.append((first.time, line))
      run = []
    }
    for step in trace.steps {
      if let previous = run.last, !Self.belongs(step.event, with: previous) { closeRun() }
      if step.event.isSample {
        run.append(step.event)
      } else {
        lines.append((step.event.time, TimelineText.line(step.event, since: start)))
      }
    }
    closeRun()
    for directive in outcome.directives {
      lines.append((directive.at, TimelineText.line(directive, since: start)))
    }
    // A stable sort by hand: directives stand after the events of the same time.
    let sorted = lines.enumerated().sorted { a, b in
      (a.element.time, a.offset) < (b.element.time, b.offset)
    }
    return sorted.map(\.element.text)
  }

  private static func belongs(_ event: Event, with previous: Event) -> Bool {
    guard case .scroll(let a) = event.kind, case .scroll(let b) = previous.kind else {
      return false
    }
    return a.phase == b.phase && a.source == b.source && a.drag == b.drag
  }

  private static func end(of event: Event) -> String {
    guard case .scroll(let scroll) = event.kind else { return "" }
    return "y=\(TimelineText.number(scroll.y))"
  }
}
