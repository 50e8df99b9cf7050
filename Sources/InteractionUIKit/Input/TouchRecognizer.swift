import InteractionCore

#if canImport(UIKit)
  import UIKit
  // Makes the state and the touches of recognizers available to subclasses.
  import UIKit.UIGestureRecognizerSubclass
#else
  import Foundation
  import UIKitStandIns
#endif

/// A recognizer that reports the first finger on a view.
///
/// UIKit decides between this and other gestures: no drag is reported before UIKit lets it begin,
/// and a touch that another gesture takes over is reported as cancelled.
@MainActor
final class TouchRecognizer: UIGestureRecognizer {
  private var reporter: TouchReporter
  private weak var observer: TouchObserver?
  private weak var touch: UITouch?
  /// A Boolean value that indicates whether UIKit was asked to let the drag begin.
  private var hasAsked = false

  init(_ reporter: TouchReporter, for observer: TouchObserver) {
    self.reporter = reporter
    self.observer = observer
    super.init(target: nil, action: nil)
  }

  /// A Boolean value that indicates whether a finger drags the view sideways.
  var isSideways: Bool { self.reporter.isSideways }

  /// Ends the touch, which is reported as cancelled.
  func cancel() {
    guard self.touch != nil else { return }
    self.stop(self.state == .possible ? .failed : .cancelled)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    for touch in touches {
      if self.touch == nil, self.state == .possible {
        self.follow(touch)
      } else {
        self.ignore(touch, for: event)
      }
    }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesMoved(touches, with: event)
    guard let touch = self.touch, touches.contains(touch), let observer = self.observer else {
      return
    }
    let position = observer.position(of: touch)
    if !self.reporter.isReported {
      switch self.reporter.course(to: position) {
      case .undecided: return
      case .across: return self.stop(.failed)
      case .along: guard self.begin() else { return }
      }
    } else if !self.reporter.isItem {
      self.state = .changed
    }
    self.report(self.reporter.move(to: position))
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesEnded(touches, with: event)
    guard let touch = self.touch, touches.contains(touch), let observer = self.observer else {
      return
    }
    // The reporter's finger is gone before the state changes, which may reset the recognizer.
    var former = self.reporter
    let lift = self.reporter.up(at: observer.position(of: touch))
    self.state = lift.isEmpty ? .failed : .ended
    // UIKit may refuse a tap, for the delegate or another gesture.
    self.report(self.state == .failed ? former.cancel() : lift)
    self.forget()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesCancelled(touches, with: event)
    if let touch = self.touch, touches.contains(touch) { self.stop(.cancelled) }
  }

  override func reset() {
    super.reset()
    // UIKit sends no further touches if another gesture has begun.
    self.report(self.reporter.cancel())
    self.forget()
  }

  private func follow(_ touch: UITouch) {
    guard let observer = self.observer, let view = self.view,
      self.reporter.isItem || observer.allowsDrag(of: self)
    else {
      self.state = .failed
      return
    }
    self.touch = touch
    self.report(
      self.reporter.down(
        observer.nextFinger(), at: observer.position(of: touch), on: observer.frame(of: view)))
  }

  /// Begins a drag. Returns false as long as UIKit waits for another recognizer to fail.
  private func begin() -> Bool {
    guard let observer = self.observer, observer.allowsDrag(of: self) else {
      self.stop(self.state == .possible ? .failed : .cancelled)
      return false
    }
    // A state that waits must not be set again.
    if !self.hasAsked {
      self.hasAsked = true
      self.state = .began
    }
    guard self.state == .began || self.state == .changed else { return false }
    observer.dragged = self
    self.report(self.reporter.begin())
    return true
  }

  private func stop(_ state: State) {
    self.report(self.reporter.cancel())
    self.forget()
    self.state = state
  }

  private func forget() {
    self.touch = nil
    self.hasAsked = false
    if self.observer?.dragged === self { self.observer?.dragged = nil }
  }

  private func report(_ events: [InteractionEvent.Kind]) {
    for event in events { self.observer?.report(event) }
  }
}
