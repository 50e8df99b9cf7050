import InteractionCore
import Logging
import Testing

@testable import InteractionService

@Suite("Lines per second")
struct RateLimitedLogTests {
  @Test("a flood of them gets so many lines in a second, and then how many have none")
  func flood() {
    let clock = ServerClock()
    let log = RateLimitedLog(
      "lines", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock)
    let start = clock.now + .seconds(10)
    let told = (0 ..< 250).filter { _ in log.admit(at: start).isWritten }
    #expect(told.count == RateLimitedLog.linesPerSecond)
    let next = log.admit(at: start + .seconds(1))
    #expect(next.isWritten && next.suppressed == 250 - RateLimitedLog.linesPerSecond)
    #expect(log.admit(at: start + .seconds(2)).suppressed == 0)
  }
}
