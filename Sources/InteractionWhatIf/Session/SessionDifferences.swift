import InteractionCore
import InteractionReplay
import InteractionTrace

/// The differences of one session under two versions, line by line.
enum SessionDifferences {
  /// The maximum number of events with differences.
  private static let maximumEvents = 20

  /// Returns a line for each event after which the versions differ, then the old version's
  /// directives with `-` and the new one's with `+`.
  ///
  /// - Parameter recorded: The version from which a resumed session is moved to the other two.
  static func lines(
    _ trace: Trace, recorded: Experience, old: Experience, new: Experience
  ) -> [String] {
    let start = trace.header.start
    let former = trace.session(of: recorded).session
    var sessions = (
      old: trace.session(of: old, from: former), new: trace.session(of: new, from: former)
    )
    var lines =
      FirstDifference(old: sessions.old.snapshot, new: sessions.new.snapshot).map { [$0.text] }
      ?? []
    var rest = 0
    var events = 0
    for step in trace.steps {
      let played = (old: sessions.old.handle(step.event), new: sessions.new.handle(step.event))
      guard !Directive.areSame(played.old, played.new) else { continue }
      events += 1
      guard events <= Self.maximumEvents else {
        rest += 1
        continue
      }
      lines.append("  \(TimelineText.line(step.event, since: start))")
      lines += played.old.map { "- \(TimelineText.line($0, since: start))" }
      lines += played.new.map { "+ \(TimelineText.line($0, since: start))" }
    }
    return lines + (rest > 0 ? ["and after \(ReportNumber.count(rest, "more event"))"] : [])
  }
}
