/// What a finger does to a page above the root, unless it lets go too early (rule N5).
package enum PagePull: Hashable, Sendable {
  /// It takes the top page away from the edge.
  case popping
  /// It presents the page of this route downwards, by ``NavigationStyle/scan``.
  case presenting(route: String)
  /// It takes the page on top away upwards, which was presented by that style.
  case dismissing
}

extension PagePull {
  /// The drags that it goes by.
  var subject: PageDrag.Subject {
    switch self {
    case .popping: .back
    case .presenting, .dismissing: .scan
    }
  }

  /// What it does to the stack.
  var operation: NavigationRequest.Operation {
    switch self {
    case .popping: .pop
    case .presenting: .present
    case .dismissing: .dismiss
    }
  }

  /// Whether it takes a page away.
  var isBack: Bool {
    switch self {
    case .popping, .dismissing: true
    case .presenting: false
    }
  }

  /// Where its finger touched down.
  var target: Target {
    switch self {
    case .popping: .edge
    case .presenting, .dismissing: .scan
    }
  }

  /// How far its finger goes for the whole of it, pt; negative to the left and upwards.
  func distance(in environment: Environment) -> Double {
    let size = environment.viewport
    return switch self {
    case .popping: environment.direction == .rightToLeft ? -size.width : size.width
    case .presenting: size.height
    case .dismissing: -size.height
    }
  }

  /// How far a drag has taken it, as a part of the whole.
  func progress(of drag: PageDrag, in environment: Environment) -> Double {
    drag.translation / self.distance(in: environment)
  }

  /// How far it has to go.
  func fraction(by rule: NavigationDefinition) -> Double {
    switch self {
    case .popping: rule.popFraction
    case .presenting, .dismissing: rule.scanFraction
    }
  }
}
