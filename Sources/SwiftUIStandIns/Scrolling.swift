public import Foundation
public import UIKitStandIns

/// A stand-in for SwiftUI's type.
@frozen
public enum ScrollPhase: Hashable, Sendable {
  case idle
  case tracking
  case interacting
  case decelerating
  case animating
}

/// A stand-in for SwiftUI's type.
public struct ScrollGeometry: Hashable, Sendable {
  public var contentOffset: CGPoint
  public var contentInsets = EdgeInsets()
}

/// A stand-in for SwiftUI's type.
public struct EdgeInsets: Hashable, Sendable {
  public var top: CGFloat = 0
  public var leading: CGFloat = 0
}

@MainActor
protocol ScrollAction {
  func handle(_ old: ScrollPhase, _ new: ScrollPhase)
  func handle(_ old: ScrollGeometry, _ new: ScrollGeometry)
}

private struct PhaseAction: ScrollAction {
  let action: (ScrollPhase, ScrollPhase) -> Void

  func handle(_ old: ScrollPhase, _ new: ScrollPhase) { self.action(old, new) }
  func handle(_ old: ScrollGeometry, _ new: ScrollGeometry) {}
}

private struct GeometryAction<Value: Equatable>: ScrollAction {
  let value: (ScrollGeometry) -> Value
  let action: (Value, Value) -> Void

  func handle(_ old: ScrollPhase, _ new: ScrollPhase) {}
  func handle(_ old: ScrollGeometry, _ new: ScrollGeometry) {
    let (old, new) = (self.value(old), self.value(new))
    if old != new { self.action(old, new) }
  }
}

extension View {
  public func onScrollPhaseChange(
    _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
  ) -> some View {
    EnvironmentView(content: self) { $0.scrollActions.append(PhaseAction(action: action)) }
  }

  public func onScrollGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: @escaping (ScrollGeometry) -> Value,
    action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    EnvironmentView(content: self) {
      $0.scrollActions.append(GeometryAction(value: transform, action: action))
    }
  }
}

/// A stand-in for SwiftUI's type.
public struct ScrollView<Content: View>: View, PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    let view = node.platformView { HostedScrollView(frame: .zero) }
    view.actions = environment.scrollActions
    var inner = environment
    inner.scrollActions = []
    node.child(0, in: view).show(self.content, in: inner)
  }
}

/// The scroll view behind a `ScrollView`, with a delegate of SwiftUI's own.
@MainActor
public final class HostedScrollView: UIScrollView {
  public private(set) var phase = ScrollPhase.idle
  var actions: [any ScrollAction] = []
  private var reported = ScrollGeometry(contentOffset: .zero)

  /// Changes the phase, and calls the actions.
  public func change(to phase: ScrollPhase) {
    let old = self.phase
    self.phase = phase
    for action in self.actions { action.handle(old, phase) }
  }

  /// Calls the actions of the geometry, which follow changes of the offset in the next update.
  public func reportGeometry() {
    let insets = self.adjustedContentInset
    let new = ScrollGeometry(
      contentOffset: self.contentOffset,
      contentInsets: EdgeInsets(top: insets.top, leading: insets.left))
    let old = self.reported
    self.reported = new
    for action in self.actions { action.handle(old, new) }
  }
}
