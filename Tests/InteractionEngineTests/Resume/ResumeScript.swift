import InteractionWire
import Testing

@testable import InteractionService
@testable import InteractionStream

/// Events: drags past the rocket's threshold and back, pulls of the second floor, and taps.
enum ResumeScript {
  static let events: [WireEvent] = {
    var events: [WireEvent] = []
    var now: Int64 = 0
    let drags: [[Double]] = [[0, 250, 500], [500, 250, 0], [0, -60, -120, -180, -40]]
    for drag in 1 ... 36 {
      let path = drags[(drag - 1) % 3]
      let phases: [Interaction_V1_ScrollPhase] =
        [.began] + path.map { _ in .moved } + [.ended, .settled]
      let places = [path[0]] + path + [path[path.count - 1], path[path.count - 1]]
      for (y, phase) in zip(places, phases) {
        now += 16_000
        events.append(
          .scroll(
            y, phase, drag: UInt32(drag), velocity: phase == .ended ? 0 : nil, at: now))
      }
      for tab in [1 + drag % 4, 0] {
        now += 400_000
        events.append(.tap(tab, at: now))
      }
    }
    return events
  }()

  /// Returns the directives of a session without interruptions.
  static func uninterrupted(
    _ events: [WireEvent] = Self.events, on running: any EngineCaller
  ) async throws -> [WireDirective] {
    let whole = try await ResumableSession.opened(
      "uninterrupted", events, on: TestStream(running))
    try await whole.play()
    #expect(await whole.conversation.close().end == .well)
    #expect(whole.directives.count > 50)
    return whole.directives
  }
}

extension RunningEngine {
  /// Runs `body` with two engines that share their keys.
  static func two(
    _ experiences: [String: String] = [:],
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    _ body: (RunningEngine, RunningEngine) async throws -> Void
  ) async throws {
    let keys = CheckpointKeys()
    func share(_ configuration: inout Engine.Configuration) {
      configuration.checkpoints = CheckpointSealer(keys: keys)
      change(&configuration)
    }
    try await Self.with(experiences, share) { one in
      try await Self.with(experiences, share) { two in try await body(one, two) }
    }
  }
}
