public import Foundation

/// A stand-in for SwiftUI's protocol.
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ModifierContent

  @ViewBuilder func body(content: Content) -> Body
}

/// A stand-in for the view that a modifier modifies.
public struct ModifierContent: View, PrimitiveView {
  let view: any View

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    node.child(0).show(self.view, in: environment)
  }
}

/// A stand-in for SwiftUI's type.
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View, PrimitiveView {
  let content: Content
  let modifier: Modifier

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    node.link(self.modifier, to: environment)
    let body = self.modifier.body(content: ModifierContent(view: self.content))
    node.child(0).show(body, in: environment)
  }
}

/// A view that changes the environment of another.
struct EnvironmentView<Content: View>: View, PrimitiveView {
  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    var environment = environment
    self.change(&environment)
    node.child(0).show(self.content, in: environment)
  }
}

/// A view that is told when another appears and disappears.
struct LifecycleView<Content: View>: View, PrimitiveView {
  private final class Appearance {}

  let content: Content
  let appear: () -> Void
  let disappear: () -> Void

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    node.child(0).show(self.content, in: environment)
    let disappear = self.disappear
    node.onRemove = [disappear]
    guard node.content == nil else { return }
    node.content = Appearance()
    self.appear()
  }
}

/// A stand-in for SwiftUI's type, with one of its cases.
public struct Alignment: Sendable {
  public static let center = Alignment()
}

extension View {
  public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> { ModifiedContent(content: self, modifier: modifier) }

  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { EnvironmentView(content: self) { $0[keyPath: keyPath] = value } }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: action ?? {}, disappear: {})
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: {}, disappear: action ?? {})
  }

  public func overlay(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View { TupleView([self, content()]) }

  public func background(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View { TupleView([content(), self]) }

  public func ignoresSafeArea() -> some View { self }

  public func allowsHitTesting(_ enabled: Bool) -> some View { self }

  public func frame(maxWidth: CGFloat? = nil, maxHeight: CGFloat? = nil) -> some View { self }
}
