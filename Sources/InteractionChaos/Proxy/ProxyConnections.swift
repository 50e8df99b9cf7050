import NIOCore
import NIOPosix

/// The connections of a proxy, and its listener.
///
/// Confined to one event loop, so that connections are numbered in the order of acceptance and
/// events have one order.
final class ProxyConnections {
  typealias Faults = @Sendable (Int) -> ConnectionFaults

  let loop: any EventLoop
  let settings: ChaosSettings
  let log: ChaosLog
  private let faults: Faults
  var route: ProxyRoute
  var admission = AcceptPolicy.forward
  var listener: (any Channel)?
  var reservation: PortReservation?
  var isStopped = false
  private var links: [Int: ProxiedConnection] = [:]
  private var accepted = 0
  /// Promises that are fulfilled when no connection is left.
  private var waiters: [EventLoopPromise<Void>] = []

  init(
    loop: any EventLoop, route: ProxyRoute, settings: ChaosSettings, log: ChaosLog,
    faults: @escaping Faults
  ) {
    self.loop = loop
    self.route = route
    self.settings = settings
    self.log = log
    self.faults = faults
  }

  /// Accepts a client's socket, before it is active.
  func accept(_ channel: any Channel) throws {
    let index = self.accepted
    self.accepted += 1
    let link = ProxiedConnection(
      index: index, client: channel, admission: self.isStopped ? .reset : self.admission,
      faults: self.faults(index), settings: self.settings, log: self.log)
    link.onActive = { [weak self, weak link] in
      guard let self, let link else { return }
      link.isConnecting = true
      self.connect(link, self.route.candidates(connection: index)[...])
    }
    link.onClosed = { [weak self] in self?.remove(index) }
    self.links[index] = link
    self.log.record(.accepted, connection: index)
    // Added before the handler: if adding that fails, the channel is closed and the connection
    // removed.
    self.watch(link.client, of: link)
    try channel.pipeline.syncOperations.addHandler(ProxySocketHandler(end: link.client, link: link))
  }

  /// Returns the selected open connections, in order.
  func links(_ which: ConnectionSelection) -> [ProxiedConnection] {
    switch which {
    case .all: self.links.values.sorted { $0.index < $1.index }
    case .connection(let index): [self.links[index]].compactMap { $0 }
    }
  }

  /// Returns a future that succeeds when no connection is left.
  func whenEmpty() -> EventLoopFuture<Void> {
    let promise = self.loop.makePromise(of: Void.self)
    self.waiters.append(promise)
    self.wakeIfEmpty()
    return promise.futureResult
  }

  private func remove(_ index: Int) {
    self.links[index] = nil
    self.wakeIfEmpty()
  }

  private func wakeIfEmpty() {
    guard self.links.isEmpty else { return }
    let waiters = self.waiters
    self.waiters = []
    for waiter in waiters { waiter.succeed() }
  }

  private func watch(_ end: ProxySocket, of link: ProxiedConnection) {
    end.channel.closeFuture.assumeIsolated().whenComplete { _ in link.closed(end) }
  }

  /// Connects to the first candidate that accepts.
  private func connect(_ link: ProxiedConnection, _ candidates: ArraySlice<ProxyTarget>) {
    guard let target = candidates.first else { return link.unreachable() }
    self.connection(to: target).assumeIsolated().whenComplete { result in
      do {
        let channel = try result.get()
        let end = ProxySocket(side: .target, channel: channel)
        try channel.pipeline.syncOperations.addHandler(ProxySocketHandler(end: end, link: link))
        self.watch(end, of: link)
        link.connected(end, to: target)
      } catch {
        if let channel = try? result.get() { channel.close(promise: nil) }
        self.connect(link, candidates.dropFirst())
      }
    }
  }

  private func connection(to target: ProxyTarget) -> EventLoopFuture<any Channel> {
    var bootstrap = ClientBootstrap(group: self.loop)
      .connectTimeout(TimeAmount(self.settings.connectTimeout))
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.allowRemoteHalfClosure, value: true)
    if let bytes = self.settings.kernelBufferBytes {
      bootstrap =
        bootstrap
        .channelOption(.socketOption(.so_rcvbuf), value: bytes)
        .channelOption(.socketOption(.so_sndbuf), value: bytes)
    }
    // Host names are resolved on another thread; IP addresses need no resolution.
    if let address = try? SocketAddress(ipAddress: target.host, port: target.port) {
      return bootstrap.connect(to: address)
    }
    return bootstrap.connect(host: target.host, port: target.port)
  }
}
