package import NIOCore
import NIOPosix

/// A TCP proxy on loopback that injects faults into the connections it forwards.
///
/// ```swift
/// let schedule = ChaosSchedule(seed: 7, bytes: 0...20_000, cuts: 100)
/// let proxy = ChaosProxy(target: ProxyTarget(port: engine), faults: schedule.faults(connection:))
/// let port = try await proxy.start()
/// …
/// await proxy.stop()
/// ```
///
/// Stop it before its event loop shuts down; ``withProxy(to:faults:settings:group:_:)`` does. A
/// proxy is confined to one event loop, so its events have one order.
package final class ChaosProxy: Sendable {
  let loop: any EventLoop
  let box: NIOLoopBoundBox<ProxyConnections>
  let log: ChaosLog

  /// - Parameters:
  ///   - route: The targets of connections, until ``retarget(to:)``.
  ///   - faults: Returns the faults of a connection by its number, from 0. Called on the event
  ///     loop.
  ///   - group: The group that the event loop is taken from.
  package init(
    route: ProxyRoute,
    faults: @escaping @Sendable (Int) -> ConnectionFaults = { _ in .none },
    settings: ChaosSettings = ChaosSettings(),
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) {
    let loop = group.next()
    let log = ChaosLog()
    self.loop = loop
    self.log = log
    self.box = .makeBoxSendingValue(
      ProxyConnections(loop: loop, route: route, settings: settings, log: log, faults: faults),
      eventLoop: loop)
  }

  /// Creates a proxy with one target.
  package convenience init(
    target: ProxyTarget,
    faults: @escaping @Sendable (Int) -> ConnectionFaults = { _ in .none },
    settings: ChaosSettings = ChaosSettings(),
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) {
    self.init(route: .fixed(target), faults: faults, settings: settings, group: group)
  }

  /// Runs `body` with a started proxy and its port, and stops the proxy in any case.
  package static func withProxy<Result>(
    to target: ProxyTarget,
    faults: @escaping @Sendable (Int) -> ConnectionFaults = { _ in .none },
    settings: ChaosSettings = ChaosSettings(),
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ChaosProxy, Int) async throws -> Result
  ) async throws -> Result {
    let proxy = ChaosProxy(target: target, faults: faults, settings: settings, group: group)
    do {
      let port = try await proxy.start()
      let result = try await body(proxy, port)
      await proxy.stop()
      return result
    } catch {
      await proxy.stop()
      throw error
    }
  }

  /// Starts to listen; once only.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: The port, which the proxy keeps until it is stopped.
  /// - Throws: ``ChaosError``, or the operating system's error.
  @discardableResult
  package func start(port: Int = 0) async throws -> Int {
    try await self.loop.flatSubmit { [box, loop] in
      do {
        return try box.value.start(port: port, box: box)
      } catch {
        return loop.makeFailedFuture(error)
      }
    }.get()
  }

  /// Refuses new connections, resets the open ones and waits until all sockets are closed. Ends the
  /// sequences of ``events(limit:)``.
  package func stop() async {
    try? await self.loop.flatSubmit { [box] in box.value.stop() }.get()
    self.log.finish()
  }

  /// The counters up to now.
  package var counters: ChaosCounters { self.log.counters }

  /// Returns the events from now on, in order. The oldest unconsumed events beyond `limit` are
  /// dropped.
  package func events(limit: Int = 1 << 20) -> AsyncStream<ChaosEvent> {
    self.log.subscribe(limit: limit)
  }
}
