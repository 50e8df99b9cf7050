import InteractionCore

/// The names of the steps. An additional case of ``ScrollTracker/Step`` fails to compile in `init`;
/// the tables fail until they cover it.
enum StepName: String, CaseIterable {
  case began, joined, appeared, dragged, lifted, slipped, coasted, settled, cancelled
  case jumpBegan, jumped, jumpEnded

  init(_ step: ScrollTracker.Step) {
    switch step {
    case .began: self = .began
    case .resumed: self = .joined
    case .beganUnreported: self = .appeared
    case .moved: self = .dragged
    case .ended: self = .lifted
    case .endedAfterRelease: self = .slipped
    case .decelerated: self = .coasted
    case .settled: self = .settled
    case .cancelled: self = .cancelled
    case .programmaticBegan: self = .jumpBegan
    case .programmaticMoved: self = .jumped
    case .programmaticEnded: self = .jumpEnded
    }
  }

  var step: ScrollTracker.Step {
    switch self {
    case .began: .began
    case .joined: .resumed
    case .appeared: .beganUnreported
    case .dragged: .moved
    case .lifted: .ended(velocity: nil)
    case .slipped: .endedAfterRelease
    case .coasted: .decelerated
    case .settled: .settled
    case .cancelled: .cancelled
    case .jumpBegan: .programmaticBegan
    case .jumped: .programmaticMoved
    case .jumpEnded: .programmaticEnded
    }
  }
}

extension Instant {
  /// Returns the instant `value` s after the zero of the client's clock.
  static func seconds(_ value: Double) -> Instant {
    Instant(microseconds: Int64((value * 1_000_000).rounded()))
  }
}
