public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  public import UIKitStandIns
#endif

/// The app's views, by the names that scenes have for them.
///
/// Views are held weakly: the app owns them. What has no view is left out of what shows.
@MainActor
public final class ViewRegistry {
  /// Who gives a view its place.
  public enum Placement: Hashable, Sendable {
    /// The scene: size, middle, and the order among its siblings. The view stands in the view of
    /// its element's parent, or in one that covers the screen from the top left corner.
    case byScene
    /// The app, by Auto Layout or by hand; the scene only moves, turns and fades the view from
    /// there.
    case byApp
  }

  /// A view with its placement.
  struct Registration {
    weak var view: UIView?
    let placement: Placement
  }

  private var targets: [Target: Registration] = [:]
  private var pages: [String: Registration] = [:]
  private var root: Registration?
  /// Makes a view for an element that has none, to be kept and added to its superview by the app;
  /// returns nil to leave it out. It is asked in each frame as long as there is none.
  public var makeView: (Scene.Element) -> UIView? = { _ in nil }

  public init() {}

  /// Names a view by its target; see *Applying directives* for the paths. The last view of a name
  /// counts.
  public func register(_ view: UIView, as target: Target, placed placement: Placement = .byScene) {
    self.targets[target] = Registration(view: view, placement: placement)
  }

  /// Names the view of a page above the root, under whatever target it comes, stays or leaves.
  public func register(
    _ view: UIView, forRoute route: String, placed placement: Placement = .byApp
  ) {
    self.pages[route] = Registration(view: view, placement: placement)
  }

  /// Names the view in which everything below the pages stands.
  public func registerRoot(_ view: UIView, placed placement: Placement = .byApp) {
    self.root = Registration(view: view, placement: placement)
  }

  /// Forgets a name.
  public func unregister(_ target: Target) {
    self.targets[target] = nil
  }

  /// The view named so, if there still is one.
  public subscript(target: Target) -> UIView? {
    self.targets[target]?.view
  }

  /// The view of an element, with who places it.
  func find(_ element: Scene.Element) -> (view: UIView, placement: Placement)? {
    let registration: Registration? =
      switch element.content {
      case .root: self.root
      case .page(let route): self.pages[route]
      default: nil
      }
    let known = registration ?? self.targets[element.target]
    if let known, let view = known.view { return (view, known.placement) }
    guard let view = self.makeView(element) else { return nil }
    switch element.content {
    case .root: self.registerRoot(view, placed: .byScene)
    // A page keeps its view when its target changes from `page/incoming` to its place in the stack.
    case .page(let route): self.register(view, forRoute: route, placed: .byScene)
    default: self.register(view, as: element.target)
    }
    return (view, .byScene)
  }
}
