import Synchronization

/// Whether the server serves, and who wants to know when that changes.
@available(InteractionEngine 1.0, *)
final class HealthState: Sendable {
  /// The services that have a state; the empty name is the server as a whole.
  static let services = [
    "", "interaction.v1.InteractionService", "interaction.v1.ControlService",
    "interaction.inspector.v1.InspectorService",
  ]
  /// How many watch on one connection, and on all. Health needs no token, so the oldest make room.
  static let watchersPerConnection = 16
  static let watchers = 1_024

  /// What a watcher is told.
  enum News: Hashable, Sendable {
    case serves(Bool)
    /// It has made room for a newer one.
    case displaced
  }

  private struct Watcher: Sendable {
    let connection: String
    let news: AsyncStream<News>.Continuation
  }

  private enum Phase: Sendable {
    /// It does not know yet what is in force in its fleet.
    ///
    /// Can transition to: ``serving``, ``leaving``.
    case waiting
    /// Can transition to: ``leaving``.
    case serving
    case leaving
  }

  private struct State: Sendable {
    var phase: Phase
    /// By their age.
    var watchers: [Int: Watcher] = [:]
    var byConnection: [String: Set<Int>] = [:]
    var next = 0

    var isServing: Bool {
      if case .serving = self.phase { true } else { false }
    }

    mutating func add(_ watcher: Watcher) -> Int {
      defer { self.next += 1 }
      self.watchers[self.next] = watcher
      self.byConnection[watcher.connection, default: []].insert(self.next)
      return self.next
    }

    mutating func remove(_ id: Int) -> Watcher? {
      guard let watcher = self.watchers.removeValue(forKey: id) else { return nil }
      self.byConnection[watcher.connection]?.remove(id)
      if self.byConnection[watcher.connection]?.isEmpty ?? false {
        self.byConnection[watcher.connection] = nil
      }
      return watcher
    }

    /// The one that makes room for a newer one of a connection; nil if there is room.
    func oldest(for connection: String) -> Int? {
      let own = self.byConnection[connection] ?? []
      if own.count >= HealthState.watchersPerConnection { return own.min() }
      return self.watchers.count >= HealthState.watchers ? self.watchers.keys.min() : nil
    }
  }

  private let state: Mutex<State>

  /// - Parameter waits: Whether it serves only once it is told to.
  init(waits: Bool = false) {
    self.state = Mutex(State(phase: waits ? .waiting : .serving))
  }

  /// Whether the server serves.
  var isServing: Bool { self.state.withLock { $0.isServing } }

  /// From now on it does, unless it is on its way down.
  func startServing() {
    self.state.withLock { state in
      guard case .waiting = state.phase else { return }
      state.phase = .serving
      for watcher in state.watchers.values { watcher.news.yield(.serves(true)) }
    }
  }

  /// From now on it does not.
  func stopServing() {
    self.state.withLock { state in
      state.phase = .leaving
      for watcher in state.watchers.values { watcher.news.yield(.serves(false)) }
    }
  }

  /// The state now, and whenever it changes.
  func watch(on connection: String) -> AsyncStream<News> {
    // Only the newest matters to a client that reads slowly.
    let (stream, news) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingNewest(1))
    let displaced = self.state.withLock { state in
      let displaced = state.oldest(for: connection).flatMap { state.remove($0) }
      let id = state.add(Watcher(connection: connection, news: news))
      news.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.remove(id) }
      }
      news.yield(.serves(state.isServing))
      return displaced
    }
    displaced?.news.yield(.displaced)
    return stream
  }
}
