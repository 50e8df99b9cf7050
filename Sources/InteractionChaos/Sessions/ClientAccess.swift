public import GRPCNIOTransportHTTP2

/// How clients reach engines that ask for encryption or a token.
public struct ClientAccess: Sendable {
  public var security = HTTP2ClientTransport.Posix.TransportSecurity.plaintext
  /// Whose certificate an engine has to show; nil for that of the host that is connected to.
  public var serverName: String?
  /// The token of a session, by its number; nil if there are none.
  public var token: (@Sendable (Int) -> String)?

  public init() {}

  /// A transport to an engine.
  public func transport(to target: any ResolvableTarget) throws -> HTTP2ClientTransport.Posix {
    try HTTP2ClientTransport.Posix(
      target: target, transportSecurity: self.security,
      config: .defaults { $0.http2.authority = self.serverName })
  }

  /// What a client asks for its token; nil if there are none.
  public func provider(of session: Int) -> (@Sendable () async throws -> String)? {
    self.token.map { token in { @Sendable in token(session) } }
  }
}
