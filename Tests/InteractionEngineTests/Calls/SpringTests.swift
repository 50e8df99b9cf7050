import InteractionWire
import SwiftProtobuf
import Testing

/// Clients without support for springs receive keyframes for every animation.
@Suite("Springs as keyframes", .timeLimit(.minutes(2)))
struct SpringTests {
  typealias Track = Interaction_V1_Track

  /// Returns the progress at these ascending times, by numerical integration.
  private func walk(_ spring: Interaction_V1_Spring, _ times: [Double]) -> [Double] {
    func acceleration(_ x: Double, _ v: Double) -> Double {
      spring.stiffness * (1 - x) - spring.damping * v
    }
    var (x, v, time) = (0.0, spring.initialVelocity, 0.0)
    return times.map { until in
      let steps = max(Int(((until - time) / 1e-4).rounded()), 1)
      let h = (until - time) / Double(steps)
      for _ in 0 ..< steps {
        // The classical Runge–Kutta method.
        let (dx1, dv1) = (v, acceleration(x, v))
        let (dx2, dv2) = (v + h / 2 * dv1, acceleration(x + h / 2 * dx1, v + h / 2 * dv1))
        let (dx3, dv3) = (v + h / 2 * dv2, acceleration(x + h / 2 * dx2, v + h / 2 * dv2))
        let (dx4, dv4) = (v + h * dv3, acceleration(x + h * dx3, v + h * dv3))
        x += h / 6 * (dx1 + 2 * dx2 + 2 * dx3 + dx4)
        v += h / 6 * (dv1 + 2 * dv2 + 2 * dv3 + dv4)
      }
      time = until
      return x
    }
  }

  /// Checks that a track is a sampled spring: 60 linearly interpolated values per second.
  private func expect(_ sampled: Track, samples spring: Track) {
    let (frames, seconds) = (sampled.keyframes, Double(spring.durationUs) / 1e6)
    #expect(sampled.bezier == .with { ($0.x1, $0.y1, $0.x2, $0.y2) = (0, 0, 1, 1) })
    #expect(frames.count == max(Int(seconds * 60), 2) + 1)
    let positions = frames.map(\.position)
    #expect(positions.first == 0 && positions.last == 1)
    #expect(zip(positions, positions.dropFirst()).allSatisfy(<))
    let (start, end) = (spring.keyframes[0].value, spring.keyframes[1].value)
    let parts = self.walk(spring.spring, positions.dropLast().map { $0 * seconds }) + [1]
    let errors = zip(frames, parts).map { abs($0.value - (start + (end - start) * $1)) }
    #expect(errors.allSatisfy { $0 < 1e-3 })
    var alike = sampled
    (alike.keyframes, alike.spring) = (spring.keyframes, spring.spring)
    #expect(alike == spring)
  }

  /// Checks that springs are sampled, and everything else is unchanged. Returns the number of
  /// springs.
  private func expect(_ sampled: [WireDirective], samples usual: [WireDirective]) -> Int {
    #expect(sampled.numbers == usual.numbers)
    var springs = 0
    for (one, other) in zip(sampled, usual) {
      #expect(one.tracks.count == other.tracks.count)
      for (track, expected) in zip(one.tracks, other.tracks) {
        if case .spring? = expected.easing {
          self.expect(track, samples: expected)
          springs += 1
        } else {
          #expect(track == expected)
        }
      }
    }
    return springs
  }

  /// Returns the directives of a tap that slides pages.
  private func slide(
    _ running: RunningEngine, _ transition: String, samples: Bool, isStill: Bool = false
  ) async throws -> [WireDirective] {
    var request = Interaction_V1_SimulateRequest(
      json: """
        {"definition": {"name": "slides", "sources": [{"id": "list"}],
          "tabBar": {"items": [{}, {}], "transition": \(transition)}}}
        """)
    request.level = 1
    request.events = [.tap(1)]
    request.samplesSprings = samples
    request.surface = .phone
    request.surface.reducedMotion = isStill
    let response: Interaction_V1_SimulateResponse = try await running.call(
      "InteractionService/Simulate", request)
    return response.directives
  }

  @Test(
    "Simulate",
    arguments: [
      "{}", #"{"dampingRatio": 1, "initialVelocity": 0}"#, #"{"dampingRatio": 3}"#,
      #"{"dampingRatio": 0.05, "initialVelocity": -5, "duration": "2s"}"#,
      #"{"duration": "0.01s"}"#,
    ])
  func simulation(transition: String) async throws {
    try await RunningEngine.with { running in
      let usual = try await self.slide(running, transition, samples: false)
      let sampled = try await self.slide(running, transition, samples: true)
      #expect(self.expect(sampled, samples: usual) == 2)
    }
  }

  @Test("none are left where motion is reduced, and everything is over at once")
  func reducedMotion() async throws {
    try await RunningEngine.with { running in
      let found = try await self.slide(running, "{}", samples: true, isStill: true)
      let tracks = try #require(found.first).tracks
      #expect(!tracks.isEmpty && tracks.allSatisfy { $0.durationUs == 0 })
      for track in tracks {
        guard case .bezier? = track.easing else {
          Issue.record("\(track.target) has another easing")
          continue
        }
      }
    }
  }

  /// Returns the directives of a slide by a tap, a slide by a command, and a push of a page.
  private func play(
    _ running: RunningEngine, _ client: TestStream, samples: Bool
  ) async throws -> [WireDirective] {
    try await client.open {
      ($0.sessionID, $0.experience, $0.capabilities.samplesSprings) = ("springs", "shop", samples)
    }
    try await client.events([.tap(1)])
    var found = try await client.applied()
    async let ordered = Order.tab(0).send(as: "go", to: running, session: "springs")
    found += try await client.applied(2)
    _ = try await ordered
    let push = WireEvent("navigate", #"{"operation": 1, "route": "page"}"#, at: 10_000_000)
    try await client.events([push])
    found += try await client.applied(2)
    #expect(await client.close().end == .well)
    return found
  }

  @Test("taps, commands and pushed pages", arguments: Connection.allCases)
  func session(connection: Connection) async throws {
    try await BackendExperiences.open { running in
      let usual = try await self.play(running, connection.client(of: running), samples: false)
      let sampled = try await self.play(running, connection.client(of: running), samples: true)
      #expect(self.expect(sampled, samples: usual) == 6)
    }
  }
}

extension WireDirective {
  /// The tracks of its timeline.
  fileprivate var tracks: [Interaction_V1_Track] { self.timeline.tracks }
}
