import NIOCore

/// A connection that is swept once per ``ConnectionTimeouts/period``.
protocol SweptConnection: AnyObject {
  func sweep()
}

/// Sweeps the connections of an event loop once per ``ConnectionTimeouts/period``: one task for
/// all, an eighth of them at a time.
final class ConnectionSweeper {
  private static let partCount = 8
  private static let pause = TimeAmount.nanoseconds(
    ConnectionTimeouts.period.nanoseconds / Int64(partCount))

  private var shards = [[ObjectIdentifier: any SweptConnection]](repeating: [:], count: partCount)
  private var next = 0
  /// The next sweep; scheduled while there is a connection.
  private var task: Scheduled<Void>?

  /// Adds a connection, whose first sweep follows after a whole period.
  func add(_ connection: any SweptConnection, on loop: any EventLoop) {
    let newest = (self.next + Self.partCount - 1) % Self.partCount
    self.shards[newest][ObjectIdentifier(connection)] = connection
    if self.task == nil { self.schedule(on: loop) }
  }

  func remove(_ connection: any SweptConnection) {
    for part in self.shards.indices {
      self.shards[part].removeValue(forKey: ObjectIdentifier(connection))
    }
  }

  private func schedule(on loop: any EventLoop) {
    self.task = loop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in
      self?.sweepShard(on: loop)
    }
  }

  private func sweepShard(on loop: any EventLoop) {
    self.task = nil
    let part = self.shards[self.next]
    self.next = (self.next + 1) % Self.partCount
    if !self.shards.allSatisfy(\.isEmpty) { self.schedule(on: loop) }
    for connection in part.values { connection.sweep() }
  }
}
