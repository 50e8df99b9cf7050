import Foundation

/// How the descriptors that the process may have (`RLIMIT_NOFILE`) are shared out. Without one that
/// is free the process ends: the runtime needs some at moments of its own. Sessions hold none, and
/// all recordings share one.
@available(InteractionEngine 1.0, *)
package struct DescriptorBudget: Hashable, Sendable {
  /// Why the engine cannot serve with so few.
  package struct Shortage: Error, CustomStringConvertible {
    let total: Int
    let least: Int

    package var description: String {
      "the process may have \(self.total) descriptors; must be at least \(self.least):"
        + " raise 'ulimit -n' (RLIMIT_NOFILE)"
    }
  }

  /// Three for each event loop, and one to spare.
  private static let reservePerCore = 4
  /// Listeners, the log, files that are read from time to time, and connections that are being
  /// refused.
  private static let reserveBesides = 32
  private static let leastConnections = 8
  /// The most for monitoring, and for operators.
  private static let mostReserved = 64

  /// What the process may have.
  package let total: Int
  /// What is kept for everything but connections.
  package let reserve: Int
  /// Connections for metrics and health over HTTP.
  package let monitoring: Int
  /// Connections of operators' own listeners, however many others there are.
  package let operators: Int
  /// Connections of clients, backends, and operators without listeners of their own.
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

  /// That of this process, which asks for as many as it can get.
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
