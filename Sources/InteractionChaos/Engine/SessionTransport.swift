/// The transport of sessions to an engine.
public enum SessionTransport: Hashable, Sendable {
  /// gRPC over HTTP/2.
  case http2
  /// A WebSocket for each session, to the web listener, as from a browser.
  case webSocket
}
