public import Foundation
public import UIKitStandIns

/// A stand-in for SwiftUI's protocol.
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>

  func makeCoordinator() -> Coordinator
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
  func sizeThatFits(
    _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
  ) -> CGSize?
  static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
}

extension UIViewRepresentable {
  public var body: Never { fatalError("A representable view has no body.") }
  public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
  public func sizeThatFits(
    _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
  ) -> CGSize? { nil }

  /// Shows the view in a node; a new one is updated at once, as SwiftUI does.
  func represent(in node: ViewNode, _ environment: EnvironmentValues) {
    let coordinator =
      (node.content as? Representation<Self>)?.context.coordinator ?? self.makeCoordinator()
    let context = Context(coordinator: coordinator, environment: environment)
    if let old = node.content as? Representation<Self> {
      old.context = context
      return self.updateUIView(old.view, context: context)
    }
    let new = Representation<Self>(view: self.makeUIView(context: context), context: context)
    node.content = new
    self.updateUIView(new.view, context: context)
    node.container.addFilling(new.view)
    node.onRemove = [
      {
        new.view.removeFromSuperview()
        Self.dismantleUIView(new.view, coordinator: new.context.coordinator)
      }
    ]
  }
}

extension UIViewRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

/// A stand-in for SwiftUI's type.
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public let coordinator: Representable.Coordinator
  public let environment: EnvironmentValues
}

/// A stand-in for SwiftUI's type.
public struct ProposedViewSize: Hashable, Sendable {
  public var width: CGFloat?
  public var height: CGFloat?

  public init(width: CGFloat?, height: CGFloat?) {
    (self.width, self.height) = (width, height)
  }
}

@MainActor
private final class Representation<Representable: UIViewRepresentable> {
  let view: Representable.UIViewType
  var context: Representable.Context

  init(view: Representable.UIViewType, context: Representable.Context) {
    (self.view, self.context) = (view, context)
  }
}

extension ViewNode {
  /// Returns the node's platform view, which is made once.
  func platformView<Platform: UIView>(_ make: () -> Platform) -> Platform {
    if let view = self.content as? Platform { return view }
    let view = make()
    self.content = view
    self.container.addFilling(view)
    self.onRemove = [{ view.removeFromSuperview() }]
    return view
  }
}

extension UIView {
  /// Adds a subview of the same size. There is no layout: tests set other places.
  fileprivate func addFilling(_ view: UIView) {
    view.bounds.size = self.bounds.size
    view.center = CGPoint(x: self.bounds.width / 2, y: self.bounds.height / 2)
    self.addSubview(view)
    view.layoutSubviews()
  }
}
