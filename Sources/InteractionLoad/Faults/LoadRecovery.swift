import Histogram

/// How sessions came back, as a load's event loops measure it.
struct LoadRecovery: Sendable {
  /// Calls that were lost.
  var lost = 0
  /// Sessions that went on where they were.
  var resumed = 0
  /// From the loss of a call to the session's going on, nanoseconds.
  var gaps = LoadMeter.times()

  mutating func add(_ other: LoadRecovery) {
    self.lost += other.lost
    self.resumed += other.resumed
    self.gaps.add(other.gaps)
  }
}

/// What was done to a load, and how its sessions came back.
package struct LoadHarm: Hashable, Sendable, Codable {
  package var faults: LoadFaults.Counts
  /// Calls that were lost, and sessions that went on where they were.
  package var lost: Int
  package var resumed: Int
  /// From the loss of a call to the session's going on.
  package var gaps: LoadTimes
  /// When what was done, in order.
  package var moments: [Moment]

  /// When something was done.
  package struct Moment: Hashable, Sendable, Codable {
    /// Since the load began.
    package var second: Double
    package var what: LoadFaults.Kind
  }

  init(_ log: LoadFaultLog, _ recovery: LoadRecovery, since start: UInt64) {
    self.faults = log.counts
    self.moments = log.moments.filter { $0.at >= start }.sorted { $0.at < $1.at }.map {
      Moment(second: Double($0.at - start) / 1e9, what: $0.kind)
    }
    self.lost = recovery.lost
    self.resumed = recovery.resumed
    self.gaps = LoadTimes(recovery.gaps)
  }
}
