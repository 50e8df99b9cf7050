/// The state of an engine in its fleet.
package enum FleetStatus: Hashable, Sendable {
  /// The active versions are not known yet.
  ///
  /// Can transition to: ``detached``, ``joined``, ``excluded(_:)``.
  case waiting
  /// The engine continues with its last known state, since the store is unavailable or it has not
  /// joined again yet.
  ///
  /// Can transition to: ``joined``, ``excluded(_:)``.
  case detached
  /// The engine is a member.
  ///
  /// Can transition to: ``detached``, ``excluded(_:)``.
  case joined
  /// The engine cannot be a member, for these reasons. It continues with the versions that it has.
  ///
  /// Can transition to: ``detached``, ``joined``.
  case excluded([String])

  /// All values of ``label``.
  static let labels = ["waiting", "alone", "joined", "unfit"]

  /// The name in logs and metrics.
  package var label: String {
    switch self {
    case .waiting: "waiting"
    case .detached: "alone"
    case .joined: "joined"
    case .excluded: "unfit"
    }
  }
}
