import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire
import NIOCore
import SwiftProtobuf
import Testing

@testable import InteractionLoad

@Suite("Recordings made ready to be played")
struct LoadScriptTests {
  private static func experience(of trace: Trace) throws -> Experience {
    try #require(try BuiltInExperiences.named(trace.header.experience))
  }

  private func script(
    _ trace: Trace, _ change: (inout LoadScript.ScriptPlaybackOptions) -> Void = { _ in }
  ) throws -> LoadScript {
    var playing = LoadScript.ScriptPlaybackOptions()
    change(&playing)
    return try LoadScript(
      trace, name: "test", experience: try Self.experience(of: trace), playing: playing)
  }

  /// Returns the events of the script's frames, in order.
  private func events(_ script: LoadScript) throws -> [InteractionEvent] {
    try self.frames(script).flatMap(\.self)
  }

  private func frames(_ script: LoadScript) throws -> [[InteractionEvent]] {
    try script.frames.map { frame in
      var message = frame.message
      let isPlain = message.readInteger(as: UInt8.self) == 0
      let length = message.readInteger(as: UInt32.self)
      #expect(isPlain && message.readableBytes == Int(length ?? 0))
      let request = try Proto.Request(serializedBytes: Array(message.readableBytesView))
      return [DecodedEvent](request.events.events, first: request.events.firstSequence).compactMap {
        if case .event(let event) = $0 { event } else { nil }
      }
    }
  }

  @Test("A pause of more than a day is refused; shortened, it is played")
  func longestPause() throws {
    var trace = try BundledTrace.allCases[0].trace
    for index in trace.steps.indices { trace.steps[index].directives = [] }
    trace.opening = []
    for index in trace.steps.indices.dropFirst(3) {
      trace.steps[index].event.time =
        trace.steps[index].event.time + TimeSpan.seconds(1_800_000_000)
    }
    let error = #expect(throws: LoadError.self) { try self.script(trace) }
    #expect(error?.description.contains("--max-gap") == true, "\(error?.description ?? "")")
    let script = try self.script(trace) { $0.longestGap = .seconds(1) }
    #expect(script.events == trace.steps.count)
  }

  @Test(
    "Every event is sent, when it happened, and every directive known",
    arguments: BundledTrace.allCases)
  func plain(bundled: BundledTrace) throws {
    let trace = try bundled.trace
    let script = try self.script(trace)
    let events = try self.events(script)
    #expect(events.map(\.kind) == trace.events.map(\.kind))
    #expect(events.map(\.time) == trace.events.map(\.time))
    #expect(events.map(\.sequence) == (1 ... UInt64(events.count)).map { $0 })
    let recorded = trace.recorded(with: try Self.experience(of: trace)).directives
    #expect(script.expectedDirectives.map(\.directive) == recorded.map(\.proto))
    #expect(script.duration == trace.duration)
    #expect(script.events == events.count)
    for answer in script.expectedDirectives where answer.directive.cause.eventSequence > 0 {
      let frame = try #require(answer.frame)
      #expect(script.frames[frame].lastEvent >= answer.directive.cause.eventSequence)
    }
  }

  @Test(
    "Samples between trigger lines are left out, and the directives stay",
    arguments: BundledTrace.allCases)
  func skipping(bundled: BundledTrace) throws {
    let trace = try bundled.trace
    let (all, few) = (try self.script(trace), try self.script(trace) { $0.skipsSamples = true })
    #expect(few.events + few.skipped == all.events)
    func withoutCause(_ script: LoadScript) -> [Proto.Directive] {
      script.expectedDirectives.map { answer in
        var directive = answer.directive
        directive.cause.eventSequence = 0
        return directive
      }
    }
    #expect(withoutCause(few) == withoutCause(all))
  }

  @Test("Several samples go into one frame, in order")
  func batches() throws {
    let trace = try BundledTrace.tour.trace
    let (one, four) = (try self.script(trace), try self.script(trace) { $0.samplesPerFrame = 4 })
    #expect(four.frames.count < one.frames.count)
    #expect(try self.events(four).map(\.kind) == trace.events.map(\.kind))
    #expect(four.expectedDirectives.map(\.directive) == one.expectedDirectives.map(\.directive))
    // A heartbeat flushes the batch.
    let frames = try self.frames(four).split(whereSeparator: \.isEmpty)
    for (frame, next) in frames.flatMap({ zip($0, $0.dropFirst()) }) {
      #expect(frame.count == 4 || frame.last?.isSample == false, "\(next)")
    }
  }

