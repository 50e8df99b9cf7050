/// The memory pressure, and the work that is refused because of it.
@available(InteractionEngine 1.0, *)
struct MemoryPressure: Hashable, Sendable {
  /// The work that is refused.
  enum Level: Int, Comparable, Sendable {
    case nothing
    /// New sessions and simulations.
    case newSessions
    /// Sessions that resume, and connections, which may bring some.
    case resumedSessions
    /// Everything: the engine shuts down.
    case everything

    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  var level = Level.nothing
  var kind = MemoryKind.mainMemory
  /// The memory in use, in bytes.
  var used = 0
  /// The memory above which this level begins, in bytes.
  var limit = 0
  /// The limit of the process, in bytes; nil if only an option limits it.
  var total: Int?

  /// The reason for a shutdown.
  var end: String {
    "\(self.used >> 20) of \((self.total ?? self.limit) >> 20) MiB of \(self.kind.rawValue) are in use"
  }

  /// The reason for a refusal.
  var message: String {
    "the server uses \(self.used >> 20) MiB of \(self.kind.rawValue); the limit is"
      + " \(self.limit >> 20) MiB"
  }
}

/// Compares the process's memory with its limits, with hysteresis.
@available(InteractionEngine 1.0, *)
struct MemoryGauge: Sendable {
  /// The share of a limit that must be free again before a level ends.
  private static let hysteresis = 0.05

  private struct Bound: Sendable {
    let kind: MemoryKind
    let total: Int?
    /// The memory above which each level begins, in bytes, lowest level first.
    var limits: [(level: MemoryPressure.Level, bytes: Int)]
    var level = MemoryPressure.Level.nothing
  }

  private var bounds: [Bound] = []

  /// - Parameter sessions: The resident memory above which new sessions are refused, in bytes; nil
  ///   for the budget's.
  init(_ budget: MemoryBudget, sessions: Int?) {
    for kind in [MemoryKind.addressSpace, .mainMemory] {
      let total = budget.limits[kind]
      func part(_ share: Double) -> Int? { total.map { Int(Double($0) * share) } }
      let first = kind == .mainMemory ? sessions : nil
      let limits: [(MemoryPressure.Level, Int?)] = [
        (.newSessions, first ?? part(MemoryBudget.newSessions)),
        (.resumedSessions, part(MemoryBudget.resumedSessions).map { max($0, first ?? 0) }),
        (.everything, total.map(MemoryBudget.end)),
      ]
      let known = limits.compactMap { level, bytes in bytes.map { (level: level, bytes: $0) } }
      if !known.isEmpty { self.bounds.append(Bound(kind: kind, total: total, limits: known)) }
    }
  }

  /// Returns whether measuring the free heap may change the pressure.
  func needsHeap(_ memory: ProcessMemory) -> Bool {
    self.bounds.contains { bound in
      bound.kind == .addressSpace
        && bound.limits.contains { Self.isOver($0.bytes, memory.addressSpace, lasting: true) }
    }
  }

  /// Returns the pressure of an amount of memory.
  mutating func update(_ memory: ProcessMemory) -> MemoryPressure {
    var most = MemoryPressure()
    for index in self.bounds.indices {
      let bound = self.bounds[index]
      let used = memory[keyPath: bound.kind.measure]
      let reached = bound.limits.last {
        Self.isOver($0.bytes, used, lasting: $0.level <= bound.level)
      }
      self.bounds[index].level = reached?.level ?? .nothing
      guard let reached, reached.level > most.level else { continue }
      most = MemoryPressure(
        level: reached.level, kind: bound.kind, used: used, limit: reached.bytes, total: bound.total
      )
    }
    return most
  }

  private static func isOver(_ limit: Int, _ used: Int, lasting: Bool) -> Bool {
    used > (lasting ? Int(Double(limit) * (1 - Self.hysteresis)) : limit)
  }
}
