/// A stand-in for SwiftUI's protocol.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("A primitive view has no body.") }
}

/// A view without a body, which changes its node itself.
@MainActor
protocol PrimitiveView: View where Body == Never {
  func show(in node: ViewNode, _ environment: EnvironmentValues)
}

extension PrimitiveView {
  public var body: Never { fatalError("A primitive view has no body.") }
}

/// A stand-in for SwiftUI's type.
public struct EmptyView: View, PrimitiveView {
  public init() {}

  func show(in node: ViewNode, _ environment: EnvironmentValues) { node.keep(0) }
}

/// A stand-in for SwiftUI's type; nothing draws the text.
public struct Text: View, PrimitiveView {
  public let string: String

  public init(_ string: String) { self.string = string }

  func show(in node: ViewNode, _ environment: EnvironmentValues) { node.keep(0) }
}

/// A stand-in for SwiftUI's type.
public struct AnyView: View, PrimitiveView {
  private let view: any View

  public init(_ view: any View) { self.view = view }

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    node.keep(1)
    node.child(0).show(self.view, in: environment)
  }
}

/// A stand-in for SwiftUI's type. Not generic: macOS 12 has no parameter packs in types.
public struct TupleView: View, PrimitiveView {
  private let views: [any View]

  init(_ views: [any View]) { self.views = views }

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    for (index, view) in self.views.enumerated() {
      node.child(index).show(view, in: environment)
    }
    node.keep(self.views.count)
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("A primitive view has no body.") }
}

extension Optional: PrimitiveView where Wrapped: View {
  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    node.keep(self == nil ? 0 : 1)
    if let view = self { node.child(0).show(view, in: environment) }
  }
}
