/// A stand-in for SwiftUI's type.
@resultBuilder @MainActor @preconcurrency
public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return TupleView(views)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .second(second) }

  public static func buildLimitedAvailability(_ content: any View) -> AnyView { AnyView(content) }
}

/// A stand-in for SwiftUI's type of `if` with `else`. A change of the branch replaces the views.
public enum ConditionalContent<First: View, Second: View>: View, PrimitiveView {
  case first(First)
  case second(Second)

  func show(in node: ViewNode, _ environment: EnvironmentValues) {
    switch self {
    case .first(let view): self.show(view, at: 0, in: node, environment)
    case .second(let view): self.show(view, at: 1, in: node, environment)
    }
  }

  private func show(
    _ view: some View, at index: Int, in node: ViewNode, _ environment: EnvironmentValues
  ) {
    node.child(1 - index).remove()
    node.child(index).show(view, in: environment)
  }
}
