import InteractionCore
import InteractionStream

/// The watches of a session, by operators and a recording. They do not slow it down: events that a
/// reader does not keep up with are dropped and counted.
@available(InteractionEngine 1.0, *)
struct SessionWatchers: Sendable {
  /// The maximum number of watches of a session.
  static let maximum = 16

  private var watches: [ObjectIdentifier: SessionWatch] = [:]

  /// A Boolean value that indicates whether the session has no watch.
  var isEmpty: Bool { self.watches.isEmpty }

  /// Adds a watch; nil at the maximum.
  mutating func add() -> SessionWatch? {
    guard self.watches.count < Self.maximum else { return nil }
    let watch = SessionWatch()
    self.watches[ObjectIdentifier(watch)] = watch
    return watch
  }

  mutating func remove(_ watch: SessionWatch) {
    self.watches.removeValue(forKey: ObjectIdentifier(watch))?.leave()
  }

  /// Passes events and directives to all watches.
  func append(_ moments: [SessionRecord]) {
    guard !moments.isEmpty else { return }
    for watch in self.watches.values { watch.append(moments) }
  }

  /// Ends all watches with the session.
  mutating func end(because reason: ErrorReason?) {
    for watch in self.watches.values { watch.end(because: reason) }
    self.watches = [:]
  }
}
