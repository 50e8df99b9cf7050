import InteractionCore
public import InteractionTrace

/// A readable timeline of a finished replay: its events and directives.
public enum ReplayTimeline {
  /// Returns events and directives in the order of their times. A run of samples becomes one line.
  public static func timeline(of trace: Trace, _ outcome: Replay.Outcome) -> [String] {
    let start = trace.header.start
    var lines: [(time: Instant, text: String)] = []
    var run: SampleRun?
    func endRun() {
      if let ended = run.take() { lines.append((ended.first.time, ended.line(since: start))) }
    }
    for step in trace.steps {
      if step.event.isSample {
        if run?.add(step.event) == true { continue }
        endRun()
        run = SampleRun(step.event)
      } else {
        endRun()
        lines.append((step.event.time, TimelineText.line(step.event, since: start)))
      }
    }
    endRun()
    for directive in outcome.directives {
      lines.append((directive.at, TimelineText.line(directive, since: start)))
    }
    // A stable sort: directives follow the events of the same time.
    let sorted = lines.enumerated().sorted { a, b in
      (a.element.time, a.offset) < (b.element.time, b.offset)
    }
    return sorted.map(\.element.text)
  }
}
