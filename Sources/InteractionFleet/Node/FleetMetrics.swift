import Foundation
import Metrics

/// The metrics of a fleet node; label values come from closed sets only.
@available(InteractionEngine 1.0, *)
struct FleetMetrics: Sendable {
  /// 1 for the current standing, 0 for the others.
  private let standings: [String: Meter]
  /// The time of the store's last answer, s since 1970; initially the start time.
  private let lastStoreAnswer = Meter(label: "interaction_fleet_store_heard_timestamp_seconds")
  /// The expiry of the engine's lease, s since 1970; 0 before the first lease.
  private let leaseExpiry = Meter(label: "interaction_fleet_lease_expiry_timestamp_seconds")
  /// The largest offset between this engine's clock and another's, s.
  private let clockDifference = Meter(label: "interaction_fleet_clock_difference_seconds")
  private let inForce = Counter(
    label: "interaction_fleet_versions_total", dimensions: [("result", "in_force")])
  private let refused = Counter(
    label: "interaction_fleet_versions_total", dimensions: [("result", "refused")])

  init() {
    self.standings = Dictionary(
      uniqueKeysWithValues: FleetStatus.labels.map { label in
        (label, Meter(label: "interaction_fleet_standing", dimensions: [("standing", label)]))
      })
    self.show(.waiting)
    self.storeAnswered()
  }

  func show(_ standing: FleetStatus) {
    for (label, meter) in self.standings { meter.set(label == standing.label ? 1 : 0) }
  }

  func storeAnswered() {
    self.lastStoreAnswer.set(Date().timeIntervalSince1970)
  }

  /// Records a lease's time to live.
  ///
  /// - Parameter asked: The time of the request: the store may have started counting then.
  func setLeaseExpiry(seconds: Int64, since asked: Date) {
    self.leaseExpiry.set(asked.timeIntervalSince1970 + Double(seconds))
  }

  /// Records the largest clock offset, ms.
  func setClockOffset(milliseconds: Int64) {
    self.clockDifference.set(Double(milliseconds) / 1_000)
  }

  /// Counts versions that were activated on this engine.
  func countInForce(_ versions: Int) {
    self.inForce.increment(by: versions)
  }

  /// Counts a version that this engine refused.
  func countRefused() {
    self.refused.increment()
  }
}
