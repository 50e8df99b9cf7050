/// A client of one or several engines, on whose connections sessions are opened.
///
/// ```swift
/// let client = InteractionClient(transport: transport)
/// async let connection: Void = client.run()
/// let session = client.open(SessionConfiguration(sessionID: "home-1", surface: .phone))
/// ```
public final class InteractionClient: Sendable {
  /// Returns an access token, without the `Bearer` prefix. Called once for each connection, once
  /// more if the token is refused, and whenever the server announces its expiry.
  public typealias TokenProvider = @Sendable () async throws -> String

  private let transport: any SessionCarrier
  private let token: TokenProvider?

  package init(_ transport: some SessionCarrier, token: TokenProvider? = nil) {
    self.transport = transport
    self.token = token
  }

  /// Runs the connections until ``shutDown()`` is called or the task is cancelled.
  public func run() async throws {
    await self.transport.run()
  }

  /// Opens a session, which starts to connect at once. A failure to connect is reported by its
  /// updates.
  public func open(_ configuration: SessionConfiguration) -> InteractionSession {
    let session = InteractionSession(
      configuration: configuration, endpoints: self.transport.engineCount,
      clock: self.transport.clock)
    session.start(over: self.transport, token: self.token)
    return session
  }

  /// Closes the connections once the running sessions have ended.
  public func shutDown() {
    self.transport.shutDown()
  }
}
