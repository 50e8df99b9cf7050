import Foundation
import InteractionCore
import InteractionStream
import Logging
import Metrics

/// Detects jumps of the wall clock against server time.
@available(InteractionEngine 1.0, *)
struct WallClockWatch: Sendable {
  /// The minimum difference that counts as a jump; smaller ones are adjustments of the clock.
  static let jump = TimeSpan.seconds(1)

  /// Wall-clock time minus server time, µs; nil before the first reading.
  private var offset: Int64?

  /// Compares the clocks, both in µs.
  ///
  /// - Returns: The jump of the wall clock since the last reading; nil if there is none.
  mutating func compare(timeOfDay: Int64, serverTime: Instant) -> TimeSpan? {
    let offset = timeOfDay - serverTime.microseconds
    defer { self.offset = offset }
    guard let before = self.offset, abs(offset - before) >= Self.jump.microseconds else {
      return nil
    }
    return TimeSpan(microseconds: offset - before)
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// Adjusts the token expiry of open sessions to jumps of the wall clock, until the task is
  /// cancelled.
  func watchWallClock() async {
    var watch = WallClockWatch()
    repeat {
      let timeOfDay = Int64(Date().timeIntervalSince1970 * 1e6)
      guard let jump = watch.compare(timeOfDay: timeOfDay, serverTime: self.clock.now) else {
        continue
      }
      self.metrics.clockJumps.increment()
      self.logger.warning(
        "wall clock jumped", metadata: ["seconds": "\(plain(jump.seconds))"])
      for (_, stream) in self.registry.streams() {
        stream.act { stream, _ in
          stream.wallClockJumped(by: jump)
          return []
        }
      }
    } while (try? await Task.sleep(for: .seconds(1))) != nil
  }
}
