public import InteractionCore
import Synchronization

/// The live timeline of a replay: its events and directives.
public final class LiveTimeline: Sendable {
  /// True if a movement's samples are printed, as one line at its end.
  private let showsSamples: Bool
  private let start: Instant
  private let print: @Sendable (String) -> Void
  private let pendingSamples = Mutex<SampleRun?>(nil)

  public init(
    since start: Instant, showsSamples: Bool, print: @escaping @Sendable (String) -> Void
  ) {
    self.start = start
    self.showsSamples = showsSamples
    self.print = print
  }

  public func add(_ moment: Replay.Step) {
    self.pendingSamples.withLock { run in
      switch moment {
      case .event(let event) where event.isSample:
        guard self.showsSamples, run?.add(event) != true else { return }
        self.end(&run)
        run = SampleRun(event)
      case .event(let event):
        self.end(&run)
        self.print(TimelineText.line(event, since: self.start))
      case .directive(let directive):
        self.end(&run)
        self.print(TimelineText.line(directive, since: self.start))
      }
    }
  }

  /// Prints the pending line, since the replay has ended.
  public func finish() {
    self.pendingSamples.withLock { self.end(&$0) }
  }

  private func end(_ run: inout SampleRun?) {
    if let ended = run.take() { self.print(ended.line(since: self.start)) }
  }
}
