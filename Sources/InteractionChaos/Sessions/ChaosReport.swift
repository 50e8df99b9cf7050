import InteractionClient
public import InteractionCore

/// What came of a chaos run.
public struct ChaosReport: Sendable {
  /// Sessions that ran, and events and directives of theirs.
  public private(set) var sessions = 0
  public private(set) var events = 0
  public private(set) var directives = 0
  /// Connections that were cut.
  public private(set) var cuts = 0
  /// How connections came about again.
  public private(set) var resumed = 0
  public private(set) var restarted: [RestartReason: Int] = [:]
  /// How often sessions went on with another program of the engine; unknown, and so none, where
  /// engines were killed.
  public private(set) var moves = ProgramMoves()
  /// Why connections failed, by reason or status.
  public private(set) var failures: [String: Int] = [:]
  /// From each loss of a connection until the session was open again.
  public private(set) var gaps: [Duration] = []
  /// Sessions that broke the contract, and how.
  public private(set) var violations: [String] = []
  /// How engines ended.
  public internal(set) var exits: [EngineProcess.Exit] = []
  /// Why engines did not start again, and how often.
  public internal(set) var failedStarts: [String: Int] = [:]
  /// Whether it ended before its time.
  public internal(set) var wasInterrupted = false
  /// How long everything took.
  public internal(set) var duration = Duration.zero

  init() {}

  /// Whether every session kept the contract, and every engine that was asked to end did so well.
  public var isGood: Bool {
    self.violations.isEmpty && self.exits.allSatisfy { $0.code == 0 && !$0.wasKilled }
  }

  /// - Parameter programs: Which program each connection of the session reached.
  mutating func add(_ log: ChaosSession.Log, _ violations: [String], programs: [Int]) {
    self.sessions += 1
    self.events += log.recording?.steps.count ?? 0
    self.directives += log.directives.count
    self.cuts += log.cuts
    self.resumed += log.resumed
    for reason in log.restarted { self.restarted[reason, default: 0] += 1 }
    for (reason, count) in log.failures { self.failures[reason, default: 0] += count }
    self.gaps += log.gaps
    self.moves.add(programs)
    self.violations += violations.map { "\(log.id): \($0)" }
  }

  /// A table of everything, line by line.
  public var lines: [String] {
    let restarts = self.restarted.map { "\($0.value) \($0.key.rawValue)" }.sorted()
    let all = self.resumed + self.restartedCount
    let share =
      all == 0
      ? "" : " (\(plain((Double(self.resumed) / Double(all) * 1e5).rounded() / 1e3)) %)"
    let failures = self.failures.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    var lines = [
      "sessions     \(self.sessions) in \(Self.text(self.duration))"
        + (self.wasInterrupted ? ", interrupted" : ""),
      "events       \(self.events), \(self.directives) directives",
      "cuts         \(self.cuts)",
      "resumed      \(self.resumed) of \(all)\(share)",
      "restarted    \(restarts.isEmpty ? "0" : restarts.joined(separator: ", "))",
      "failures     \(failures.isEmpty ? "0" : failures.joined(separator: ", "))",
      "gaps         \(self.gapWords)",
    ]
    if !self.moves.words.isEmpty { lines.append("moved        \(self.moves.words)") }
    if let slowest = self.exits.map(\.time).max() {
      lines.append("engines      \(self.exits.count) ended, the slowest in \(Self.text(slowest))")
    }
    lines += self.failedStarts.sorted { $0.key < $1.key }.map {
      "not started  \($0.value) × \($0.key)"
    }
    lines.append("violations   \(self.violations.count)")
    return lines + self.violations.prefix(20).map { "  \($0)" }
  }

  private var restartedCount: Int { self.restarted.values.reduce(0, +) }

  private var gapWords: String {
    let sorted = self.gaps.sorted()
    guard !sorted.isEmpty else { return "none" }
    func gap(_ part: Double) -> String {
      Self.text(sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)])
    }
    return "p50 \(gap(0.5)), p99 \(gap(0.99)), longest \(gap(1))"
  }

  private static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let value = Double(seconds) + Double(attoseconds) / 1e18
    return value < 10
      ? "\(plain((value * 1e4).rounded() / 10)) ms" : "\(plain((value * 10).rounded() / 10)) s"
  }
}
