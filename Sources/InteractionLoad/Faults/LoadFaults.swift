/// The faults that are injected while a load runs. Its sessions resume from their checkpoints, as
/// clients do.
package struct LoadFaults: Sendable {
  /// Kills the engine as a crash would, and restarts it.
  package typealias Crash = @Sendable () async throws -> Void

  /// The interval at which all connections are cut, by RST and FIN in turn; nil for never.
  package var cutInterval: Duration?
  /// The interval at which all connections stall; nil for never.
  package var stallInterval: Duration?
  /// The duration of a stall.
  package var stallDuration = Duration.seconds(1)
  /// The interval at which the engine crashes; nil for never.
  package var crashInterval: Duration?
  /// Crashes and restarts the engine; without it, there are no crashes.
  package var crash: Crash?

  package init() {}

  /// A type of fault.
  package enum FaultType: String, Hashable, Sendable, Codable {
    case cut
    case stall
    case crash
  }

  /// The number of faults by type.
  package struct Counts: Hashable, Sendable, Codable {
    /// Connections that were cut.
    package var cuts = 0
    /// Connections that were stalled.
    package var stalls = 0
    /// Crashes of the engine.
    package var crashes = 0
  }
}

/// The faults injected into a load, with their times.
struct LoadFaultLog: Sendable {
  var counts = LoadFaults.Counts()
  /// The injections, in nanoseconds on the clock of ``LoadSession/now``.
  var injections: [(kind: LoadFaults.FaultType, at: UInt64)] = []

  mutating func record(_ kind: LoadFaults.FaultType) {
    self.injections.append((kind, LoadSession.now))
  }

  mutating func add(_ other: LoadFaultLog) {
    self.counts.cuts += other.counts.cuts
    self.counts.stalls += other.counts.stalls
    self.counts.crashes += other.counts.crashes
    self.injections += other.injections
  }
}
