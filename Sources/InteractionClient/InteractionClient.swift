public import GRPCCore

/// A connection to an engine, on which sessions are opened.
///
/// ```swift
/// let client = InteractionClient(transport: transport)
/// async let connection: Void = client.run()
/// let session = client.open(SessionConfiguration(sessionID: "home-1", environment: .phone))
/// ```
public final class InteractionClient<Transport: ClientTransport>: Sendable {
  private let client: GRPCClient<Transport>

  /// A client over `transport`, which is connected by ``run()``.
  public init(transport: Transport) {
    self.client = GRPCClient(transport: transport)
  }

  /// Keeps the connection until ``shutDown()``, or until the task is cancelled.
  public func run() async throws {
    try await self.client.runConnections()
  }

  /// Opens a session. It starts at once; if no engine can be reached its updates say so.
  public func open(_ configuration: SessionConfiguration) -> InteractionSession {
    let session = InteractionSession(configuration: configuration)
    session.start(over: self.client)
    return session
  }

  /// Lets running sessions end and then closes the connection.
  public func shutDown() {
    self.client.beginGracefulShutdown()
  }
}
