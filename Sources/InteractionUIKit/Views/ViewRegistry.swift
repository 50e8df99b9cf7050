public import InteractionCore
public import InteractionPresentation

#if canImport(UIKit)
  public import UIKit
#else
  public import UIKitStandIns
#endif

/// The app's views, by the targets of scenes.
///
/// Views are held weakly: the app owns them. Elements without a view are ignored.
@MainActor
public final class ViewRegistry {
  /// The side that places a view.
  public enum Placement: Hashable, Sendable {
    /// The scene sets size, centre, and the order among siblings. The superview is the view of the
    /// element's parent, or covers the screen from the top left corner.
    case byScene
    /// The app places the view, by Auto Layout or by hand; the scene only transforms and fades it.
    case byApp
  }

  /// A view with its placement.
  struct Registration {
    weak var view: UIView?
    let placement: Placement
  }

  private var targets: [ViewPath: Registration] = [:] { didSet { self.revision += 1 } }
  private var pages: [String: Registration] = [:] { didSet { self.revision += 1 } }
  private var root: Registration? { didSet { self.revision += 1 } }
  /// The number of changes of the registrations.
  private(set) var revision = 0
  /// Creates the view of an element that has none; the app has to retain it and to add it to a
  /// superview. Return nil to ignore the element; it is called again in each frame.
  public var makeView: (PresentedScene.Element) -> UIView? = { _ in nil }

  public init() {}

  /// Registers the view of a target; see *Applying directives* for the paths. Replaces an earlier
  /// view.
  public func register(_ view: UIView, as target: ViewPath, placed placement: Placement = .byScene)
  {
    self.targets[target] = Registration(view: view, placement: placement)
  }

  /// Registers the view of a page above the root, for all targets that the page has in its
  /// lifetime.
  public func register(
    _ view: UIView, forRoute route: String, placed placement: Placement = .byApp
  ) {
    self.pages[route] = Registration(view: view, placement: placement)
  }

  /// Registers the view that contains everything below the pages.
  public func registerRoot(_ view: UIView, placed placement: Placement = .byApp) {
    self.root = Registration(view: view, placement: placement)
  }

  /// Removes the registration of a target.
  public func unregister(_ target: ViewPath) {
    self.targets[target] = nil
  }

  /// The view of a target; nil if there is none, or it has been deallocated.
  public subscript(target: ViewPath) -> UIView? {
    self.targets[target]?.view
  }

  /// The view that contains everything below the pages.
  var rootView: UIView? { self.root?.view }

  /// Returns the registration of an element's view.
  func registration(of element: PresentedScene.Element) -> Registration? {
    let registration: Registration? =
      switch element.content {
      case .root: self.root
      case .page(let route): self.pages[route]
      default: nil
      }
    return registration ?? self.targets[element.target]
  }

  /// Returns the view of an element, with its placement; makes a missing one.
  func find(_ element: PresentedScene.Element) -> (view: UIView, placement: Placement)? {
    let known = self.registration(of: element)
    if let known, let view = known.view { return (view, known.placement) }
    guard let view = self.makeView(element) else { return nil }
    switch element.content {
    case .root: self.registerRoot(view, placed: .byScene)
    // The page keeps its view when its target changes from `page/incoming` to its place in the
    // stack.
    case .page(let route): self.register(view, forRoute: route, placed: .byScene)
    default: self.register(view, as: element.target)
    }
    return (view, .byScene)
  }
}
