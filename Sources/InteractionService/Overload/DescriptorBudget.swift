import Foundation

/// The allocation of the process's file descriptors (`RLIMIT_NOFILE`). The process crashes when
/// none is free, since the runtime needs some at any time. Sessions need none, and all recordings
/// share one.
@available(InteractionEngine 1.0, *)
package struct DescriptorBudget: Hashable, Sendable {
  /// The error of a limit that is too low to serve.
  package struct Shortage: Error, CustomStringConvertible {
    let total: Int
    let least: Int

    package var description: String {
      "the file descriptor limit is \(self.total); must be at least \(self.least):"
        + " raise 'ulimit -n' (RLIMIT_NOFILE)"
    }
  }

  /// The descriptors per event loop: three, and one to spare.
  private static let reservePerCore = 4
  /// The descriptors for listeners, the log, files, and connections that are being refused.
  private static let reserveBesides = 32
  private static let leastConnections = 8
  /// The maximum for monitoring, and for operators.
  private static let mostReserved = 64

  /// The limit of the process.
  package let total: Int
  /// The descriptors reserved for everything but connections.
  package let reserve: Int
  /// The maximum number of connections for metrics and health over HTTP.
  package let monitoring: Int
  /// The maximum number of connections of operators' own listeners, which others cannot exhaust.
  package let operators: Int
  /// The maximum number of connections of clients, backends, and operators without their own
  /// listener.
  package let connections: Int

  package init(total: Int, cores: Int) throws(Shortage) {
    self.total = total
    self.reserve = Self.reserveBesides + Self.reservePerCore * cores
    self.monitoring = min(Self.mostReserved, total / 16)
    self.operators = self.monitoring
    self.connections = total - self.reserve - self.monitoring - self.operators
    guard self.connections >= Self.leastConnections else {
      let least = (total...).first { $0 - 2 * ($0 / 16) >= self.reserve + Self.leastConnections }
      throw Shortage(total: total, least: least ?? total)
    }
  }

  /// Returns the budget of this process, after raising the soft limit to the hard one.
  package static func ofProcess(cores: Int) throws(Shortage) -> DescriptorBudget {
    try DescriptorBudget(total: Self.allowed, cores: cores)
  }

  private static let allowed: Int = {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let allowed = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    let now = setrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit.rlim_cur : allowed
    return Int(clamping: now)
  }()
}
