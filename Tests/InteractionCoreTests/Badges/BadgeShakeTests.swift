import InteractionCore
import Testing

/// The shake is a fall under gravity and its bounces, 20 pt high, in 2 s (rule B4).
@Suite struct BadgeShakeTests {
  /// A body that falls from 20 pt and loses half of its speed at each contact with the ground,
  /// three times; the fourth contact ends the 2 s.
  private struct Body {
    /// The times of contact, s. The fall takes one unit; the bounces, each twice the fall from its
    /// height, take 1, 1/2 and 1/4.
    static let contacts: [Double] = {
      let part = 2 / 2.75
      return [part, 2 * part, 2.5 * part, 2.75 * part]
    }()
    /// The gravity from 20 = g·t²/2.
    static let gravity = 40 / (contacts[0] * contacts[0])

    /// Returns the height, pt.
    static func height(at time: Double) -> Double {
      guard time >= self.contacts[0] else { return 20 - self.gravity * time * time / 2 }
      for (start, end) in zip(self.contacts, self.contacts.dropFirst()) where time < end {
        let elapsed = time - start
        return self.gravity * elapsed * (end - start - elapsed) / 2
      }
      return 0
    }
  }

  private static func shake() throws -> Track {
    var bench = BadgeBench(BadgeDefinition(content: .new))
    let timeline = try #require(bench.apply(.animate(.shake)).first?.timeline)
    #expect(timeline.tracks.count == 1)
    return try #require(timeline.tracks.first)
  }

  @Test("B4: it takes 2 s, moves upwards by 20 pt at most, and ends on the ground")
  func size() throws {
    let track = try Self.shake()
    #expect(track.property == .translateY)
    #expect(track.end == .seconds(2))
    #expect(track.keyframes.map(\.value).min() == -20)
    #expect(track.keyframes.map(\.value).max() == 0)
    #expect(track.keyframes.last?.value == 0)
  }

  @Test("B4 M4: at no time is it further from the physics than its straight lines make it")
  func samples() throws {
    let track = try Self.shake()
    let steps = zip(track.keyframes, track.keyframes.dropFirst()).map { $1.position - $0.position }
    let longest = try #require(steps.max()) * 2
    // The error of a chord of a parabola is at most g·h²/8.
    let tolerance = Body.gravity * longest * longest / 8 + 1e-9
    #expect(tolerance < 0.1)
    for millisecond in 0 ..< Int64(2000) {
      let shown = try #require(track.value(at: .milliseconds(millisecond)))
      let height = Body.height(at: Double(millisecond) / 1000)
      #expect(abs(-shown - height) <= tolerance, "at \(millisecond) ms")
    }
  }

  @Test("B4: it touches the ground when the body does, and never goes below")
  func contacts() throws {
    let track = try Self.shake()
    let touching = track.keyframes.filter { $0.value == 0 }.map { $0.position * 2 }
    #expect(touching.count == Body.contacts.count)
    for (shown, expected) in zip(touching, Body.contacts) {
      #expect(abs(shown - expected) < 1e-6)
    }
    #expect(track.keyframes.allSatisfy { $0.value <= 0 })
  }

  @Test("B4: one gravity for the fall and for every bounce, each a quarter as high")
  func gravity() throws {
    let track = try Self.shake()
    let heights = zip([0] + Body.contacts, Body.contacts).map { start, end in
      track.keyframes.filter { $0.position * 2 >= start && $0.position * 2 < end }
        .map { -$0.value }.max() ?? 0
    }
    for (height, expected) in zip(heights, [20, 5, 1.25, 0.3125]) {
      #expect(abs(height - expected) < 1e-6)
    }
  }
}
