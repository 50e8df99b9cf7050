import InteractionCore

/// The names of the steps. An additional case of ``ScrollTracker/Step`` fails to compile in `init`;
/// the tables fail until they cover it.
enum StepName: String, CaseIterable {
  case began, joined, appeared, dragged, lifted, slipped, coasted, settled, cancelled
  case jumpBegan, jumped, jumpEnded

  init(_ step: ScrollTracker.Step) {
    switch step {
    case .began: self = .began
    case .joined: self = .joined
    case .appeared: self = .appeared
    case .dragged: self = .dragged
    case .lifted: self = .lifted
    case .slipped: self = .slipped
    case .coasted: self = .coasted
    case .settled: self = .settled
    case .cancelled: self = .cancelled
    case .jumpBegan: self = .jumpBegan
    case .jumped: self = .jumped
    case .jumpEnded: self = .jumpEnded
    }
  }

  var step: ScrollTracker.Step {
    switch self {
    case .began: .began
    case .joined: .joined
    case .appeared: .appeared
    case .dragged: .dragged
    case .lifted: .lifted(velocity: nil)
    case .slipped: .slipped
    case .coasted: .coasted
    case .settled: .settled
    case .cancelled: .cancelled
    case .jumpBegan: .jumpBegan
    case .jumped: .jumped
    case .jumpEnded: .jumpEnded
    }
  }
}

extension Instant {
  /// Returns the instant `value` s after the zero of the client's clock.
  static func seconds(_ value: Double) -> Instant {
    Instant(microseconds: Int64((value * 1_000_000).rounded()))
  }
}
