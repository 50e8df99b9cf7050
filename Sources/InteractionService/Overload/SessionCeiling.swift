import Foundation
import InteractionCore

/// How many sessions the engine keeps up with, learnt by falling behind.
///
/// Refusing all sessions while late and none while not makes their number swing between too
/// many and too few. So each time the engine falls behind, the ceiling comes down a little below
/// what was too much; then it rises slowly, and is forgotten when nothing happens for a while.
@available(InteractionEngine 1.0, *)
struct SessionCeiling: Sendable {
  /// What is left of too many sessions, every time.
  private static let cut = 0.95
  /// How much the ceiling rises in a second.
  private static let rise = 1.03
  /// How long it takes sessions to go before more are asked to.
  private static let pause = TimeSpan.milliseconds(500)
  /// How long the engine has to be in time for the ceiling to be forgotten.
  private static let memory = TimeSpan.seconds(10)

  private var sessions: Double?
  private var lateAt = Instant.zero
  private var cutAt: Instant?
  private var last = Instant.zero

  /// Whether one more session may come.
  func allows(oneMoreThan sessions: Int) -> Bool {
    self.sessions.map { Double(sessions) < $0 } ?? true
  }

  /// Takes in whether the engine is behind with that many sessions.
  mutating func update(isLate: Bool, sessions: Int, at now: Instant) {
    defer { self.last = now }
    if isLate {
      self.lateAt = now
      if let cutAt, now - cutAt < Self.pause { return }
      // Until those have ended that are too many, nothing is learnt about fewer.
      guard self.allows(oneMoreThan: sessions - 1) else { return }
      self.cutAt = now
      self.sessions = max(Double(sessions) * Self.cut, 1)
    } else if let ceiling = self.sessions {
      let isOld = now - self.lateAt > Self.memory
      self.sessions = isOld ? nil : ceiling * pow(Self.rise, (now - self.last).seconds)
    }
  }
}
