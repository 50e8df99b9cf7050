import Foundation

/// The memory that the process may have: its address space (`RLIMIT_AS`), and the main memory of
/// its control group. Without any that is free the process ends, without a word; so the engine
/// refuses work before.
@available(InteractionEngine 1.0, *)
package struct MemoryBudget: Hashable, Sendable {
  /// A limit that is too low to serve anyone.
  package struct Shortage: Error, CustomStringConvertible {
    /// Bytes.
    let total: Int
    let least: Int
    let kind: MemoryKind

    package var description: String {
      "the process may have \(self.total >> 20) MiB of \(self.kind.rawValue); must be at least"
        + " \(self.least >> 20): \(self.kind.remedy)"
    }
  }

  /// The part of the memory beyond which no new session is accepted.
  static let newSessions = 0.8
  /// Likewise, for resumed sessions.
  static let resumedSessions = 0.9
  /// The part of the memory beyond which the engine ends, and what is left at least: drains need
  /// some.
  static let end = 0.97
  static let leastAtEnd = 16 << 20
  /// The part of it that may wait for clients, and for a disk: buffers are up to three times as
  /// large as what they hold.
  private static let waiting = 16
  /// What the engine takes besides what it has when it starts: by then it has no threads.
  private static let reserves: [MemoryKind: (fixed: Int, perCore: Int)] = [
    .addressSpace: (56 << 20, 18 << 20), .mainMemory: (32 << 20, 8 << 20),
  ]

  /// Bytes; nil without a limit.
  private(set) var limits: [MemoryKind: Int] = [:]

  /// No limit.
  package init() {}

  /// - Parameters:
  ///   - limits: Bytes.
  ///   - used: The memory before the engine starts.
  init(_ limits: [MemoryKind: Int], used: ProcessMemory, cores: Int) throws(Shortage) {
    self.limits = limits
    for (kind, total) in limits {
      guard let reserve = Self.reserves[kind] else { continue }
      let need = used[keyPath: kind.measure] + reserve.fixed + cores * reserve.perCore
      // In whole MiB, as it is said.
      let least = (Int(Double(need) / Self.newSessions) >> 20 + 1) << 20
      guard total >= least else { throw Shortage(total: total, least: least, kind: kind) }
    }
  }

  /// That of this process; called when it starts.
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

  /// `RLIMIT_AS`, bytes; nil without a limit.
  static var addressSpaceLimit: Int? {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// Bytes beyond which the engine ends.
  static func end(of total: Int) -> Int {
    let most = min(Int(Double(total) * Self.end), total - Self.leastAtEnd)
    return max(most, Int(Double(total) * Self.resumedSessions))
  }

  /// Whether there is any limit.
  var isLimited: Bool { !self.limits.isEmpty }

  /// The part of the tightest limit that may be used for a purpose; nil without a limit.
  private func share(_ part: (Int) -> Int) -> Int? { self.limits.values.min().map(part) }

  /// Sets the limits of an engine that depend on it, as far as options say nothing else.
  package func apply(to limits: inout AdmissionLimits) {
    limits.memoryBytes = self.share { Int(Double($0) * Self.newSessions) }
    if let most = self.share({ $0 / Self.waiting }) {
      limits.waitingBytes = min(limits.waitingBytes, most)
    }
  }

  /// Sets how much of recordings may wait for a disk.
  package func apply(to recording: inout RecordingPolicy) {
    if let most = self.share({ $0 / Self.waiting }) {
      recording.unwrittenBytes = min(recording.unwrittenBytes, most)
    }
  }
}

/// The kinds of memory that a process can run out of.
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

  /// The way to more of it.
  fileprivate var remedy: String {
    switch self {
    case .addressSpace: "raise 'ulimit -v' (RLIMIT_AS)"
    case .mainMemory: "raise the control group's limit (memory.max)"
    }
  }
}
