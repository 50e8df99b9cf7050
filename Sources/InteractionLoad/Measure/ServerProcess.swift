import Foundation

/// A server process on the same machine, observed through `/proc`.
package struct ServerProcess: Sendable {
  /// The resource usage at one time.
  struct ResourceUsage: Hashable, Sendable {
    /// The time on the load's clock, nanoseconds.
    var time: UInt64
    /// CPU time since the process started, user and system, seconds.
    var cpuSeconds: Double
    /// The system part of ``cpuSeconds``, seconds.
    var systemSeconds: Double
    /// Resident memory, bytes.
    var residentBytes: Int
  }

  private let identifier: Int32

  /// - Throws: ``LoadError`` if there is no such process, or `/proc` has no data about it.
  package init(identifier: Int32) throws {
    self.identifier = identifier
    guard self.resourceUsage != nil else {
      throw LoadError(
        .invalidArgument, "--server-pid is \(identifier); no such process, or /proc is unreadable")
    }
  }

  /// The usage up to now; nil once the process has ended.
  var resourceUsage: ResourceUsage? {
    // The name, in parentheses, may contain spaces; the numeric fields follow it.
    guard let stat = Self.read("/proc/\(self.identifier)/stat"),
      let name = stat.lastIndex(of: ")"),
      let memory = Self.read("/proc/\(self.identifier)/statm")?.split(separator: " ")
    else { return nil }
    let fields = stat[name...].split(separator: " ")
    guard fields.count > 13, memory.count > 1, let user = Double(fields[12]),
      let system = Double(fields[13]), let pages = Int(memory[1])
    else { return nil }
    let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
    return ResourceUsage(
      time: LoadSession.now, cpuSeconds: (user + system) * tick, systemSeconds: system * tick,
      residentBytes: pages * sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func read(_ path: String) -> String? {
    // Files in /proc have no size.
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A server's resource usage during a load.
package struct ServerUsage: Hashable, Sendable, Codable {
  /// Seconds observed: from the end of the warm-up until the sessions are ended. Nil in reports of
  /// earlier versions.
  package var seconds: Double?
  /// CPU seconds in that time.
  package var processorSeconds: Double
  /// CPU time per event, microseconds; nil if there were no events.
  package var processorPerEvent: Double?
  /// The kernel's part of ``processorPerEvent``; nil as well in reports of earlier versions.
  package var kernelPerEvent: Double?
  /// Events per CPU second, the throughput of one core; nil if no CPU time was used.
  package var eventsPerCore: Double?
  /// Resident memory at the start, bytes.
  package var memoryBefore: Int
  /// The largest resident memory that was sampled, bytes.
  package var mostMemory: Int
}
