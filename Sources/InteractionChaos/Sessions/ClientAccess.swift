public import GRPCNIOTransportHTTP2

/// The access of clients to engines that require TLS or a token.
public struct ClientAccess: Sendable {
  public var security = HTTP2ClientTransport.Posix.TransportSecurity.plaintext
  /// The name that an engine's certificate must have; nil for the host's.
  public var serverName: String?
  /// Returns the token of a session by its number; nil for no tokens.
  public var token: (@Sendable (Int) -> String)?

  public init() {}

  /// Returns a transport to an engine.
  public func transport(to target: any ResolvableTarget) throws -> HTTP2ClientTransport.Posix {
    try HTTP2ClientTransport.Posix(
      target: target, transportSecurity: self.security,
      config: .defaults { $0.http2.authority = self.serverName })
  }

  /// Returns a session's token provider; nil for no tokens.
  public func provider(of session: Int) -> (@Sendable () async throws -> String)? {
    self.token.map { token in { @Sendable in token(session) } }
  }
}
