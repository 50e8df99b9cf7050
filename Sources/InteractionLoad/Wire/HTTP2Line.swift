import NIOCore
import NIOHTTP2

/// A connection to the server, made anew when it is needed and the last one is gone.
///
/// Belongs to its event loop.
final class HTTP2Line: LoadLine {
  private let target: LoadTarget
  let loop: any EventLoop
  private var connection: EventLoopFuture<LoadConnection>
  /// The one that is there, or was.
  private var last: LoadConnection?
  /// When the next one may be tried, and why the last one could not be made.
  private var backoff = LoadBackoff()
  private var failure: NetworkProblem?

  init(_ connection: LoadConnection, to target: LoadTarget) {
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
      // HTTP/2's multiplexer never tells of a stream that is asked for after the connection's end.
      guard connection.channel.isActive else {
        return loop.makeFailedFuture(NetworkProblem("the connection was closed"))
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

  /// The connection; calls that are made while it is being made wait for the same one.
  private func open() -> EventLoopFuture<LoadConnection> {
    guard let last = self.last, !last.channel.isActive else { return self.connection }
    if let failure, !self.backoff.isOver(at: LoadSession.now) {
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
        // One that could not be made is gone like one that was lost.
        self.last = last
        self.failure = NetworkProblem(error)
        var random = SystemRandomNumberGenerator()
        self.backoff.failed(at: LoadSession.now, asked: nil, using: &random)
      }
    }
    return self.connection
  }

  var problem: NetworkProblem? { self.last?.problem }

  func close() {
    self.last?.channel.close(promise: nil)
  }
}
