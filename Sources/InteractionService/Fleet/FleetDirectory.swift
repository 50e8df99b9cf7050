import InteractionFleet
import Synchronization

/// The names and routing keys of the engines of a fleet, for operators.
@available(InteractionEngine 1.0, *)
final class FleetDirectory: Sendable {
  private struct State: Sendable {
    var name: String?
    var keys: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The engine's name in the fleet; nil if it belongs to none.
  var name: String? { self.state.withLock { $0.name } }

  /// The engines by name, each with a routing key that a proxy routes to it.
  var engines: [(name: String, routingKey: String)] {
    self.state.withLock { $0.keys }.map { (name: $0.key, routingKey: $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// Sets the engine's name.
  func join(as name: String) {
    self.state.withLock { $0.name = name }
  }

  /// Replaces the engines by those of a ring.
  func update(_ ring: HashRing) {
    let keys = ring.keysByEngine
    self.state.withLock { $0.keys = keys }
  }
}
