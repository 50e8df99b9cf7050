import InteractionCore

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// A target of a recognizer that pulls the top page away, such as that of a navigation controller,
/// which reports its pulls.
@MainActor
final class BackReporter: NSObject {
  private(set) weak var recognizer: UIGestureRecognizer?
  private var reporter = TouchReporter(.backEdge)
  private weak var observer: TouchObserver?

  init(_ recognizer: UIGestureRecognizer, for observer: TouchObserver) {
    self.recognizer = recognizer
    self.observer = observer
    super.init()
    #if canImport(UIKit)
      recognizer.addTarget(self, action: #selector(BackReporter.stateDidChange))
      // A recognizer does not retain its targets, and may outlive the screen.
      self.associate(with: recognizer, self)
    #endif
  }

  /// Stops reporting the recognizer.
  func stop() {
    self.cancel()
    #if canImport(UIKit)
      guard let recognizer = self.recognizer else { return }
      recognizer.removeTarget(self, action: nil)
      self.associate(with: recognizer, nil)
    #endif
  }

  /// Ends the pull, which is reported as cancelled.
  func cancel() {
    self.report(self.reporter.cancel())
    if self.observer?.dragged === self { self.observer?.dragged = nil }
  }

  /// Reports the recognizer's state after a change, or a move of its finger.
  func follow() {
    guard let recognizer = self.recognizer, let observer = self.observer else { return }
    let position = observer.position(of: recognizer)
    switch recognizer.state {
    case .began:
      guard observer.isFree(for: self) else { return }
      observer.dragged = self
      let frame = Rect(x: position.x, y: position.y, width: 0, height: 0)
      self.report(self.reporter.down(observer.nextFinger(), at: position, on: frame))
      self.report(self.reporter.begin())
    case .changed:
      self.report(self.reporter.move(to: position))
    case .ended:
      self.report(self.reporter.up(at: position))
      self.cancel()
    case .cancelled, .failed:
      self.cancel()
    default:
      break
    }
  }

  private func report(_ events: [InteractionEvent.Kind]) {
    for event in events { self.observer?.report(event) }
  }

  #if canImport(UIKit)
    @objc private func stateDidChange() { self.follow() }

    /// Makes the recognizer retain `reporter`, under a key of this object.
    private func associate(with recognizer: UIGestureRecognizer, _ reporter: BackReporter?) {
      objc_setAssociatedObject(
        recognizer, Unmanaged.passUnretained(self).toOpaque(), reporter,
        .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  #endif
}
