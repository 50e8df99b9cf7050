import Foundation

/// The memory limits of the process: its address space (`RLIMIT_AS`), and the memory of its control
/// group. The process is killed or crashes beyond them, so the engine refuses work before.
@available(InteractionEngine 1.0, *)
package struct MemoryBudget: Hashable, Sendable {
  /// The error of a limit that is too low to serve.
  package struct Shortage: Error, CustomStringConvertible {
    /// The limit, in bytes.
    let total: Int
    let least: Int
    let kind: MemoryKind

    package var description: String {
      "the \(self.kind.rawValue) limit is \(self.total >> 20) MiB; must be at least"
        + " \(self.least >> 20) MiB: \(self.kind.remedy)"
    }
  }

  /// The share of a limit above which new sessions are refused.
  static let newSessions = 0.8
  /// The share of a limit above which sessions that resume are refused.
  static let resumedSessions = 0.9
  /// The share of a limit above which the engine shuts down, and the minimum that then remains:
  /// draining needs some.
  static let end = 0.97
  static let leastAtEnd = 16 << 20
  /// The divisor of the limit for bytes buffered for clients, and for a disk: buffers are up to
  /// three times as large as their contents.
  private static let waiting = 16
  /// The memory that the engine needs beyond its use at start, when it has no threads yet, in
  /// bytes.
  private static let reserves: [MemoryKind: (fixed: Int, perCore: Int)] = [
    .addressSpace: (56 << 20, 18 << 20), .mainMemory: (32 << 20, 8 << 20),
  ]

  /// The limits, in bytes; nil for none.
  private(set) var limits: [MemoryKind: Int] = [:]

  /// Creates a budget without limits.
  package init() {}

  /// - Parameters:
  ///   - limits: The limits, in bytes.
  ///   - used: The memory in use before the engine starts.
  /// - Throws: ``Shortage`` if a limit is too low.
  init(_ limits: [MemoryKind: Int], used: ProcessMemory, cores: Int) throws(Shortage) {
    self.limits = limits
    for (kind, total) in limits {
      guard let reserve = Self.reserves[kind] else { continue }
      let need = used[keyPath: kind.measure] + reserve.fixed + cores * reserve.perCore
      // In whole MiB, as the message has it.
      let least = (Int(Double(need) / Self.newSessions) >> 20 + 1) << 20
      guard total >= least else { throw Shortage(total: total, least: least, kind: kind) }
    }
  }

  /// Returns the budget of this process. Call at its start.
  package static func ofProcess(cores: Int) throws(Shortage) -> MemoryBudget {
    guard let used = ProcessMemory.current else { return MemoryBudget() }
    var limits: [MemoryKind: Int] = [:]
    limits[.addressSpace] = self.addressSpaceLimit
    if let limit = ControlGroups.ofProcess.memoryLimit,
      limit < Int(clamping: ProcessInfo.processInfo.physicalMemory)
    {
      limits[.mainMemory] = limit
    }
    return try MemoryBudget(limits, used: used, cores: cores)
  }

  /// The limit `RLIMIT_AS`, in bytes; nil for none.
  static var addressSpaceLimit: Int? {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// Returns the memory above which the engine shuts down, in bytes.
  static func end(of total: Int) -> Int {
    let most = min(Int(Double(total) * Self.end), total - Self.leastAtEnd)
    return max(most, Int(Double(total) * Self.resumedSessions))
  }

  /// A Boolean value that indicates whether there is any limit.
  var isLimited: Bool { !self.limits.isEmpty }

  /// Returns a part of the lowest limit; nil without a limit.
  private func share(_ part: (Int) -> Int) -> Int? { self.limits.values.min().map(part) }

  /// Sets the admission limits that depend on memory. Options override them.
  package func apply(to limits: inout AdmissionLimits) {
    limits.memoryBytes = self.share { Int(Double($0) * Self.newSessions) }
    if let most = self.share({ $0 / Self.waiting }) {
      limits.waitingBytes = min(limits.waitingBytes, most)
    }
  }

  /// Sets the maximum bytes of recordings that wait for a disk.
  package func apply(to recording: inout RecordingPolicy) {
    if let most = self.share({ $0 / Self.waiting }) {
      recording.unwrittenBytes = min(recording.unwrittenBytes, most)
    }
  }
}

/// The kinds of memory that a process can exhaust.
@available(InteractionEngine 1.0, *)
enum MemoryKind: String, Hashable, Sendable {
  case addressSpace = "address space"
  case mainMemory = "memory"

  var measure: any KeyPath<ProcessMemory, Int> & Sendable {
    switch self {
    case .addressSpace: \.usedAddressSpace
    case .mainMemory: \.resident
    }
  }

  /// The remedy for a limit that is too low.
  fileprivate var remedy: String {
    switch self {
    case .addressSpace: "raise 'ulimit -v' (RLIMIT_AS)"
    case .mainMemory: "raise the control group's limit (memory.max)"
    }
  }
}
