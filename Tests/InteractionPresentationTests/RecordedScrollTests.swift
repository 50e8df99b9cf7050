import Foundation
import InteractionCore
import InteractionPresentation
import InteractionTrace
import Testing

/// The recordings of a real browser, converted back to callbacks: the
/// reporter must reproduce the recordings byte for byte.
@Suite("The scroll reporter and recorded sessions")
struct RecordedScrollTests {
  static let sessions = ["browser-browse", "browser-flings", "browser-pulldown"]

  /// A callback of the browser with its time.
  private struct Call {
    var callback: ScrollCallback
    var scroll: Scroll
  }

  /// Returns the callbacks from which an event was made.
  private func calls(_ scroll: Scroll) throws -> [Call] {
    let callbacks: [ScrollCallback] =
      switch scroll.phase {
      case .began: [.willBeginDragging]
      case .moved, .decelerating: [.didScroll]
      case .ended:
        [
          .willEndDragging(velocity: try Self.perMillisecond(#require(scroll.velocity))),
          .didEndDragging(willDecelerate: true), .willBeginDecelerating,
        ]
      case .settled: [.didEndDecelerating]
      case .cancelled: [.didCancelDragging(willDecelerate: false)]
      case .programmaticBegan, .programmaticMoved, .programmaticEnded: []
      }
    return callbacks.map { Call(callback: $0, scroll: scroll) }
  }

  /// Returns the velocity in pt/ms from which the recorded velocity, in pt/s, was made.
  private static func perMillisecond(_ velocity: Double) throws -> Double {
    let near = velocity / 1_000
    return try #require([near, near.nextUp, near.nextDown].first { $0 * 1_000 == velocity })
  }

  private func recorded(_ name: String) throws -> Trace {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Trace(file: tests.appending(path: "Traces/recorded/\(name).txt"))
  }

  /// Returns the trace as the reporter reports it, without directives.
  private func reported(
    _ trace: Trace, _ change: (inout Call) -> Void = { _ in }
  ) throws -> Trace {
    var reporter = ScrollReporter(SourceID("home"), after: 0)
    var reported = Trace(header: trace.header, steps: [])
    func append(_ kind: InteractionEvent.Kind, at time: Instant) {
      let event = InteractionEvent(
        sequence: UInt64(reported.steps.count) + 1, time: time, kind: kind)
      reported.steps.append(Trace.Step(event: event))
    }
    for step in trace.steps {
      guard case .scroll(let scroll) = step.event.kind else {
        append(step.event.kind, at: step.event.time)
        continue
      }
      for var call in try self.calls(scroll) {
        change(&call)
        let place = ScrollGeometry(contentOffset: Point(x: call.scroll.x, y: call.scroll.y))
        for kind in reporter.receive(call.callback, at: place) {
          append(kind, at: step.event.time)
        }
      }
    }
    return reported
  }

  private func bare(_ trace: Trace) -> Trace {
    Trace(
      header: trace.header, steps: trace.steps.map { Trace.Step(event: $0.event) })
  }

  @Test("events are equal byte for byte, as text and as messages", arguments: sessions)
  func equal(name: String) throws {
    let recorded = self.bare(try self.recorded(name))
    let reported = try self.reported(recorded)
    #expect(recorded.steps.count > 200)
    #expect(reported.text == recorded.text)
    #expect(try reported.binary == recorded.binary)
  }

  @Test(
    "a drag without its start, another unit and another end are other bytes", arguments: sessions)
  func differs(name: String) throws {
    let recorded = self.bare(try self.recorded(name))
    let faults: [(inout Call) -> Void] = [
      { if $0.callback == .willBeginDragging { $0.callback = .didScroll } },
      {
        if case .willEndDragging(let velocity) = $0.callback {
          $0.callback = .willEndDragging(velocity: velocity * 1_000)
        }
      },
      { if $0.callback == .didEndDecelerating { $0.callback = .didScroll } },
    ]
    for fault in faults {
      #expect(try self.reported(recorded, fault).text != recorded.text)
    }
  }
}
