import UIKitStandIns

/// A view's place in the hierarchy, which keeps its state as long as a view of the same type is
/// shown there.
@MainActor
final class ViewNode {
  /// The view to which platform views are added.
  private(set) var container: UIView
  /// The contents of a primitive view: its platform view, or actions.
  var content: AnyObject?
  /// Cleans up when the view is removed.
  var onRemove: [() -> Void] = []
  private var type: Any.Type?
  private var states: [String: StateStorage] = [:]
  private var children: [ViewNode] = []

  init(in container: UIView) {
    self.container = container
  }

  /// Shows a view, in place of the previous one.
  func show<Content: View>(_ view: Content, in environment: EnvironmentValues) {
    if let type = self.type, type != Content.self { self.remove() }
    self.type = Content.self
    self.link(view, to: environment)
    if let primitive = view as? any PrimitiveView {
      primitive.show(in: self, environment)
    } else if let representable = view as? any UIViewRepresentable {
      representable.represent(in: self, environment)
    } else {
      self.child(0).show(view.body, in: environment)
    }
  }

  /// Returns the node of a part.
  func child(_ index: Int, in container: UIView? = nil) -> ViewNode {
    while self.children.count <= index {
      self.children.append(ViewNode(in: container ?? self.container))
    }
    return self.children[index]
  }

  /// Removes the nodes of the parts from `count` on.
  func keep(_ count: Int) {
    guard self.children.count > count else { return }
    for child in self.children[count...] { child.remove() }
    self.children.removeSubrange(count...)
  }

  /// Removes the view with its parts; the inner ones first.
  func remove() {
    self.keep(0)
    for action in self.onRemove { action() }
    (self.onRemove, self.content, self.type, self.states) = ([], nil, nil, [:])
  }

  /// Gives the properties of a view the node's state and the environment.
  func link(_ view: Any, to environment: EnvironmentValues) {
    for property in Mirror(reflecting: view).children {
      if let value = property.value as? any EnvironmentReader { value.read(environment) }
      guard let label = property.label, let state = property.value as? any StateProperty else {
        continue
      }
      let storage = self.states[label] ?? state.makeStorage()
      self.states[label] = storage
      state.link(storage)
    }
  }
}
