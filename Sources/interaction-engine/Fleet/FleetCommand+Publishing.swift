import InteractionCommandLine
import InteractionFiles
import InteractionFleet

/// Publishing, which several commands share.
extension FleetCommandOptions {
  /// Publishes a version and prints the outcome. Returns true if the version is active.
  func publish(
    _ version: DocumentVersion, as action: HistoryRecord.Action, within seconds: Int64,
    needsEngines: Bool, move: SessionMoveRecord? = nil, since state: FleetState? = nil
  ) async throws -> Bool {
    let line = ProgressLine(label: "publish")
    let outcome: PublishOutcome
    do {
      outcome = try await self.withPublisher { publisher async throws(StoreError) in
        try await publisher.publish(
          version, as: action, within: seconds, needsEngines: needsEngines, move: move,
          since: state
        ) { line.draw($0, of: version) }
      }
    } catch is CancellationError {
      line.finish()
      Console.error("\(version.name) was not published: interrupted before it was offered")
      return false
    }
    line.finish()
    for text in outcome.words(of: version) {
      if outcome.isInForce { Console.line(text) } else { Console.error(text) }
    }
    return outcome.isInForce
  }
}

extension ProgressLine {
  fileprivate func draw(_ progress: Publisher.Progress, of version: DocumentVersion) {
    switch progress {
    case .offered(let engines):
      self.draw(0, of: engines, "\(version.name): offered to \(engines) engines")
    case .waiting(let names):
      let text = names.map(\.printable).joined(separator: ", ")
      self.draw(0, of: names.count, "\(version.name): waiting for \(text)")
    case .withdrawing:
      self.draw(0, of: 1, "\(version.name): withdrawing the offer")
    }
  }
}

extension TerminationSignals {
  /// Runs a publication that withdraws its offer when it is cancelled.
  ///
  /// - Parameter seconds: The time to live of the offer, s.
  static func withdrawing<Result: Sendable>(
    within seconds: Int64, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await self.withCancellation(
      notice: "interaction-engine: withdrawing the offer; a second signal exits immediately",
      onSecondSignal: {
        Console.error(
          "interaction-engine: exited before the offer was withdrawn; engines can accept it for"
            + " \(seconds) s if the store is available")
      }, body)
  }
}
