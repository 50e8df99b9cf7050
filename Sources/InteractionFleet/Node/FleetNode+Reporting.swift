import Foundation
import Logging
import Synchronization

/// Reports between engines.
@available(InteractionEngine 1.0, *)
extension FleetNode {
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Passes the other engines' reports to the member, and writes its report if it differs enough.
  func exchangeReports() async throws(StoreError) {
    let (others, known, lease) = self.state.withLock { state in
      (state.reports(besides: self.configuration.engine), state.reported, state.lease.id)
    }
    guard let lease, self.standing == .joined else { return }
    let report = await self.member.exchange(others, at: Self.now)
    guard report.differsSignificantly(from: known) else { return }
    let key = FleetKey.report(self.configuration.engine).path
    _ = try await self.store.commit(
      StoreTransaction(
        conditions: [], changes: [.put(key: key, bytes: report.encoded, lease: lease)]))
    self.state.withLock { $0.reported = report }
  }

  /// Updates the clock offsets from the reports among the watched changes.
  func compareClocks(by changes: [StoreChange]) {
    let now = Self.now
    for change in changes {
      guard case .report(let engine) = FleetKey(change.key[...]),
        engine != self.configuration.engine
      else { continue }
      let (news, largest) = self.state.withLock { state -> (Int64?, Int64) in
        guard let report = change.bytes.flatMap({ ReportRecord($0) }) else {
          state.clocks.forget(engine)
          return (nil, state.clocks.largest)
        }
        return (state.clocks.record(engine, time: report.at, at: now), state.clocks.largest)
      }
      self.metrics.setClockOffset(milliseconds: largest)
      guard let news else { continue }
      self.logger.warning(
        "clock of another engine is \(news > 0 ? "ahead" : "behind"); synchronize both",
        metadata: ["engine": "\(engine)", "seconds": "\(Double(news.magnitude) / 1_000)"])
    }
  }
}

@available(InteractionEngine 1.0, *)
extension FleetNode.State {
  /// Returns the reports of the other engines.
  fileprivate func reports(besides own: String) -> [String: ReportRecord] {
    var reports: [String: ReportRecord] = [:]
    for (path, entry) in self.mirror.entries {
      guard case .report(let engine) = FleetKey(path[...]), engine != own else { continue }
      reports[engine] = ReportRecord(entry.bytes)
    }
    return reports
  }
}
