import Synchronization

/// The health of the server, and its watches.
@available(InteractionEngine 1.0, *)
final class HealthState: Sendable {
  /// The services with a state; the empty name is the server as a whole.
  static let services = [
    "", "interaction.v1.InteractionService", "interaction.v1.ControlService",
    "interaction.inspector.v1.InspectorService",
  ]
  /// The maximum number of watches per connection and in all. Health needs no token, so an excess
  /// watch displaces another one: of the network with the most watches, on its connection with the
  /// most.
  static let watchersPerConnection = 16
  static let watchers = 1_024

  /// An update to a watch.
  enum Update: Hashable, Sendable {
    case serves(Bool)
    /// The watch has ended in favour of a newer one.
    case displaced
  }

  private struct Watcher: Sendable {
    let network: PeerNetwork
    let connection: String
    let updates: AsyncStream<Update>.Continuation
  }

  private enum Phase: Sendable {
    /// The fleet has not settled.
    ///
    /// Can transition to: ``serving``, ``draining``.
    case settling
    /// The server is serving.
    ///
    /// Can transition to: ``draining``.
    case serving
    case draining
  }

  private struct State: Sendable {
    var phase: Phase
    /// The watches by ID; a newer one has a higher ID.
    var watchers: [Int: Watcher] = [:]
    /// The watches of each connection, by network.
    var connections: [PeerNetwork: [String: Set<Int>]] = [:]
    var next = 0

    var isServing: Bool {
      if case .serving = self.phase { true } else { false }
    }

    mutating func add(_ watcher: Watcher) -> Int {
      defer { self.next += 1 }
      self.watchers[self.next] = watcher
      self.connections[watcher.network, default: [:]][watcher.connection, default: []]
        .insert(self.next)
      return self.next
    }

    mutating func remove(_ id: Int) -> Watcher? {
      guard let watcher = self.watchers.removeValue(forKey: id) else { return nil }
      let (network, connection) = (watcher.network, watcher.connection)
      self.connections[network]?[connection]?.remove(id)
      if self.connections[network]?[connection]?.isEmpty ?? false {
        self.connections[network]?[connection] = nil
      }
      if self.connections[network]?.isEmpty ?? false { self.connections[network] = nil }
      return watcher
    }

    /// Returns the watch that the newest one displaces; nil if the limits are not exceeded.
    func excess(after newest: Watcher) -> Int? {
      let own = self.connections[newest.network]?[newest.connection] ?? []
      if own.count > HealthState.watchersPerConnection { return own.min() }
      guard self.watchers.count > HealthState.watchers else { return nil }
      let most = self.connections.values.max { Self.count($0) < Self.count($1) } ?? [:]
      // Among equals the newest connection: long-standing watches are not part of a flood.
      let connection = most.values.max {
        ($0.count, $0.max() ?? 0) < ($1.count, $1.max() ?? 0)
      }
      return connection?.min()
    }

    private static func count(_ connections: [String: Set<Int>]) -> Int {
      connections.values.reduce(0) { $0 + $1.count }
    }
  }

  private let state: Mutex<State>

  /// - Parameter waits: True if the server serves only after ``startServing()``.
  init(waits: Bool = false) {
    self.state = Mutex(State(phase: waits ? .settling : .serving))
  }

  /// A Boolean value that indicates whether the server is serving.
  var isServing: Bool { self.state.withLock { $0.isServing } }

  /// Begins to serve, unless the server is draining.
  func startServing() {
    self.state.withLock { state in
      guard case .settling = state.phase else { return }
      state.phase = .serving
      for watcher in state.watchers.values { watcher.updates.yield(.serves(true)) }
    }
  }

  /// Stops serving.
  func stopServing() {
    self.state.withLock { state in
      state.phase = .draining
      for watcher in state.watchers.values { watcher.updates.yield(.serves(false)) }
    }
  }

  /// Returns the current state and its changes.
  func watch(on connection: String) -> AsyncStream<Update> {
    // Conflated: a slow reader gets the latest state only.
    let (stream, news) = AsyncStream.makeStream(
      of: Update.self, bufferingPolicy: .bufferingNewest(1))
    let watcher = Watcher(
      network: PeerNetwork(of: connection), connection: connection, updates: news)
    let displaced = self.state.withLock { state in
      let id = state.add(watcher)
      news.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.remove(id) }
      }
      news.yield(.serves(state.isServing))
      return state.excess(after: watcher).flatMap { state.remove($0) }
    }
    displaced?.updates.yield(.displaced)
    return stream
  }
}
