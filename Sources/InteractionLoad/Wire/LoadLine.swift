import NIOCore

/// What sessions make their calls on.
///
/// Belongs to its event loop.
protocol LoadLine: AnyObject {
  var loop: any EventLoop { get }
  /// What is known to be wrong with the connection; nil for nothing.
  var problem: NetworkProblem? { get }
  /// Makes a call, of which the session hears. Fails if it cannot be made.
  func makeCall(for session: LoadSession, token: String?) -> EventLoopFuture<Void>
  func close()
}
