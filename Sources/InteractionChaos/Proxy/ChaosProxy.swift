package import NIOCore
import NIOPosix

/// A TCP proxy on loopback that hurts the connections it forwards, as told.
///
/// ```swift
/// let schedule = ChaosSchedule(seed: 7, bytes: 0...20_000, cuts: 100)
/// let proxy = ChaosProxy(target: ProxyTarget(port: engine), faults: schedule.faults(connection:))
/// let port = try await proxy.start()
/// …
/// await proxy.stop()
/// ```
///
/// It must be stopped, before its event loop is; ``withProxy(to:faults:settings:group:_:)`` does
/// so. Everything of one proxy happens on one event loop, so that there is one order of events.
package final class ChaosProxy: Sendable {
  let loop: any EventLoop
  let box: NIOLoopBoundBox<Switchboard>
  let log: ChaosLog

  /// - Parameters:
  ///   - route: Where connections go, until ``retarget(to:)``.
  ///   - faults: What is done to connection k, the first that is accepted being 0. Called on the
  ///     event loop.
  ///   - group: Where the proxy's event loop is taken from.
  package init(
    route: Route,
    faults: @escaping @Sendable (Int) -> ConnectionFaults = { _ in .none },
    settings: ChaosSettings = ChaosSettings(),
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) {
    let loop = group.next()
    let log = ChaosLog()
    self.loop = loop
    self.log = log
    self.box = .makeBoxSendingValue(
      Switchboard(loop: loop, route: route, settings: settings, log: log, faults: faults),
      eventLoop: loop)
  }

  /// The same, for one target.
  package convenience init(
    target: ProxyTarget,
    faults: @escaping @Sendable (Int) -> ConnectionFaults = { _ in .none },
    settings: ChaosSettings = ChaosSettings(),
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  ) {
    self.init(route: .fixed(target), faults: faults, settings: settings, group: group)
  }

  /// Starts a proxy, hands it out with its port, and stops it in any case.
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
  /// - Parameter port: Where; 0 takes a free one.
  /// - Returns: The port, which stays the proxy's until it is stopped.
  /// - Throws: ``ChaosError``, or what the operating system has against it.
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

  /// Refuses new connections, resets those that are open and waits until all sockets are closed.
  /// Ends the sequences of ``events(limit:)``.
  package func stop() async {
    try? await self.loop.flatSubmit { [box] in box.value.stop() }.get()
    self.log.finish()
  }

  /// Sums up to now.
  package var counters: ChaosCounters { self.log.counters }

  /// What happens from now on, in order. Of the events that are not taken the oldest are dropped
  /// when there are more than `limit`.
  package func events(limit: Int = 1 << 20) -> AsyncStream<ChaosEvent> {
    self.log.subscribe(limit: limit)
  }
}
