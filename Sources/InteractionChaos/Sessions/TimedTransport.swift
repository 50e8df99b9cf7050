import GRPCCore

/// A transport that records the times of its session's calls.
struct TimedTransport<Base: ClientTransport>: ClientTransport {
  typealias Bytes = Base.Bytes

  /// The methods that begin a connection of a session.
  private static var openings: Set<String> { ["Interact", "OpenSession"] }

  private let base: Base
  private let calls: SessionCalls

  init(_ base: Base, noting calls: SessionCalls) {
    self.base = base
    self.calls = calls
  }

  var retryThrottle: RetryThrottle? { self.base.retryThrottle }

  func connect() async throws {
    try await self.base.connect()
  }

  func beginGracefulShutdown() {
    self.base.beginGracefulShutdown()
  }

  func config(forMethod descriptor: MethodDescriptor) -> MethodConfig? {
    self.base.config(forMethod: descriptor)
  }

  func withStream<T: Sendable>(
    descriptor: MethodDescriptor, options: CallOptions,
    _ closure: (_ stream: RPCStream<Inbound, Outbound>, _ context: ClientContext) async throws -> T
  ) async throws -> T {
    if Self.openings.contains(descriptor.method) { self.calls.begin() }
    defer { self.calls.end() }
    return try await self.base.withStream(descriptor: descriptor, options: options, closure)
  }
}
