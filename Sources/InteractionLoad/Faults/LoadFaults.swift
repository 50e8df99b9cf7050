/// What is done to a load while it runs. Its sessions come back from their checkpoints, as clients
/// do.
package struct LoadFaults: Sendable {
  /// Ends the engine as a crash would, and starts it again.
  package typealias Crash = @Sendable () async throws -> Void

  /// How often all connections are cut, by RST and FIN in turn; nil for never.
  package var cutPause: Duration?
  /// How often all connections stand still, and for how long; nil for never.
  package var stallPause: Duration?
  package var stallTime = Duration.seconds(1)
  /// How often the engine crashes, and what makes it; nil for never.
  package var crashPause: Duration?
  package var crash: Crash?

  package init() {}

  /// What is done.
  package enum Kind: String, Hashable, Sendable, Codable {
    case cut
    case stall
    case crash
  }

  /// How often what was done.
  package struct Counts: Hashable, Sendable, Codable {
    /// Connections that were cut, and that stood still.
    package var cuts = 0
    package var stalls = 0
    package var crashes = 0
  }
}

/// What was done to a load, and when.
struct LoadFaultLog: Sendable {
  var counts = LoadFaults.Counts()
  /// Each moment, on the clock of ``LoadSession/now``.
  var moments: [(kind: LoadFaults.Kind, at: UInt64)] = []

  mutating func note(_ kind: LoadFaults.Kind) {
    self.moments.append((kind, LoadSession.now))
  }

  mutating func add(_ other: LoadFaultLog) {
    self.counts.cuts += other.counts.cuts
    self.counts.stalls += other.counts.stalls
    self.counts.crashes += other.counts.crashes
    self.moments += other.moments
  }
}
