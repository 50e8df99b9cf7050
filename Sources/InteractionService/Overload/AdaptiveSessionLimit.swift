import Foundation
import InteractionCore

/// The number of sessions that the engine can keep up with, learnt from lag.
///
/// Refusing all sessions while late and none otherwise would make their number oscillate. Each time
/// the engine falls behind, the ceiling drops slightly below that number of sessions; then it rises
/// slowly, and is forgotten after a while without lag.
@available(InteractionEngine 1.0, *)
struct AdaptiveSessionLimit: Sendable {
  /// The factor by which the number of sessions is reduced when the engine is late.
  private static let cut = 0.95
  /// The factor by which the ceiling rises per second.
  private static let rise = 1.03
  /// The minimum time between two reductions, in which sessions close.
  private static let pause = TimeSpan.milliseconds(500)
  /// The time without lag after which the ceiling is forgotten.
  private static let forgetAfter = TimeSpan.seconds(10)

  private var sessions: Double?
  private var lateAt = Instant.zero
  private var cutAt: Instant?
  private var last = Instant.zero

  /// Returns whether the ceiling allows one more session.
  func allows(oneMoreThan sessions: Int) -> Bool {
    self.sessions.map { Double(sessions) < $0 } ?? true
  }

  /// Updates the ceiling with whether the engine is late at a number of sessions.
  mutating func update(isLate: Bool, sessions: Int, at now: Instant) {
    defer { self.last = now }
    if isLate {
      self.lateAt = now
      if let cutAt, now - cutAt < Self.pause { return }
      // Nothing new is learnt while there are more sessions than the ceiling allows.
      guard self.allows(oneMoreThan: sessions - 1) else { return }
      self.cutAt = now
      self.sessions = max(Double(sessions) * Self.cut, 1)
    } else if let ceiling = self.sessions {
      let isOld = now - self.lateAt > Self.forgetAfter
      self.sessions = isOld ? nil : ceiling * pow(Self.rise, (now - self.last).seconds)
    }
  }
}
