/// The reason for the end of a load.
package enum LoadEnd: Hashable, Sendable {
  /// Everything was played.
  case planned
  /// An objective is violated for good.
  case objectiveViolated(Objective)
  /// The task was cancelled.
  case cancelled

  /// The unplanned end as text; nil if it was planned.
  package var words: String? {
    switch self {
    case .planned: nil
    case .objectiveViolated(let objective): "\(objective) is broken"
    case .cancelled: "interrupted"
    }
  }
}
