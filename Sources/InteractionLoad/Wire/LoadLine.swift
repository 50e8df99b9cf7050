import NIOCore

/// A connection to the server, made anew when it is needed and the last one is gone.
///
/// Belongs to its event loop.
final class LoadLine {
  private let target: LoadTarget
  let loop: any EventLoop
  private var connection: EventLoopFuture<LoadConnection>
  /// The one that is there, or was.
  private var last: LoadConnection?

  init(_ connection: LoadConnection, to target: LoadTarget) {
    self.target = target
    self.loop = connection.channel.eventLoop
    self.last = connection
    self.connection = self.loop.makeSucceededFuture(connection)
  }

  /// The connection; calls that are made while it is being made wait for the same one.
  func open() -> EventLoopFuture<LoadConnection> {
    guard let last = self.last, !last.channel.isActive else { return self.connection }
    self.last = nil
    let (target, loop) = (self.target, self.loop)
    self.connection = loop.makeFutureWithTask {
      try await LoadConnection.open(to: target, on: loop)
    }
    self.connection.assumeIsolated().whenComplete { result in
      // One that could not be made is gone like one that was lost.
      self.last = (try? result.get()) ?? last
    }
    return self.connection
  }

  func close() {
    self.last?.channel.close(promise: nil)
  }
}
