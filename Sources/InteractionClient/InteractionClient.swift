public import GRPCCore
import Synchronization

/// A client of one or several engines, on whose connections sessions are opened.
///
/// ```swift
/// let client = InteractionClient(transport: transport)
/// async let connection: Void = client.run()
/// let session = client.open(SessionConfiguration(sessionID: "home-1", surface: .phone))
/// ```
@available(InteractionEngine 1.0, *)
public final class InteractionClient<Transport: ClientTransport>: Sendable {
  /// Makes the transport to one engine; called again for each new connection.
  public typealias TransportFactory = @Sendable () throws -> Transport
  /// Returns an access token, without the `Bearer` prefix. Called once for each connection, once
  /// more if the token is refused, and whenever the server announces its expiry.
  public typealias TokenProvider = @Sendable () async throws -> String

  private let connections: ConnectionPool<Transport>
  private let token: TokenProvider?
  private let clock: SessionClock
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  /// Creates a client over one `transport`, which ``run()`` connects and which reconnects by
  /// itself.
  public convenience init(transport: Transport, token: TokenProvider? = nil) {
    self.init(endpoints: [{ transport }], replaces: false, token: token)
  }

  /// Creates a client of several engines, any of which can resume a session of any other. A session
  /// opens on the first, and moves to the next one when an engine is unreachable or drains.
  public convenience init(endpoints: [TransportFactory], token: TokenProvider? = nil) {
    self.init(endpoints: endpoints, replaces: true, token: token)
  }

  private init(endpoints: [TransportFactory], replaces: Bool, token: TokenProvider?) {
    self.connections = ConnectionPool(endpoints: endpoints, replaces: replaces)
    self.clock = SessionClock(of: endpoints.first)
    self.token = token
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  /// Runs the connections until ``shutDown()`` is called or the task is cancelled.
  public func run() async throws {
    await withTaskCancellationHandler {
      for await _ in self.ended {}
      if Task.isCancelled { self.connections.cancel() }
      await self.connections.wait()
    } onCancel: {
      self.connections.cancel()
      self.end.finish()
    }
  }

  /// Opens a session, which starts to connect at once. A failure to connect is reported by its
  /// updates.
  public func open(_ configuration: SessionConfiguration) -> InteractionSession {
    let session = InteractionSession(
      configuration: configuration, endpoints: self.connections.count, clock: self.clock)
    session.start(over: self.connections, token: self.token)
    return session
  }

  /// Closes the connections once the running sessions have ended.
  public func shutDown() {
    self.connections.shutDown()
    self.end.finish()
  }
}
