public import GRPCCore
import Synchronization

/// Connections to one or several engines, on which sessions are opened.
///
/// ```swift
/// let client = InteractionClient(transport: transport)
/// async let connection: Void = client.run()
/// let session = client.open(SessionConfiguration(sessionID: "home-1", environment: .phone))
/// ```
@available(InteractionEngine 1.0, *)
public final class InteractionClient<Transport: ClientTransport>: Sendable {
  /// Makes the transport to one engine; asked again for each new connection.
  public typealias Endpoint = @Sendable () throws -> Transport
  /// Gets a token that says who the client is, as it stands after `Bearer`: asked once for each
  /// connection, once more if that is refused, and when the server says that it expires.
  public typealias TokenProvider = @Sendable () async throws -> String

  private let connections: Connections<Transport>
  private let token: TokenProvider?
  private let clock: SessionClock
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  /// A client over one `transport`, which ``run()`` connects and which reconnects on its own.
  public convenience init(transport: Transport, token: TokenProvider? = nil) {
    self.init(endpoints: [{ transport }], replaces: false, token: token)
  }

  /// A client of several engines, any of which can go on with a session of any other. A session
  /// opens on the first, and moves to the next when one cannot be reached or sends it away.
  public convenience init(endpoints: [Endpoint], token: TokenProvider? = nil) {
    self.init(endpoints: endpoints, replaces: true, token: token)
  }

  private init(endpoints: [Endpoint], replaces: Bool, token: TokenProvider?) {
    self.connections = Connections(endpoints: endpoints, replaces: replaces)
    self.clock = SessionClock(of: endpoints.first)
    self.token = token
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  /// Keeps the connections until ``shutDown()``, or until the task is cancelled.
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

  /// Opens a session. It starts at once; if no engine can be reached its updates say so.
  public func open(_ configuration: SessionConfiguration) -> InteractionSession {
    let session = InteractionSession(
      configuration: configuration, endpoints: self.connections.count, clock: self.clock)
    session.start(over: self.connections, token: self.token)
    return session
  }

  /// Lets running sessions end and then closes the connections.
  public func shutDown() {
    self.connections.shutDown()
    self.end.finish()
  }
}
