import Foundation

/// What the system knows of the server's process, if it is on the same machine.
package struct ServerProcess: Sendable {
  /// What it has used at a moment.
  struct Use: Hashable, Sendable {
    /// When that is, on the load's clock, nanoseconds.
    var time: UInt64
    /// Processor time since it started, user and system, seconds.
    var processor: Double
    /// The part of it in the kernel, seconds.
    var kernel: Double
    /// What is in main memory, bytes.
    var memory: Int
  }

  private let identifier: Int32

  /// - Throws: ``LoadError`` if there is no such process, or nothing is known of it.
  package init(identifier: Int32) throws {
    self.identifier = identifier
    guard self.use != nil else {
      throw LoadError(.usage, "there is no process \(identifier), or /proc says nothing about it")
    }
  }

  /// What it has used up to now; nil once it is gone.
  var use: Use? {
    // The name, in parentheses, may have spaces; the fields that count come after it.
    guard let stat = Self.read("/proc/\(self.identifier)/stat"),
      let name = stat.lastIndex(of: ")"),
      let memory = Self.read("/proc/\(self.identifier)/statm")?.split(separator: " ")
    else { return nil }
    let fields = stat[name...].split(separator: " ")
    guard fields.count > 13, memory.count > 1, let user = Double(fields[12]),
      let system = Double(fields[13]), let pages = Int(memory[1])
    else { return nil }
    let tick = 1 / Double(sysconf(Int32(_SC_CLK_TCK)))
    return Use(
      time: LoadSession.now, processor: (user + system) * tick, kernel: system * tick,
      memory: pages * sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func read(_ path: String) -> String? {
    // Files of /proc have no size.
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What a server used during a load.
package struct ServerUse: Hashable, Sendable, Codable {
  /// How long it was watched, seconds: from the end of the warm-up until sessions are ended. Nil in
  /// reports that were written before this was said.
  package var seconds: Double?
  /// Processor seconds in that time.
  package var processorSeconds: Double
  /// Processor time for each event, microseconds; nil if there were no events.
  package var processorPerEvent: Double?
  /// The part of it in the kernel; nil as well in reports that were written before this was told.
  package var kernelPerEvent: Double?
  /// Events for each processor second: what one core serves; nil if it used none.
  package var eventsPerCore: Double?
  /// Main memory at the start, and the most that was seen, bytes.
  package var memoryBefore: Int
  package var mostMemory: Int
}
