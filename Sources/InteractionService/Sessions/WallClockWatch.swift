import Foundation
import InteractionCore
import InteractionStream
import Logging
import Metrics

/// Notices when the time of day jumps against the server's own time.
@available(InteractionEngine 1.0, *)
struct WallClockWatch: Sendable {
  /// A jump; smaller ones are a clock that is being put right.
  static let jump = TimeSpan.seconds(1)

  /// Time of day minus server time, µs.
  private var offset: Int64?

  /// Looks at both clocks.
  ///
  /// - Returns: How far the time of day has jumped since the last look; nil if it has not.
  mutating func look(timeOfDay: Int64, serverTime: Instant) -> TimeSpan? {
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
  /// Lets open sessions expire by the time of day, however that jumps, until the task is cancelled.
  func watchTimeOfDay() async {
    var watch = WallClockWatch()
    repeat {
      let timeOfDay = Int64(Date().timeIntervalSince1970 * 1e6)
      guard let jump = watch.look(timeOfDay: timeOfDay, serverTime: self.clock.now) else {
        continue
      }
      self.metrics.clockJumps.increment()
      self.logger.warning(
        "the time of day has jumped", metadata: ["seconds": "\(plain(jump.seconds))"])
      for (_, stream) in self.registry.streams() {
        stream.act { stream, _ in
          stream.timeOfDayJumped(by: jump)
          return []
        }
      }
    } while (try? await Task.sleep(for: .seconds(1))) != nil
  }
}
