import InteractionCore

#if canImport(UIKit)
  import UIKit
#else
  import Foundation
  import UIKitStandIns
#endif

/// The recognizers of a screen, of which at most one drags at a time.
@MainActor
final class TouchObserver {
  /// Sends an event.
  var report: (InteractionEvent.Kind) -> Void = { _ in }
  /// Returns whether pages above the root come or go, so that no drag may begin.
  var isInTransition: () -> Bool = { false }
  /// The recognizer, or the reporter of one, that drags.
  weak var dragged: AnyObject?

  private weak var canvas: UIView?
  private var recognizers: [ViewPath: TouchRecognizer] = [:]
  private(set) var backReporters: [BackReporter] = []
  private var lastFinger: UInt32 = 0

  /// - Parameter canvas: The view that covers the screen.
  init(on canvas: UIView) {
    self.canvas = canvas
  }

  /// Adds a recognizer to a view, in place of the target's previous one.
  func observe(_ view: UIView, as target: ViewPath, hasLongPress: Bool) {
    self.stopObserving(target)
    let reporter = TouchReporter(target, hasLongPress: hasLongPress)
    let recognizer = TouchRecognizer(reporter, for: self)
    for back in self.backReporters { self.give(back, priorityOver: recognizer) }
    self.recognizers[target] = recognizer
    view.addGestureRecognizer(recognizer)
  }

  /// Removes the recognizer of a target.
  func stopObserving(_ target: ViewPath) {
    guard let recognizer = self.recognizers.removeValue(forKey: target) else { return }
    recognizer.cancel()
    recognizer.view?.removeGestureRecognizer(recognizer)
  }

  /// Reports a recognizer that pulls the top page away.
  func observeBack(_ recognizer: UIGestureRecognizer) {
    self.stopObservingBack(recognizer)
    let back = BackReporter(recognizer, for: self)
    self.backReporters.append(back)
    for recognizer in self.recognizers.values { self.give(back, priorityOver: recognizer) }
  }

  /// Stops reporting a recognizer that pulls the top page away, and forgets those that are gone.
  func stopObservingBack(_ recognizer: UIGestureRecognizer) {
    for back in self.backReporters where back.recognizer === recognizer { back.stop() }
    self.backReporters.removeAll { $0.recognizer == nil || $0.recognizer === recognizer }
  }

  /// Ends all touches, which are reported as cancelled.
  func cancel() {
    for recognizer in self.recognizers.values { recognizer.cancel() }
    for back in self.backReporters { back.cancel() }
  }

  private func give(_ back: BackReporter, priorityOver recognizer: TouchRecognizer) {
    guard recognizer.isSideways, let other = back.recognizer else { return }
    recognizer.require(toFail: other)
  }
}

extension TouchObserver {
  /// Returns whether nothing else drags.
  func isFree(for owner: AnyObject) -> Bool { self.dragged == nil || self.dragged === owner }

  /// Returns whether a finger may drag a view.
  func allowsDrag(of owner: AnyObject) -> Bool { self.isFree(for: owner) && !self.isInTransition() }

  /// Returns a new finger's number.
  func nextFinger() -> UInt32 {
    self.lastFinger += 1
    return self.lastFinger
  }

  /// Returns the position of a touch in the viewport.
  func position(of touch: UITouch) -> Point { Point(touch.location(in: self.canvas)) }

  /// Returns the position of a recognizer's fingers in the viewport.
  func position(of recognizer: UIGestureRecognizer) -> Point {
    Point(recognizer.location(in: self.canvas))
  }

  /// Returns a view's frame in the viewport.
  func frame(of view: UIView) -> Rect {
    let frame = view.convert(view.bounds, to: self.canvas)
    return Rect(
      x: Double(frame.origin.x), y: Double(frame.origin.y), width: Double(frame.width),
      height: Double(frame.height))
  }
}

extension Point {
  fileprivate init(_ point: CGPoint) {
    self.init(x: Double(point.x), y: Double(point.y))
  }
}
