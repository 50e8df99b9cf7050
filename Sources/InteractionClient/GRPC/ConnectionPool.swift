import GRPCCore
import Synchronization

/// The connections to the engines of a client, each opened on first use.
@available(InteractionEngine 1.0, *)
final class ConnectionPool<Transport: ClientTransport>: Sendable {
  /// Makes the transport to one engine.
  typealias Endpoint = @Sendable () throws -> Transport

  /// A connection in use.
  struct Lease: Sendable {
    let client: GRPCClient<Transport>
    let endpoint: Int
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var leases: [Int: Lease] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
    var isShutDown = false
  }

  private let endpoints: [Endpoint]
  private let state = Mutex(State())
  /// A Boolean value that indicates whether a failed connection is replaced by a new one, instead
  /// of being left to its transport's reconnection.
  private let replaces: Bool

  init(endpoints: [Endpoint], replaces: Bool) {
    self.endpoints = endpoints
    self.replaces = replaces
  }

  /// The number of engines to choose from.
  var count: Int { self.endpoints.count }

  /// Returns the connection to an engine; opens it if necessary.
  ///
  /// - Throws: The error of the endpoint's closure; `failedPrecondition` once the client is shut
  ///   down.
  func lease(_ endpoint: Int) throws -> Lease {
    try self.state.withLock { state in
      guard !state.isShutDown else {
        throw InteractionError(code: .failedPrecondition, message: "the client is shut down")
      }
      if let lease = state.leases[endpoint] { return lease }
      let client = GRPCClient(transport: try self.endpoints[endpoint]())
      state.last += 1
      let lease = Lease(client: client, endpoint: endpoint, number: state.last)
      state.leases[endpoint] = lease
      state.tasks[lease.number] = Task {
        try? await client.runConnections()
        self.remove(lease)
      }
      return lease
    }
  }

  /// Drops a failed connection; the next call to ``lease(_:)`` opens a new one.
  func drop(_ lease: Lease) {
    guard self.replaces else { return }
    let dropped = self.state.withLock { state in
      guard state.leases[lease.endpoint]?.number == lease.number else { return false }
      state.leases[lease.endpoint] = nil
      return true
    }
    // Graceful: other calls may still run on it.
    if dropped { lease.client.beginGracefulShutdown() }
  }

  private func remove(_ lease: Lease) {
    self.state.withLock { state in
      state.tasks[lease.number] = nil
      if state.leases[lease.endpoint]?.number == lease.number { state.leases[lease.endpoint] = nil }
    }
  }

  /// Begins a graceful shutdown: running calls may end, new leases fail.
  func shutDown() {
    let leases = self.state.withLock { state in
      state.isShutDown = true
      return Array(state.leases.values)
    }
    for lease in leases { lease.client.beginGracefulShutdown() }
  }

  /// Waits until all connections are closed.
  func wait() async {
    for task in self.state.withLock({ Array($0.tasks.values) }) { await task.value }
  }

  /// Shuts down without waiting for running calls.
  func cancel() {
    self.shutDown()
    for task in self.state.withLock({ Array($0.tasks.values) }) { task.cancel() }
  }
}
