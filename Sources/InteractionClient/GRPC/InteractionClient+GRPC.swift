public import GRPCCore

@available(InteractionEngine 1.0, *)
extension InteractionClient {
  /// Creates a client over one `transport`, which ``run()`` connects and which reconnects by
  /// itself.
  public convenience init(transport: some ClientTransport, token: TokenProvider? = nil) {
    self.init(GRPCCarrier(transport), token: token)
  }

  /// Creates a client of several engines, any of which can resume a session of any other. A session
  /// opens on the first, and moves to the next one when an engine is unreachable or drains.
  ///
  /// - Parameters:
  ///   - endpoints: Makes the transport to each engine; called again for each new connection.
  ///   - token: Returns an access token; nil for engines without tokens.
  public convenience init<Transport: ClientTransport>(
    endpoints: [@Sendable () throws -> Transport], token: TokenProvider? = nil
  ) {
    self.init(GRPCCarrier(endpoints), token: token)
  }
}
