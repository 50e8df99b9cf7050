import NIOCore
import NIOHTTP2

/// An HTTP/2 connection to the server that reconnects on demand.
///
/// Confined to its event loop.
final class HTTP2SessionConnection: SessionConnection {
  private let target: LoadEndpoint
  let loop: any EventLoop
  private var connection: EventLoopFuture<LoadConnection>
  /// The newest connection, open or closed; nil while connecting.
  private var last: LoadConnection?
  /// The backoff for reconnecting.
  private var backoff = LoadBackoff()
  /// The error of the last attempt to connect.
  private var failure: NetworkError?

  init(_ connection: LoadConnection, to target: LoadEndpoint) {
    self.target = target
    self.loop = connection.channel.eventLoop
    self.last = connection
    self.connection = self.loop.makeSucceededFuture(connection)
  }

  func makeCall(for session: LoadSession, token: String?) -> EventLoopFuture<Void> {
    let loop = self.loop
    let session = NIOLoopBound(session, eventLoop: loop)
    let target = self.target
    return self.open().flatMap { connection -> EventLoopFuture<Void> in
      // NIO's multiplexer does not fail a stream that is created after the connection has closed.
      guard connection.channel.isActive else {
        return loop.makeFailedFuture(NetworkError("the connection was closed"))
      }
      let call = NIOLoopBound(
        HTTP2Call(session.value, to: target, key: session.value.key, token: token),
        eventLoop: loop)
      let made = loop.makePromise(of: (any Channel).self)
      connection.multiplexer.createStreamChannel(promise: made) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(call.value)
        }
      }
      return made.futureResult.map { _ in }
    }
  }

  /// Returns the connection; concurrent calls share one attempt to connect.
  private func open() -> EventLoopFuture<LoadConnection> {
    guard let last = self.last, !last.channel.isActive else { return self.connection }
    if let failure, !self.backoff.hasElapsed(at: LoadSession.now) {
      return self.loop.makeFailedFuture(failure)
    }
    self.last = nil
    let (target, loop) = (self.target, self.loop)
    self.connection = loop.makeFutureWithTask {
      try await LoadConnection.open(to: target, on: loop)
    }
    self.connection.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let made):
        (self.last, self.failure) = (made, nil)
        self.backoff.succeeded()
      case .failure(let error):
        // A failed attempt leaves the last connection closed: the next call connects again.
        self.last = last
        self.failure = NetworkError(error)
        var random = SystemRandomNumberGenerator()
        self.backoff.failed(at: LoadSession.now, asked: nil, using: &random)
      }
    }
    return self.connection
  }

  var problem: NetworkError? { self.last?.problem }

  func close() {
    self.last?.channel.close(promise: nil)
  }
}
