public import Foundation

/// A stand-in for the Objective-C type, without instances.
public struct Selector: Hashable, Sendable {
  private init() {}
}

/// A stand-in for UIKit's type. Tests call the methods of touches, and ``reset()``.
@MainActor
open class UIGestureRecognizer {
  public enum State: Int, Sendable {
    case possible
    case began
    case changed
    case ended
    case cancelled
    case failed
  }

  public internal(set) weak var view: UIView?
  /// The position in the window; set by tests.
  public var position = CGPoint.zero
  /// The fingers that the recognizer ignores; for tests.
  public private(set) var ignored: [UITouch] = []
  /// The recognizers that must fail first.
  private var requirements: [UIGestureRecognizer] = []
  private var dependents: [UIGestureRecognizer] = []
  private var current = State.possible
  /// The state that waits until the requirements fail.
  private var awaited: State?

  public init(target: Any?, action: Selector?) {}

  public convenience init() { self.init(target: nil, action: nil) }

  /// The state; only subclasses and tests set it. As UIKit documents, it stays possible until the
  /// requirements fail, and fails if one of them begins.
  public var state: State {
    get { self.current }
    set {
      if self.current == .possible, newValue == .began || newValue == .ended,
        !self.requirements.allSatisfy({ $0.state == .failed })
      {
        self.awaited = newValue
        return
      }
      self.current = newValue
      self.awaited = nil
      for dependent in self.dependents { dependent.requirementDidChange(to: newValue) }
    }
  }

  private func requirementDidChange(to state: State) {
    guard self.current == .possible else { return }
    if state == .failed, let awaited = self.awaited { self.state = awaited }
    if state == .began || state == .ended {
      self.state = .failed
      self.reset()
    }
  }

  public func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    self.requirements.append(otherGestureRecognizer)
    otherGestureRecognizer.dependents.append(self)
  }

  public func location(in view: UIView?) -> CGPoint {
    let origin = view?.convert(.zero, to: nil).origin ?? .zero
    return CGPoint(x: self.position.x - origin.x, y: self.position.y - origin.y)
  }

  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  open func ignore(_ touch: UITouch, for event: UIEvent) { self.ignored.append(touch) }

  /// Prepares for the next touch; UIKit calls it after the end of a gesture.
  open func reset() { self.awaited = nil }
}

/// A stand-in for UIKit's type.
@MainActor
public final class UIPanGestureRecognizer: UIGestureRecognizer {}

/// A stand-in for UIKit's type.
@MainActor
public final class UITouch: NSObject {
  /// The position in the window; set by tests.
  public var position: CGPoint

  public init(at position: CGPoint) {
    self.position = position
    super.init()
  }

  public func location(in view: UIView?) -> CGPoint {
    let origin = view?.convert(.zero, to: nil).origin ?? .zero
    return CGPoint(x: self.position.x - origin.x, y: self.position.y - origin.y)
  }
}

/// A stand-in for UIKit's type.
@MainActor
public final class UIEvent: NSObject {}
