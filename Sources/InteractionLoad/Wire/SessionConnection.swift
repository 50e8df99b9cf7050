import NIOCore

/// A connection, or a source of connections, that carries sessions' calls.
///
/// Confined to its event loop.
protocol SessionConnection: AnyObject {
  var loop: any EventLoop { get }
  /// The connection's known error; nil for none.
  var problem: NetworkError? { get }
  /// Makes a call whose delegate is the session. Fails if it cannot be made.
  func makeCall(for session: LoadSession, token: String?) -> EventLoopFuture<Void>
  func close()
}
