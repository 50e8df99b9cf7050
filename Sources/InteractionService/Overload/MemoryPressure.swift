/// How short of memory the engine is, and the work that it refuses for it.
@available(InteractionEngine 1.0, *)
struct MemoryPressure: Hashable, Sendable {
  /// What is refused.
  enum Level: Int, Comparable, Sendable {
    case nothing
    /// New sessions, and simulations.
    case newSessions
    /// Resumed sessions, and connections: these may bring some.
    case resumedSessions
    /// Everything: the engine has to end.
    case everything

    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  var level = Level.nothing
  var kind = MemoryKind.mainMemory
  /// Bytes.
  var used = 0
  /// Bytes, beyond which this level begins.
  var limit = 0
  /// Bytes that there are; nil if only an option limits them.
  var total: Int?

  /// The reason of the end.
  var end: String {
    "\(self.used >> 20) of \((self.total ?? self.limit) >> 20) MiB of \(self.kind.rawValue) are used"
  }

  /// The reason of a refusal.
  var message: String {
    "the server uses \(self.used >> 20) MiB of \(self.kind.rawValue); at most \(self.limit >> 20)"
  }
}

/// Compares the process's memory with its limits.
@available(InteractionEngine 1.0, *)
struct MemoryGauge: Sendable {
  /// A level lasts until so much of its limit is free again.
  private static let hysteresis = 0.05

  private struct Bound: Sendable {
    let kind: MemoryKind
    let total: Int?
    /// Bytes beyond which each level begins, the lowest level first.
    var limits: [(level: MemoryPressure.Level, bytes: Int)]
    var level = MemoryPressure.Level.nothing
  }

  private var bounds: [Bound] = []

  /// - Parameter sessions: Bytes of main memory beyond which no new session is accepted.
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

  /// Whether a look at the free heap may change something.
  func needsHeap(_ memory: ProcessMemory) -> Bool {
    self.bounds.contains { bound in
      bound.kind == .addressSpace
        && bound.limits.contains { Self.isOver($0.bytes, memory.addressSpace, lasting: true) }
    }
  }

  /// The pressure of this much memory.
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
