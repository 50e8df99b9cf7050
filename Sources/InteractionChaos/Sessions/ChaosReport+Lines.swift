import InteractionCore

extension ChaosReport {
  /// The report as text, line by line.
  public var lines: [String] {
    var lines = [
      "sessions     \(self.sessions) in \(Self.text(self.duration))"
        + (self.wasInterrupted ? ", interrupted" : "")
    ]
    if self.plan.client == nil {
      lines.append("events       \(self.events), \(self.directives) directives")
    }
    lines.append("cuts         \(self.cuts)")
    if self.plan.client == nil { lines += self.sessionLines }
    if !self.versionMoves.words.isEmpty { lines.append("moved        \(self.versionMoves.words)") }
    if let slowest = self.exits.map(\.time).max() {
      lines.append("engines      \(self.exits.count) ended, the slowest in \(Self.text(slowest))")
    }
    lines += self.failedStarts.sorted { $0.key < $1.key }.map {
      "not started  \($0.value) × \($0.key)"
    }
    lines.append("violations   \(self.violations.count)")
    lines += self.violations.prefix(20).map { "  \($0)" }
    return lines + self.unmetExpectations.map { "not good     \($0)" }
  }

  /// The lines on generated sessions: a client program reports its own.
  private var sessionLines: [String] {
    let restarts = self.restarted.map { "\($0.value) \($0.key.rawValue)" }.sorted()
    let all = self.resumed + self.restartedCount
    let share =
      all == 0
      ? "" : " (\(plain((Double(self.resumed) / Double(all) * 1e5).rounded() / 1e3)) %)"
    let failures = self.failures.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    return [
      "resumed      \(self.resumed) of \(all)\(share)",
      "restarted    \(restarts.isEmpty ? "0" : restarts.joined(separator: ", "))",
      "failures     \(failures.isEmpty ? "0" : failures.joined(separator: ", "))",
      "gaps         \(Self.text(self.gaps))",
      "last attempt \(Self.text(self.resumeTimes))",
    ]
  }

  private static func text(_ times: [Duration]) -> String {
    let found = [50.0, 99, 100].compactMap { times.percentile($0) }.map { Self.text($0) }
    guard found.count == 3 else { return "none" }
    return "p50 \(found[0]), p99 \(found[1]), longest \(found[2])"
  }

  private static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let value = Double(seconds) + Double(attoseconds) / 1e18
    return value < 10
      ? "\(plain((value * 1e4).rounded() / 10)) ms" : "\(plain((value * 10).rounded() / 10)) s"
  }
}
