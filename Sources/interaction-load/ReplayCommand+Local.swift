import InteractionCommandLine
import InteractionCore
import InteractionReplay
import InteractionTrace

/// Local replay of recordings that contain their experience.
extension ReplayCommand {
  /// Replays a recording in this process. Returns whether it differs or cannot be replayed.
  func replayLocally(_ trace: Trace, from file: String) -> Bool {
    do {
      let answered = try LocalReplay(trace).answered
      if !self.quiet { self.printTimeline(of: answered) }
      let comparison = LocalReplay.comparison(of: trace, with: answered)
      let count = "\(comparison.receivedCount) directives"
      guard !comparison.differences.isEmpty else {
        Console.line("\(file): \(count), all as recorded (by the experience in it)")
        return false
      }
      for line in comparison.report(on: file, since: trace.header.start) { Console.line(line) }
      return true
    } catch {
      Console.error(
        "interaction-load: \(file): \(error); omit --local to replay against an engine")
      return true
    }
  }

  private func printTimeline(of trace: Trace) {
    let start = trace.header.start
    for directive in trace.opening { Console.line(TimelineText.line(directive, since: start)) }
    for step in trace.steps {
      if !step.event.isSample { Console.line(TimelineText.line(step.event, since: start)) }
      for directive in step.directives { Console.line(TimelineText.line(directive, since: start)) }
    }
  }
}