  @Test("In a long pause the client says that it is there, as seldom as clients do")
  func heartbeats() throws {
    let tour = try BundledTrace.tour.trace
    let last = try #require(tour.events.last)
    let later = InteractionEvent(
      sequence: last.sequence + 1, time: last.time + .seconds(25), kind: .tapTab(index: 1))
    let trace = Trace(header: tour.header, events: tour.events + [later])
    func beats(_ change: (inout LoadScript.ScriptPlaybackOptions) -> Void) throws -> [TimeSpan] {
      let script = try self.script(trace, change)
      return zip(script.frames, try self.frames(script)).suffix(8).compactMap { frame, events in
        events.isEmpty ? frame.due - (last.time - trace.header.start) : nil
      }
    }
    #expect(try beats { _ in } == [.seconds(10), .seconds(20)])
    // Ten seconds of the recording are twenty at half speed.
    #expect(
      try beats { $0.heartbeatGap = .seconds(5) }
        == [.seconds(5), .seconds(10), .seconds(15), .seconds(20)])
  }

  @Test("Drag numbers that start high grow in every repetition, without overflow")
  func highNumbers() throws {
    var trace = try BundledTrace.tour.trace
    for index in trace.steps.indices {
      if case .scroll(var scroll) = trace.steps[index].event.kind, scroll.drag > 0 {
        scroll.drag += 2_000_000_000
        trace.steps[index].event.kind = .scroll(scroll)
      }
    }
    let script = try self.script(trace) { $0.loops = 4 }
    let drags = try self.events(script).compactMap { event in
      guard case .scroll(let scroll) = event.kind, scroll.phase == .began else {
        return nil as UInt32?
      }
      return scroll.source == SourceID("home") ? scroll.drag : nil
    }
    #expect(drags.count > 4 && drags == drags.sorted() && Set(drags).count == drags.count)
  }

  @Test("A trace is played again within its session, and long pauses are shortened")
  func loopsAndGaps() throws {
    let trace = try BundledTrace.tour.trace
    let once = try self.script(trace)
    let twice = try self.script(trace) { $0.loops = 2 }
    let kinds = try self.events(twice).map(\.kind)
    let count = trace.events.count
    #expect(Array(kinds.prefix(count)) == trace.events.map(\.kind))
    // The second round uses newer drag numbers; otherwise the engine would ignore them (rule S3).
    let drags = kinds.map { (kind: InteractionEvent.Kind) -> UInt32 in
      guard case .scroll(let scroll) = kind else { return 0 }
      return scroll.drag
    }
    let newest = try #require(drags.prefix(count).max())
    let renumbered = drags.prefix(count).map { $0 > 0 ? $0 + newest : 0 }
    #expect(Array(drags.dropFirst(count)) == renumbered)
    #expect(twice.expectedDirectives.count > once.expectedDirectives.count * 3 / 2)
    #expect(twice.duration == trace.duration + trace.duration)
    let short = try self.script(trace) { $0.longestGap = .milliseconds(100) }
    let times = try self.events(short).map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= .milliseconds(100) })
    #expect(short.duration < trace.duration)
  }

  @Test("A recording that was changed is refused with the difference that a replay shows")
  func changed() throws {
    var trace = try BundledTrace.tapBar.trace
    let index = try #require(trace.steps.lastIndex { !$0.directives.isEmpty })
    let removed = trace.steps[index].directives.removeFirst()
    let error = try #require(#expect(throws: LoadError.self) { try self.script(trace) })
    #expect(error.kind == .recordingMismatch)
    let lines = error.description.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("test was changed, or recorded with another version"))
    let answered = trace.recorded(with: try Self.experience(of: trace))
    let comparison = LocalReplay.comparison(of: trace, with: answered)
    #expect(comparison.summary == "1 added")
    #expect(Array(lines.dropFirst()) == comparison.report(on: "test", since: trace.header.start))
    #expect(lines.contains("+ \(TimelineText.line(removed, since: trace.header.start))"))
  }

  @Test("A recording of another version is refused with the difference")
  func otherVersion() throws {
    var trace = try BundledTrace.tour.trace
    trace.header.digest = String(trace.header.digest.reversed())
    #expect(try self.script(trace).events > 0)
    let index = try #require(trace.steps.firstIndex { !$0.directives.isEmpty })
    trace.steps[index].directives.removeLast()
    let error = #expect(throws: LoadError.self) { try self.script(trace) }
    #expect(error?.kind == .recordingMismatch)
    #expect(error?.description.hasPrefix("test was recorded with another version of") == true)
    #expect(error?.description.contains("1 added") == true)
  }
}
