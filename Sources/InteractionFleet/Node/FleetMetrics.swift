import Foundation
import Metrics

/// What a node shows of its place in the fleet; labels come from closed sets only.
@available(InteractionEngine 1.0, *)
struct FleetMetrics: Sendable {
  /// 1 for how the engine stands, else 0.
  private let standings: [String: Meter]
  /// When the store last answered, s since 1970; before that, when the engine started.
  private let storeHeard = Meter(label: "interaction_fleet_store_heard_timestamp_seconds")
  /// When the engine's lease ends, or ended, s since 1970; 0 before it has one.
  private let leaseExpiry = Meter(label: "interaction_fleet_lease_expiry_timestamp_seconds")
  /// By how much clocks of other engines differ from this one's at most, s.
  private let clockDifference = Meter(label: "interaction_fleet_clock_difference_seconds")
  private let inForce = Counter(
    label: "interaction_fleet_versions_total", dimensions: [("result", "in_force")])
  private let refused = Counter(
    label: "interaction_fleet_versions_total", dimensions: [("result", "refused")])

  init() {
    self.standings = Dictionary(
      uniqueKeysWithValues: FleetStanding.labels.map { label in
        (label, Meter(label: "interaction_fleet_standing", dimensions: [("standing", label)]))
      })
    self.show(.waiting)
    self.storeAnswered()
  }

  func show(_ standing: FleetStanding) {
    for (label, meter) in self.standings { meter.set(label == standing.label ? 1 : 0) }
  }

  func storeAnswered() {
    self.storeHeard.set(Date().timeIntervalSince1970)
  }

  /// The store keeps the lease for so long.
  ///
  /// - Parameter asked: When the store was asked: it may have counted from then on.
  func leaseLasts(seconds: Int64, since asked: Date) {
    self.leaseExpiry.set(asked.timeIntervalSince1970 + Double(seconds))
  }

  /// Clocks of other engines differ from this one's by so much at most.
  func clocksDiffer(milliseconds: Int64) {
    self.clockDifference.set(Double(milliseconds) / 1_000)
  }

  /// Counts versions that have come into force on this engine.
  func countInForce(_ versions: Int) {
    self.inForce.increment(by: versions)
  }

  /// Counts a version that this engine cannot use.
  func countRefused() {
    self.refused.increment()
  }
}
