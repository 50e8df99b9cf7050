import InteractionCore
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("The time of day against the server's own time")
struct WallClockWatchTests {
  @Test("a jump is noticed once, either way; a clock that is put right is none")
  func jumps() {
    var watch = WallClockWatch()
    let second: Int64 = 1_000_000
    let rows: [(timeOfDay: Int64, serverTime: Int64, TimeSpan?)] = [
      (1_000, 0, nil), (1_001, 1, nil), (4_602, 2, .seconds(3_600)), (4_603, 3, nil),
      (1_004, 4, .seconds(-3_600)), (1_905, 905, nil),
    ]
    for row in rows {
      let serverTime = Instant(microseconds: row.serverTime * second)
      let jump = watch.compare(timeOfDay: row.timeOfDay * second, serverTime: serverTime)
      #expect(jump == row.2, "\(row)")
    }
    let slow = watch.compare(
      timeOfDay: 1_906 * second + 900_000, serverTime: Instant(microseconds: 906 * second))
    #expect(slow == nil)
  }

  @Test("a proof ends as much earlier as the time of day has jumped ahead")
  func shift() {
    var held = TokenValidity(until: .zero + .seconds(4_000))
    held.shift(by: .seconds(3_600))
    #expect(held == .valid(until: .zero + .seconds(400)))
    held.warn()
    held.shift(by: .seconds(-100))
    #expect(held == .expiring(at: .zero + .seconds(500)))
    var unlimited = TokenValidity.unlimited
    unlimited.shift(by: .seconds(3_600))
    #expect(unlimited == .unlimited)
  }
}
