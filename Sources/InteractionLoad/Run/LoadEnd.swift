/// Why a load ended.
package enum LoadEnd: Hashable, Sendable {
  /// Everything was played.
  case planned
  /// An objective is broken for good.
  case broken(Objective)
  /// The task that ran it was cancelled.
  case interruption

  /// What is not as planned, in words; nil if all is.
  package var words: String? {
    switch self {
    case .planned: nil
    case .broken(let objective): "\(objective) is broken"
    case .interruption: "interrupted"
    }
  }
}
