/// How an engine stands with its fleet.
package enum FleetStanding: Hashable, Sendable {
  /// It does not know yet what is in force.
  ///
  /// Can transition to: ``alone``, ``joined``, ``unfit(_:)``.
  case waiting
  /// It goes by what it last knew, since the store does not answer; or it is about to join.
  ///
  /// Can transition to: ``joined``, ``unfit(_:)``.
  case alone
  /// It is in the list.
  ///
  /// Can transition to: ``alone``, ``unfit(_:)``.
  case joined
  /// It stays out of the list, for these reasons. It goes on with what it had.
  ///
  /// Can transition to: ``alone``, ``joined``.
  case unfit([String])

  /// Every ``label``.
  static let labels = ["waiting", "alone", "joined", "unfit"]

  /// One word for logs and metrics.
  package var label: String {
    switch self {
    case .waiting: "waiting"
    case .alone: "alone"
    case .joined: "joined"
    case .unfit: "unfit"
    }
  }
}
