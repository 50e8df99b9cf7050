/// An interactive transition of a page above the root (rule N5).
package enum InteractivePageTransition: Hashable, Sendable {
  /// Pops the top page by an edge pan.
  case popping
  /// Presents the page of this route by a pan down, with ``NavigationStyle/scan``.
  case presenting(route: String)
  /// Dismisses the top page, presented with that style, by a pan up.
  case dismissing
}

extension InteractivePageTransition {
  /// The subject of its drags.
  var subject: PageDrag.Subject {
    switch self {
    case .popping: .back
    case .presenting, .dismissing: .scan
    }
  }

  /// The operation on the stack.
  var operation: NavigationRequest.Operation {
    switch self {
    case .popping: .pop
    case .presenting: .present
    case .dismissing: .dismiss
    }
  }

  /// A Boolean value that indicates whether the pull removes a page.
  var removesPage: Bool {
    switch self {
    case .popping, .dismissing: true
    case .presenting: false
    }
  }

  /// The target of its touches.
  var target: ViewPath {
    switch self {
    case .popping: .backEdge
    case .presenting, .dismissing: .scan
    }
  }

  /// Returns the translation of a complete transition, pt; negative to the left and upwards.
  func distance(in surface: Surface) -> Double {
    let size = surface.viewport
    return switch self {
    case .popping: surface.direction == .rightToLeft ? -size.width : size.width
    case .presenting: size.height
    case .dismissing: -size.height
    }
  }

  /// Returns the progress of a drag, as a fraction of the complete transition.
  func progress(of drag: PageDrag, in surface: Surface) -> Double {
    drag.translation / self.distance(in: surface)
  }

  /// Returns the fraction beyond which a release completes the transition.
  func fraction(by rule: NavigationDefinition) -> Double {
    switch self {
    case .popping: rule.popFraction
    case .presenting, .dismissing: rule.scanFraction
    }
  }
}
