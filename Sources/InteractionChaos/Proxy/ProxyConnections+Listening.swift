import NIOCore
import NIOPosix

/// Accepting and refusing connections.
extension ProxyConnections {
  /// Reserves the port and listens on it.
  ///
  /// - Parameter box: Boxes `self` for the listener's sendable closures.
  func start(port: Int, box: NIOLoopBoundBox<ProxyConnections>) throws -> EventLoopFuture<Int> {
    guard self.reservation == nil, !self.isStopped else {
      throw ChaosError(code: .alreadyStarted, message: "The proxy has already been started.")
    }
    let address = try SocketAddress(ipAddress: self.settings.host, port: port)
    guard let host = address.ipAddress, host == "::1" || host.hasPrefix("127.") else {
      throw ChaosError(
        code: .notLoopback, message: "host is '\(self.settings.host)'; must be a loopback address.")
    }
    let reservation = try PortReservation(address)
    self.reservation = reservation
    return self.listen(box: box).map { reservation.address.port ?? 0 }
  }

  /// Changes the treatment of new connections.
  func admit(_ admission: AcceptPolicy, box: NIOLoopBoundBox<ProxyConnections>) -> EventLoopFuture<
    Void
  > {
    self.admission = admission
    guard admission == .refuse else { return self.listen(box: box) }
    guard let listener = self.listener else { return self.loop.makeSucceededVoidFuture() }
    self.listener = nil
    return listener.close()
  }

  /// Stops listening, resets the open connections and releases the port.
  func stop() -> EventLoopFuture<Void> {
    self.isStopped = true
    let listener = self.listener
    self.listener = nil
    self.reservation = nil
    for link in self.links(.all) {
      link.cut(.rst, isFault: false)
      for end in link.ends { end.reset() }
    }
    let closed = listener?.close() ?? self.loop.makeSucceededVoidFuture()
    return closed.recover { _ in }.assumeIsolated().flatMap { self.whenEmpty() }.nonisolated()
  }

  private func listen(box: NIOLoopBoundBox<ProxyConnections>) -> EventLoopFuture<Void> {
    guard let address = self.reservation?.address else {
      return self.loop.makeFailedFuture(
        ChaosError(code: .notStarted, message: "The proxy has not been started."))
    }
    guard self.listener == nil else { return self.loop.makeSucceededVoidFuture() }
    guard let bootstrap = self.bootstrap(box: box) else {
      return self.loop.makeFailedFuture(
        ChaosError(code: .unsuitableEventLoop, message: "\(self.loop) does not support sockets."))
    }
    return bootstrap.bind(to: address).assumeIsolated().map { channel in
      guard !self.isStopped, self.admission != .refuse, self.listener == nil else {
        return channel.close(promise: nil)
      }
      self.listener = channel
    }.nonisolated()
  }

  private func bootstrap(box: NIOLoopBoundBox<ProxyConnections>) -> ServerBootstrap? {
    var bootstrap = ServerBootstrap(validatingGroup: self.loop)?
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try box.value.accept(channel) }
      }
    #if !os(Linux)
      bootstrap = bootstrap?.serverChannelOption(.socketOption(.so_reuseport), value: 1)
    #endif
    if let bytes = self.settings.kernelBufferBytes {
      bootstrap = bootstrap?
        .serverChannelOption(.socketOption(.so_rcvbuf), value: bytes)
        .childChannelOption(.socketOption(.so_rcvbuf), value: bytes)
        .childChannelOption(.socketOption(.so_sndbuf), value: bytes)
    }
    return bootstrap
  }
}
