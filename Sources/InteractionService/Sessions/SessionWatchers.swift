import InteractionCore
import InteractionStream

/// The watches of a session, by operators and a recording. None of them slows it: what a reader
/// does not take in time is left out, and counted.
@available(InteractionEngine 1.0, *)
struct SessionWatchers: Sendable {
  /// How many may look at one session.
  static let maximum = 16

  private var watches: [ObjectIdentifier: SessionWatch] = [:]

  /// Whether the session has no watch.
  var isEmpty: Bool { self.watches.isEmpty }

  /// Adds a watch; nil if there are enough.
  mutating func add() -> SessionWatch? {
    guard self.watches.count < Self.maximum else { return nil }
    let watch = SessionWatch()
    self.watches[ObjectIdentifier(watch)] = watch
    return watch
  }

  mutating func remove(_ watch: SessionWatch) {
    self.watches.removeValue(forKey: ObjectIdentifier(watch))?.end()
  }

  /// Shows what has happened.
  func pass(on moments: [SessionMoment]) {
    guard !moments.isEmpty else { return }
    for watch in self.watches.values { watch.see(moments) }
  }

  /// The session is over.
  mutating func end(_ reason: String) {
    for watch in self.watches.values { watch.end(reason) }
    self.watches = [:]
  }
}
