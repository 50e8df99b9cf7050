import Foundation
import UIKitStandIns

/// A finger on a view, which calls the recognizers of the view and its superviews as UIKit does: a
/// gesture that begins ends the others.
@MainActor
final class FingerSimulation {
  private let touch: UITouch
  private let event = UIEvent()
  private var recognizers: [UIGestureRecognizer] = []

  init(on view: UIView, at x: Double, _ y: Double) {
    self.touch = UITouch(at: CGPoint(x: x, y: y))
    var next: UIView? = view
    while let view = next {
      self.recognizers += view.gestureRecognizers ?? []
      next = view.superview
    }
    self.deliver { $0.touchesBegan($1, with: $2) }
  }

  func move(to x: Double, _ y: Double) {
    self.touch.position = CGPoint(x: x, y: y)
    self.deliver { $0.touchesMoved($1, with: $2) }
  }

  func lift() {
    self.deliver { $0.touchesEnded($1, with: $2) }
    self.finish()
  }

  /// Cancels the touch, as the system does for a call or an alert.
  func cancel() {
    self.deliver { $0.touchesCancelled($1, with: $2) }
    self.finish()
  }

  private func deliver(
    _ call: (UIGestureRecognizer, Set<UITouch>, UIEvent) -> Void
  ) {
    for recognizer in self.recognizers
    where recognizer.state != .failed && !recognizer.ignored.contains(self.touch) {
      call(recognizer, [self.touch], self.event)
      guard recognizer.state == .began else { continue }
      for other in self.recognizers where other !== recognizer && other.state == .possible {
        other.state = .failed
        other.reset()
      }
    }
  }

  private func finish() {
    for recognizer in self.recognizers where !recognizer.ignored.contains(self.touch) {
      recognizer.reset()
      recognizer.state = .possible
    }
  }
}
