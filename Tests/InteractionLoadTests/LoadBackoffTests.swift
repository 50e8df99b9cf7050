import InteractionRandom
import InteractionReplay
import Testing

@testable import InteractionLoad

@Suite("Leaving a server alone")
struct LoadBackoffTests {
  private static let millisecond: UInt64 = 1_000_000

  @Test("After a failure one goes ahead, after longer and longer waits, until one is let in")
  func waits() {
    var random = SeededGenerator(seed: 1)
    var backoff = LoadBackoff()
    #expect(backoff.allowed(20, at: 0, using: &random) == 20)
    var tries: [UInt64] = []
    for time in stride(from: 0, to: 20_000 * Self.millisecond, by: 2_000_000) {
      if tries.isEmpty || backoff.allowed(20, at: time, using: &random) == 1 {
        tries.append(time)
        backoff.failed(at: time, asked: nil, using: &random)
      }
    }
    let waits = zip(tries, tries.dropFirst()).map { $1 - $0 }
    #expect((12 ... 25).contains(tries.count), "\(tries)")
    #expect(waits[0] <= 102 * Self.millisecond)
    #expect(waits.suffix(3).allSatisfy { $0 >= 1_000 * Self.millisecond }, "\(waits)")
    backoff.succeeded()
    #expect(backoff.allowed(20, at: tries[1], using: &random) == 20)
  }

  @Test("Simultaneous failures count once, and a server's retry delay is honoured")
  func together() {
    var random = SeededGenerator(seed: 1)
    var backoff = LoadBackoff()
    for _ in 0 ..< 100 { backoff.failed(at: 0, asked: nil, using: &random) }
    #expect(backoff.hasElapsed(at: 51 * Self.millisecond))
    backoff.failed(at: 60 * Self.millisecond, asked: .seconds(5), using: &random)
    #expect(backoff.allowed(1, at: 5_050 * Self.millisecond, using: &random) == 0)
    #expect(backoff.allowed(1, at: 5_200 * Self.millisecond, using: &random) == 1)
  }

  @Test(
    "A server's wish counts up to a minute, and not below nothing",
    arguments: [
      (Duration.seconds(Int64.max), 60_000), (.seconds(Int64.max / 1_000_000_000 + 1), 60_000),
      (.seconds(3_600), 60_000), (.seconds(Int64.min), 0), (.nanoseconds(-1), 0),
    ] as [(Duration, UInt64)])
  func wishes(asked: Duration, least: UInt64) {
    var random = SeededGenerator(seed: 1)
    var backoff = LoadBackoff()
    let now = UInt64(1) << 62
    backoff.failed(at: now, asked: asked, using: &random)
    #expect(!backoff.hasElapsed(at: now + (least + 24) * Self.millisecond))
    #expect(backoff.hasElapsed(at: now + (least + 51) * Self.millisecond))
  }

  @Test("Nanoseconds of a span end before those of a moment do")
  func nanoseconds() {
    #expect(Duration.seconds(Int64.max).nanoseconds == 1 << 61)
    #expect(Duration.seconds(Int64.min).nanoseconds == 0)
    #expect(Duration.seconds(86_400).nanoseconds == 86_400_000_000_000)
  }
}
